import { bareWords } from '../../../text/bare-words.ts';
import type { OutlineEntry } from '../outline.ts';
import type { Heading, HeadingStyle } from './text-parts.ts';

/** A heading with its 1-based page. */
export type PlacedHeading = Heading & { readonly page: number };

/** Headings that look alike, with the levels that the file gives some of them. */
interface Look {
  readonly key: string;
  readonly style: HeadingStyle;
  readonly levels: readonly number[];
}

/** Looks of headings are told apart to this many levels. */
const maxLevel = 6;

/** The levels of a document's headings: from its bookmarks where they name one, from the look of all otherwise. */
export class HeadingLevels {
  readonly #outline = new Map<string, number>();
  readonly #levels: ReadonlyMap<string, number>;

  /** `headings` are those of the whole document in order. */
  constructor(headings: readonly PlacedHeading[], outline: readonly OutlineEntry[]) {
    for (const { title, page, level } of outline) this.#outline.set(placeKey(title, page), level);
    const looks = [...Map.groupBy(headings, ({ style }) => styleKey(style))].map(([key, alike]) => ({
      key,
      style: (alike[0] as PlacedHeading).style,
      levels: alike.flatMap(({ text, page, level }) => level ?? this.bookmarked(text, page) ?? []),
    }));
    this.#levels = rank(looks);
  }

  /** The level that a bookmark of this page gives these words. */
  bookmarked(text: string, page: number): number | undefined {
    return this.#outline.size === 0 ? undefined : this.#outline.get(placeKey(text, page));
  }

  /** 1–6. */
  of({ text, page, style, level }: PlacedHeading): number {
    return level ?? this.bookmarked(text, page) ?? this.#levels.get(styleKey(style)) ?? maxLevel;
  }
}

/** Larger before smaller, bold before plain; a look that bookmarks name has their level and pushes the others below. */
function rank(looks: readonly Look[]): ReadonlyMap<string, number> {
  const ranked = looks.toSorted(({ style: a }, { style: b }) => b.size - a.size || weight(b) - weight(a));
  let last = 0;
  return new Map(
    ranked.map(({ key, levels }) => {
      last = Math.min(maxLevel, mostCommon(levels) ?? last + 1);
      return [key, last];
    }),
  );
}

function mostCommon(levels: readonly number[]): number | undefined {
  const counts = [...Map.groupBy(levels, (level) => level)];
  return counts.toSorted((a, b) => b[1].length - a[1].length)[0]?.[0];
}

/** Bold before plain, upright before italic. */
function weight({ isBold, isItalic }: HeadingStyle): number {
  return (isBold ? 2 : 0) + (isItalic ? 0 : 1);
}

function styleKey({ size, isBold, isItalic }: HeadingStyle): string {
  return `${size} ${isBold} ${isItalic}`;
}

/** Words and page, numbering and punctuation aside: `1.2 The method` is bookmarked as `The Method`. */
function placeKey(title: string, page: number): string {
  return `${page} ${bareWords(title).replace(/^[\d ]+(?=\p{L})/u, '')}`;
}
