import type { OtherWriting } from './other-writing.ts';

const decimal =
  /(?<![\p{L}\p{N}.,/-])(?<version>v\.?)?(?<whole>\d{1,9})(?<mark>[.,])(?<part>\d{1,9})(?![\p{L}\p{N}]|[.,/-]\p{N})/giu;

/** A word and the number behind it, in figures or in Roman ones: "Annex IV", "phase 2". */
const numbered =
  /(?<![\p{L}\p{M}\p{N}])(?<word>\p{L}[\p{L}\p{M}]+)\s(?:(?<figures>[1-9]\d?)|(?<roman>[ivx]{1,7}))(?![\p{L}\p{M}\p{N}]|[.,/:-]\p{N})/giu;

const largestRoman = 39;

/** Decimals, versions and numbered things of a question as they are written otherwise. */
export function numbersOtherwise(text: string): OtherWriting[] {
  return [...decimalsOtherwise(text), ...numberedOtherwise(text)];
}

/** `2.1` is written `v2.1` and `2,1`, and each of them as the others. */
function decimalsOtherwise(text: string): OtherWriting[] {
  return Array.from(text.matchAll(decimal)).flatMap(({ 0: from, groups }) => {
    const { version, whole = '', mark, part = '' } = groups as Record<string, string | undefined>;
    // Three digits behind a comma are thousands.
    if (mark === ',' && part.length === 3) return [];
    const others = [`${whole}.${part}`, `${whole},${part}`, ...(version ? [] : [`v${whole}.${part}`])];
    return others.filter((written) => written !== from).map((written) => ({ from, written }));
  });
}

function numberedOtherwise(text: string): OtherWriting[] {
  return Array.from(text.matchAll(numbered)).flatMap(({ 0: from, groups }) => {
    const { word = '', figures, roman } = groups as Record<string, string | undefined>;
    if (figures !== undefined) {
      const number = Number(figures);
      return number > largestRoman ? [] : [{ from, written: `${word} ${romanOf(number)}` }];
    }
    const number = romans.get((roman ?? '').toLowerCase());
    return number === undefined ? [] : [{ from, written: `${word} ${number}` }];
  });
}

function romanOf(number: number): string {
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][number % 10] ?? '';
  return 'x'.repeat(Math.floor(number / 10)) + ones;
}

const romans: ReadonlyMap<string, number> = new Map(
  Array.from({ length: largestRoman }, (_, place) => [romanOf(place + 1), place + 1]),
);
