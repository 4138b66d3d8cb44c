import type { Place } from '../../text/sentences/blank.ts';

/** Units by their symbols, with how they are written out in several languages, in small letters. */
const written: Readonly<Record<string, string>> = {
  m: 'metre meter mètre metro метр',
  km: 'kilometre kilometer kilomètre kilómetro chilometro quilômetro километр',
  cm: 'centimetre centimeter zentimeter centimètre centímetro centimetro сантиметр',
  mm: 'millimetre millimeter millimètre milímetro millimetro миллиметр',
  // Of two words the one that tells it from a length.
  m2: 'square quadratmeter carré cuadrado quadrato',
  m3: 'cubic kubikmeter cube cúbico cubo',
  ft: 'foot feet',
  mi: 'mile',
  kg: 'kilogram kilogramm kilogramme kilogramo chilogrammo quilograma kilo килограмм',
  g: 'gram gramm gramme gramo grammo grama грамм',
  t: 'tonne ton tonelada tonnellata тонна',
  l: 'litre liter litro литр',
  ml: 'millilitre milliliter mililitro millilitro миллилитр',
  h: 'hour stunde heure hora ora uur час',
  min: 'minute minuto minuut минута',
  s: 'second sekunde seconde segundo secondo секунда',
  ms: 'millisecond millisekunde milliseconde milisegundo millisecondo миллисекунда',
  w: 'watt vatio ватт',
  kw: 'kilowatt kilovatio киловатт',
  mw: 'megawatt megavatio мегаватт',
  gw: 'gigawatt gigavatio гигаватт',
  kwh: 'kilowatt-hour kilowattstunde kilowattheure',
  kb: 'kilobyte',
  mb: 'megabyte',
  gb: 'gigabyte',
  tb: 'terabyte',
  day: 'tag tage tagen jour día dia giorno giorni dag dagen день дня дней',
  week: 'woche semaine semana settimana settimane неделя недели недель',
  month: 'monat monate monaten mois mes meses mese mesi mês maand maanden месяц месяца месяцев',
  year: 'jahr jahre jahren ans année año anno anni ano jaar год года лет',
  '%': 'percent prozent pourcent percento procent процент процентов',
  $: 'dollar usd dólar dollaro доллар',
  '€': 'euro eur',
  '£': 'pound gbp pfund livre libra sterling',
  '¥': 'yen yuan jpy cny',
};

const byForm = new Map(
  Object.entries(written).flatMap(([symbol, forms]) => {
    const all = [symbol, ...forms.split(' ')];
    return all.map((form) => [form, all] as const);
  }),
);

/**
 * What a unit stands behind, within a few characters: a number, its “million” maybe, or another unit that it divides; a
 * currency before.
 */
const longestBefore = 24;
const behindNumber = /\p{N}[\s-]?(?:\p{L}+(?:\/|\s(?:per\s)?))?$/u;
const beforeNumber = /^\s?\p{N}/u;

/** A number with what stands behind it, or a sign before it. */
const measured = /[$€£¥](?=\s?\p{N})|(?<=\p{N}[\s-]?)(?:\p{L}+|[%$€£¥])/gu;

const signs = /[%$€£¥]/u;

/** The units of the numbers in a text, by what the table above calls them. */
export function unitsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(measured), ([word]) => formsOf(word)[0] ?? []).flat());
}

/** How signs that a text has beside numbers are written out: they are no words. */
export function signWords(text: string): readonly string[] {
  if (!signs.test(text)) return [];
  return [...unitsIn(text)].filter((unit) => signs.test(unit)).flatMap((sign) => formsOf(sign).slice(1));
}

/** The unit of a number, `[start, end)` of a text, as it is written: a sign before it, or what stands behind. */
export function unitOf(text: string, { start, end }: Place): string | undefined {
  const [before] = /[$€£¥](?=\s?$)/u.exec(text.slice(Math.max(0, start - 2), start)) ?? [];
  return before ?? /^[\s-]?(\p{L}+|[%$€£¥])/u.exec(text.slice(end))?.[1];
}

/** The other ways to write a unit that stands in a text beside a number; none for any other word. */
export function formsOfUnit(word: string, text: string, at: number): readonly string[] {
  const end = at + word.length;
  const isBeside =
    behindNumber.test(text.slice(Math.max(0, at - longestBefore), at)) ||
    beforeNumber.test(text.slice(end, end + 2));
  return isBeside ? formsOf(word) : [];
}

/** All ways to write a unit, its symbol first; none of what is no unit. */
export function formsOf(word: string): readonly string[] {
  const lower = word.toLowerCase();
  return (
    byForm.get(lower) ??
    byForm.get(lower.replace(/e?[sn]$/, '')) ??
    byForm.get(lower.replace(/[sn]$/, '')) ??
    []
  );
}
