/** A number in a text, by its value. */
export interface Quantity {
  /** `[start, end)` of the text, what multiplies it included. */
  readonly start: number;
  readonly end: number;
  /** What it may mean: one value, or two where the country tells. */
  readonly values: readonly number[];
}

/** Small numbers by their words: a text may write them either way. Ones that are also articles are left out. */
const words: ReadonlyMap<string, number> = new Map([
  ...[
    'zero null zéro cero',
    'eins',
    'two zwei deux dos',
    'three drei trois tres',
    'four vier quatre cuatro',
    'five fünf cinq cinco',
    'six sechs seis',
    'seven sieben sept siete',
    'eight acht huit ocho',
    'nine neun neuf nueve',
    'ten zehn dix diez',
    'eleven elf onze once',
    'twelve zwölf douze doce',
    'thirteen dreizehn treize trece',
    'fourteen vierzehn quatorze catorce',
    'fifteen fünfzehn quinze quince',
    'sixteen sechzehn seize dieciséis',
    'seventeen siebzehn',
    'eighteen achtzehn',
    'nineteen neunzehn',
    'twenty zwanzig vingt veinte',
  ].flatMap((names, value) => names.split(' ').map((name) => [name, value] as const)),
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
]);

/** What multiplies the number before it. */
const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['tausend', 1e3],
  ['mille', 1e3],
  ['mil', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['millones', 1e6],
  ['billion', 1e9],
  ['milliarden', 1e9],
  ['milliards', 1e9],
  ['trillion', 1e12],
]);

/** Digits behind a letter name something, as in `v2` and `B12`. In Chinese they may count. */
const token =
  /\p{N}+(?:[.,'’\u00a0\u202f]\p{N}+)*|[\p{Lu}\p{Ll}][\p{Lu}\p{Ll}\p{M}\p{Nd}]*|\p{L}[\p{L}\p{M}]*/gu;

const digit = /\p{N}/u;

/**
 * The numbers of a text by value: `1,000`, `1.000` and `1'000` are one thousand, `2.5 million` is 2500000, `five` is
 * 5. A point or comma before exactly three digits is read both ways. In order, without overlap.
 */
export function quantities(text: string): Quantity[] {
  const found: Quantity[] = [];
  if (!digit.test(text) && !text.match(token)?.some((word) => words.has(word.toLowerCase()))) return found;
  for (const match of text.matchAll(token)) {
    const [written] = match;
    const start = match.index;
    const end = start + written.length;
    const lower = written.toLowerCase();
    const scale = scales.get(lower);
    const before = found.at(-1);
    if (scale !== undefined && before && /^[\s-]+$/.test(text.slice(before.end, start))) {
      found[found.length - 1] = { ...before, end, values: before.values.map((value) => value * scale) };
      continue;
    }
    const word = words.get(lower);
    const values = /^\p{N}/u.test(written) ? readings(written) : word === undefined ? [] : [word];
    if (values.length > 0) found.push({ start, end, values });
  }
  return found;
}

/** What digits with separators may mean. */
function readings(written: string): number[] {
  const plain = written.normalize('NFKC').replace(/['’\s]/g, '');
  const separators = plain.match(/[.,]/g) ?? [];
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const values = new Set<number>();
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) && new Set(separators).size === 1;
  if (separators.length === 0 || isGrouped) values.add(Number(plain.replace(/[.,]/g, '')));
  if (separators.length === 1 || new Set(separators).size > 1) {
    values.add(Number(`${plain.slice(0, last).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`));
  }
  if (values.size === 0) values.add(Number(plain.replace(/[.,]/g, '')));
  return [...values].filter(Number.isFinite);
}
