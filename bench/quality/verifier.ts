import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { SentenceVerifier } from '../../src/answer/verify/sentence-verifier.ts';
import { analyser as createAnalyser } from '../../src/text/analyser/analyser.ts';
import {
  alteredClaims,
  type Claim,
  type ClaimLanguage,
  claimKinds,
  claimLanguages,
} from './altered-claims.ts';
import { type Half, isOfHalf } from './asked-documents.ts';
import { halved } from './halves.ts';
import { type QualityRow, qualityRow } from './measure-suite.ts';

const handSchema = z.array(
  z.strictObject({
    kind: z.enum(claimKinds),
    source: z.string(),
    called: z.array(z.string()).default([]),
    altered: z.string(),
    same: z.string(),
  }),
);

/** Sets whose texts are altered by rules. */
const setsOf: Readonly<Record<ClaimLanguage, readonly string[]>> = {
  en: ['xquad/en', 'anthropic-docs', 'cranfield'],
  de: ['xquad/de'],
  zh: ['xquad/zh'],
};

/** By rules, of each language: with fifty by hand, 600 alterations and 300 paraphrases in three languages. */
const byRule = { altered: 150, same: 50 };

/** Claims by hand and by rule, altered and true. */
export async function readClaims(data: string): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (const language of claimLanguages) {
    const written = await readFile(new URL(`claims-${language}.yaml`, import.meta.url), 'utf8');
    for (const { kind, source, called, altered, same } of handSchema.parse(parse(written))) {
      claims.push({ language, kind, claim: altered, source, called });
      claims.push({ language, kind: 'same', claim: same, source, called });
    }
    const texts = await Promise.all(setsOf[language].map((set) => readTexts(join(data, set))));
    claims.push(...alteredClaims(language, interleaved(texts), byRule));
  }
  return claims;
}

async function readTexts(folder: string): Promise<string[]> {
  const lines = (await readFile(join(folder, 'corpus.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => z.object({ text: z.string() }).parse(JSON.parse(line)).text);
}

/** One of each list in turn, as long as the shortest lasts. */
function interleaved(lists: readonly (readonly string[])[]): string[] {
  const shortest = Math.min(...lists.map(({ length }) => length));
  return Array.from({ length: shortest }, (_, place) => lists.map((list) => list[place] ?? '')).flat();
}

interface Checked extends Claim {
  /** From 1, among those of its language and kind. */
  readonly place: number;
  readonly isFlagged: boolean;
  /** What its source does not hold, as the verifier says. */
  readonly missing: readonly string[];
}

export const describeVerifier =
  'Claims against the sentences that they cite: 600 altered ones and 300 that say the same in other words, in English, ' +
  'German and Chinese; 150 of each by hand (`claims-*.yaml`), the others by rules over texts of the evaluation sets ' +
  'that share no code with the verifier. Flagged is what is neither `verbatim` nor `supported`. Odd ones are for ' +
  'choosing, even ones (`--half report`) for reporting.';

/** Verifies one half of the claims. */
export async function checkClaims(data: string, half: Half): Promise<readonly Checked[]> {
  const analyser = createAnalyser();
  const verifiers = new Map(claimLanguages.map((tag) => [tag, new SentenceVerifier(analyser, tag)]));
  const counts = new Map<string, number>();
  const checked: Checked[] = [];
  for (const claim of await readClaims(data)) {
    const group = `${claim.language} ${claim.kind}`;
    const place = (counts.get(group) ?? 0) + 1;
    counts.set(group, place);
    if (half !== 'sample' && !isOfHalf(place, half)) continue;
    const verifier = verifiers.get(claim.language) as SentenceVerifier;
    const { verdict, missing } = verifier.verify(claim.claim, [claim.source], claim.called);
    checked.push({ ...claim, place, missing, isFlagged: verdict !== 'verbatim' && verdict !== 'supported' });
  }
  return checked;
}

const isAltered = ({ kind }: Claim) => kind !== 'same';
const isFlagged = (one: Checked) => one.isFlagged;
const isSpared = (one: Checked) => !one.isFlagged;

/** The figures of what was checked: in all, by kind and by language. */
export function verifierRows(
  checked: readonly Checked[],
  bars: { readonly flagged: number; readonly spared: number } = { flagged: 0.85, spared: 0.95 },
): QualityRow[] {
  const row = (
    measure: string,
    some: readonly Checked[],
    isGood: (one: Checked) => boolean,
    atLeast?: number,
  ) => {
    const { odd, even, all } = halved(some, (half) => half.filter(isGood).length / half.length);
    const figures = odd !== undefined && even !== undefined ? { odd, even, all } : { odd, even };
    const bar = atLeast === undefined ? {} : { atLeast };
    return qualityRow({ set: 'claims', measure: `${measure}, of ${some.length}`, ...figures, ...bar });
  };
  const altered = checked.filter(isAltered);
  const same = checked.filter((one) => !isAltered(one));
  return [
    row('altered, flagged', altered, isFlagged, bars.flagged),
    row('true, spared', same, isSpared, bars.spared),
    ...claimLanguages.flatMap((tag) => [
      row(
        `altered, ${tag}, flagged`,
        altered.filter(({ language }) => language === tag),
        isFlagged,
      ),
      row(
        `true, ${tag}, spared`,
        same.filter(({ language }) => language === tag),
        isSpared,
      ),
    ]),
    ...claimKinds.map((kind) =>
      row(
        `altered ${kind}, flagged`,
        altered.filter((one) => one.kind === kind),
        isFlagged,
      ),
    ),
  ];
}
