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

/** The ways to write each unit, its symbol first, by each of them. */
export const unitForms = formsBySymbol();

function formsBySymbol(): ReadonlyMap<string, readonly string[]> {
  const written = new Map<string, Set<string>>();
  for (const units of Object.values(byLanguage(({ figures }) => figures?.units))) {
    for (const [symbol, forms] of Object.entries(units)) {
      const all = written.get(symbol) ?? new Set([symbol]);
      for (const form of forms.split(/\s+/)) all.add(form);
      written.set(symbol, all);
    }
  }
  const byEach = [...written.values()].map((forms) => [...forms]);
  return new Map(byEach.flatMap((forms) => forms.map((form) => [form, forms] as const)));
}

/** All ways to write a unit, its symbol first; none of what is no unit. */
export function formsOf(word: string): readonly string[] {
  const lower = word.toLowerCase();
  return (
    unitForms.get(lower) ??
    unitForms.get(lower.replace(/e?[sn]$/, '')) ??
    unitForms.get(lower.replace(/[sn]$/, '')) ??
    []
  );
}
