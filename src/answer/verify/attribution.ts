import { byLanguage } from '../../language/language-packs.ts';
import { blank, type Place } from '../../text/sentences/blank.ts';
import { hold, partsOfNames, type ReadSource, type SourceReader } from './source-reader.ts';

const word = String.raw`[\p{L}\p{M}\p{N}'’“”„"_.-]+`;

/** How each language says that a text says something. */
const written = byLanguage(({ claiming }) => claiming?.attribution);

/** Before the words of a text itself. */
const quoted = String.raw`[,:：]?\s*(?=["“„‘«])`;

/** Most words before what a text is called. */
const mostWords = 6;

const patternsOf = new Map(
  Object.entries(written).map(([language, { texts, phrases }]) => {
    const named = String.raw`(?:${word}\s+){0,${mostWords}}?(?:${texts})(?![\p{L}\p{N}])`;
    const within = String.raw`${named}(?:\s+(?:of|in|from|des|der|von|du|de|del)\s+${named})?`;
    const patterns = phrases.map((phrase) => {
      const pattern = phrase
        .replace('NP', within)
        .replace('TEXTS', texts)
        .replaceAll(' ', String.raw`\s+`)
        .replace('QUOTED', quoted);
      const begins = phrase.startsWith('^') ? String.raw`^[\s*_>"“-]*` : String.raw`(?<!\p{L})`;
      return new RegExp(begins + pattern.replace(/^\^/, ''), 'giu');
    });
    const text = new RegExp(`^(?:${texts})$`, 'iu');
    return [language, { patterns, text, anyText: new RegExp(texts, 'iu') }] as const;
  }),
);

/** Code is one sentence, however long it is; who says so is told before it. */
const longestRead = 2000;

/** Words of a sentence that say where it is from, and which of them name that. */
interface Attribution extends Place {
  /** Words that say which text it is: “employee” of “the employee handbook says that”. */
  readonly names: readonly Place[];
}

/** Where a sentence says that a text says so: “According to the handbook”, “The document states that”. In order. */
export function attributions(sentence: string, language: string): readonly Attribution[] {
  const known = patternsOf.get(language);
  if (!known?.anyText.test(sentence)) return [];
  const found = known.patterns.flatMap((pattern) =>
    Array.from(sentence.slice(0, longestRead).matchAll(pattern), ({ index, 0: said }) => ({
      start: index,
      end: index + said.length,
    })),
  );
  return found.map(({ start, end }) => {
    const said = sentence.slice(start, end);
    const names = Array.from(
      said.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}-]*/gu),
      ({ 0: name, index }) => ({
        name,
        start: start + index,
        end: start + index + name.length,
      }),
    );
    return { start, end, names: names.filter(({ name, start: at }) => at > start && !known.text.test(name)) };
  });
}

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
