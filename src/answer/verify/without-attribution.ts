import { blank } from '../../text/sentences/blank.ts';
import { attributions } from './attribution.ts';
import { hold, partsOfNames, type ReadSource, type SourceReader } from './source-reader.ts';

/**
 * A claim without the words that only say which text says so, where that may be one of its sources, which are `called`
 * these names.
 */
export function withoutAttribution(
  claim: string,
  read: readonly ReadSource[],
  called: readonly string[],
  reader: SourceReader,
): string {
  const found = attributions(claim, reader.language);
  if (found.length === 0) return claim;
  const known = new Set(
    called.flatMap((name) => [...reader.termsIn(name), ...reader.termsIn(partsOfNames(name))]),
  );
  const isKnown = (name: string) => {
    const terms = reader.termsOf(name);
    return terms.every((term) => known.has(term)) || hold(read, terms);
  };
  const said = found.filter(({ start }, place) => start >= (found[place - 1]?.end ?? 0));
  const others = said.flatMap(({ names }) =>
    names.filter(({ start, end }) => !isKnown(claim.slice(start, end))),
  );
  const places = said.flatMap(({ start, end }) => {
    const kept = others.filter((name) => start <= name.start && name.end <= end);
    const starts = [start, ...kept.map((name) => name.end)];
    return starts.map((from, place) => ({ start: from, end: kept[place]?.start ?? end }));
  });
  return blank(claim, places);
}
