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

/** Units by what they measure, with how they are written where no language's pack has them. */
const measuring = {
  price: [
    '$ € £ ¥',
    '₩ ₽ ₹ ฿ ₫ eur usd gbp chf jpy cny cents? pence pounds? francs? zł kč kr 元 块 塊 円 원 บาท đồng руб',
  ],
  weight: ['kg g t', 'mg lbs? oz pounds? ounces? tons? grammes? 公斤 千克 克 斤 吨 噸 кг'],
  speed: ['', 'mph knots kn kbit/s [kmg]b/s [kmg]?bit/s'],
  length: ['m km cm mm', 'ft foot feet inch(?:es)? yards? miles? 米 公尺 厘米 公分 公里'],
  temperature: ['', '°\\s?[cf] ℃ ℉ degrees? grad degrés? grados? gradi graus? graden 度'],
} as const;

/** An amount for each time: “km/h”, “per second”. */
const perTime = String.raw`\p{L}\s?\/\s?(?:h|s|min)(?!\p{L})|(?:per|an?|pro|par|por|al?|每)\s?(?:second|minute|hour|sekunde|stunde|seconde|heure|segundo|hora|secondo|ora|uur|秒|小时|分钟)`;

const free = 'free|kostenlos|kostenfrei|gratis|gratuit|gratuito|grátis|免费|免費';

const amountsOf: Readonly<Record<keyof typeof measuring, RegExp>> = {
  price: amountPattern('price', `[$€£¥₩₽₹฿₫]|(?<!\\p{L})(?:${free})`),
  weight: amountPattern('weight'),
  speed: amountPattern('speed', perTime),
  length: amountPattern('length'),
  temperature: amountPattern('temperature'),
};

function amountPattern(measure: keyof typeof measuring, also?: string): RegExp {
  const [symbols, others] = measuring[measure];
  const forms = symbols.split(' ').flatMap((symbol) => unitForms.get(symbol) ?? []);
  const units = [...forms.map((form) => form.replace(/[$.]/g, String.raw`\$&`)), ...others.split(' ')];
  // “three metres”: what is shorter behind a word is no unit.
  const long = units.filter((unit) => /^\p{L}{4}/u.test(unit));
  const behindFigure = String.raw`[\p{N}〇零一二三四五六七八九十百千万两半][\s-]?(?:${units.join('|')})(?:e?[sn])?(?![a-z])`;
  const behindWord = String.raw`(?<=\p{L}[\s-])(?:${long.join('|')})(?:e?[sn])?(?!\p{L})`;
  return new RegExp(
    [behindFigure, ...(long.length > 0 ? [behindWord] : []), also ?? []].flat().join('|'),
    'iu',
  );
}

/** Whether a text may hold an amount of a kind, by its unit: a price, or that something is free. */
export function holdsAmount(text: string, measure: keyof typeof measuring): boolean {
  return amountsOf[measure].test(text);
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
