import { byLanguage } from '../language/language-packs.ts';
import type { Place } from '../text/sentences/blank.ts';
import { wholeWordsSource } from '../text/whole-words.ts';
import { ownValue } from '../values/own-value.ts';

/** A place within documents that a question names, where it is to be answered from: "on page 3", "section 4.2". */
export interface AskedPlace {
  /** A page, a slide or a sheet; or what stands under a heading that has this number. */
  readonly kind: 'page' | 'section';
  /** As it was asked for: `3`, `4.2`. */
  readonly number: string;
  /** As it is written in the question: `page 3`. */
  readonly text: string;
  /** The words of the question that only say where to look. */
  readonly frame: readonly Place[];
}

/** How each language names places. */
const wordings = byLanguage(({ asking }) => asking?.places);

/** "The" and its like between a preposition and a name. */
const article = String.raw`(?:(?:the|de[rmns]?|die|das|la|le|les|el|il|lo|o|a|het)\s+)?`;

const number = String.raw`\p{Nd}{1,4}(?:\.\p{Nd}{1,3}){0,4}`;

interface Patterns {
  readonly place: RegExp;
  readonly says: RegExp;
  /** Whether a number written so is a place whatever stands around it. */
  readonly isAlways?: true;
}

const patterns: Readonly<Record<string, Patterns>> = {
  ...Object.fromEntries(
    Object.entries(wordings).map(([language, { page, section, before, says }]): [string, Patterns] => [
      language,
      {
        place: new RegExp(
          String.raw`(?<before>(?<![\p{L}\p{N}])(?:${before})\s+${article})?(?<![\p{L}\p{N}])(?:(?<page>${page})|(?:${section}|§))\s*(?<number>${number})(?![\p{L}\p{N}%])`,
          'iu',
        ),
        says: new RegExp(wholeWordsSource(says), 'giu'),
      },
    ]),
  ),
  ...byLanguage(({ asking }) => {
    const words = asking?.placesWithin;
    return (
      words && {
        place: new RegExp(words.place.replace('NUMBER', number), 'u'),
        says: words.says,
        isAlways: true as const,
      }
    );
  }),
};

/**
 * The place that a question names as one; undefined where it names none, or in other languages. A number behind such a
 * word may be a name: "What is section 230?", "error page 404".
 */
export function askedPlace(question: string, language: string): AskedPlace | undefined {
  const known = ownValue(patterns, language);
  const match = known?.place.exec(question);
  if (!known || !match) return undefined;
  const [text] = match;
  const { page, before, number: asked = '' } = match.groups ?? {};
  const kind = page === undefined ? 'section' : 'page';
  if (kind === 'page' && asked.includes('.')) return undefined;
  const start = match.index;
  const end = start + text.length;
  const verbs = Array.from(question.matchAll(known.says), ({ index, 0: verb }) => {
    return { start: index, end: index + verb.length };
  }).filter((verb) => verb.end <= start || verb.start >= end);
  const isPlace = known.isAlways || before !== undefined || verbs.length > 0 || asked.includes('.');
  if (!isPlace) return undefined;
  const numberAt = start + text.lastIndexOf(asked);
  // The number of a section stands in its heading, and is looked for.
  const places =
    kind === 'page'
      ? [{ start, end }]
      : [
          { start, end: numberAt },
          { start: numberAt + asked.length, end },
        ];
  return {
    kind,
    number: asked,
    text: text.slice(before?.length ?? 0),
    frame: [...places, ...verbs].toSorted((a, b) => a.start - b.start),
  };
}
