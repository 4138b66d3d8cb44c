import { byLanguage } from '../language/language-packs.ts';
/** What multiplies the number before it, in whatever language. */
export interface Scale {
  readonly factor: number;
  /** In small letters. */
  readonly words: readonly string[];
  /** With abbreviations that may be something else too, as a metre. */
  readonly names: readonly string[];
}

/** Thousands, millions and billions. */
export const scales: readonly Scale[] = [
  scale(1e3, 'thousand', 'k'),
  scale(1e6, 'million', 'm mn'),
  scale(1e9, 'billion', 'bn b'),
];

function scale(factor: number, size: 'thousand' | 'million' | 'billion', abbreviations: string): Scale {
  const lists = Object.values(byLanguage(({ figures }) => figures?.scales?.[size]));
  const words = [...new Set(lists.flatMap((list) => list.split(/\s+/)))];
  return { factor, words, names: [...new Set([...words, ...abbreviations.split(' ')])] };
}
