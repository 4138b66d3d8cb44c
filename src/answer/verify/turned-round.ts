import { droppedHedge, statesForSure } from './hedges.ts';
import type { ReadSource, SourceReader } from './source-reader.ts';
import { swappedRoles } from './swapped-roles.ts';

/**
 * What a claim of these terms turns round without a denial: by an opposite, by leaving out a “may”, by who does it to
 * whom.
 */
export function turnedRound(
  claim: string,
  terms: ReadonlySet<string>,
  read: readonly ReadSource[],
  reader: SourceReader,
): readonly string[] {
  const { language } = reader;
  const mayDrop = read.some((source) => source.isHedged) && statesForSure(claim, language);
  const hedge = mayDrop
    ? droppedHedge(
        new Set(reader.contentTerms(claim)),
        read.flatMap((source) => source.clauses),
      )
    : undefined;
  return [
    ...reader.opposites.opposed(claim, terms, read),
    ...(hedge === undefined ? [] : [hedge]),
    ...swappedRoles(
      claim,
      terms,
      read.flatMap((source) => source.roles),
      (word) => reader.termOf(word),
    ),
  ];
}
