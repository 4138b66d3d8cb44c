import { byLanguage } from '../../../language/language-packs.ts';
import { formsOf, type Scale, scales } from '../../../text/scale-words.ts';
import type { OtherWriting } from './other-writing.ts';

const scaleOf = new Map(scales.flatMap((scale) => scale.names.map((name) => [name, scale] as const)));

const scaled = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<number>\d{1,6}(?:[.,]\d{1,3})?)\s?(?<name>${[...scaleOf.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![\p{L}\p{M}\p{N}])`,
  'giu',
);

/** In full, with or without marks between its groups. */
const inFull =
  /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3}){2,}|\d{4,15})(?![\p{L}\p{N}]|[.,]\p{N})/gu;

const celsius = Object.values(byLanguage(({ figures }) => figures?.celsius)).flat();
const degrees = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(\d{1,4}(?:[.,]\d{1,2})?)\s?(?:°\s?c|℃|${celsius.map((words) => words.replaceAll(' ', String.raw`\s`)).join('|')})(?![\p{L}\p{M}\p{N}])`,
  'giu',
);

/** A number and the word behind it, which may be a unit. */
const measured =
  /(?<![\p{L}\p{N}.,])(\d{1,9}(?:[.,]\d{1,3})?)\s?([\p{L}\p{M}-]{1,20})(?![\p{L}\p{M}\p{N}])/gu;

/** Amounts with a unit as they are written otherwise: `12 kg`, `12 kilograms`; `180 °C`, `180 degrees Celsius`. */
export function unitsOtherwise(text: string): OtherWriting[] {
  const temperatures = Array.from(text.matchAll(degrees)).flatMap(([from, number]) =>
    ['°C', ...celsius].map((unit) => ({ from, written: `${number} ${unit}` })),
  );
  const others = Array.from(text.matchAll(measured)).flatMap(([from, number, unit = '']) =>
    formsOf(unit).map((form) => ({ from, written: `${number} ${form}` })),
  );
  return [...temperatures, ...others].filter(({ from, written }) => from !== written);
}

/** Amounts of thousands, millions and billions as they are written otherwise: `1.5M`, `1.5 million`, `1,500,000`. */
export function amountsOtherwise(text: string): OtherWriting[] {
  const short = Array.from(text.matchAll(scaled)).flatMap(({ 0: from, groups }) => {
    const { number = '', name = '' } = groups as Record<string, string | undefined>;
    const scale = scaleOf.get(name.toLowerCase());
    const value = Number(number.replace(',', '.'));
    return scale
      ? [{ from, written: String(Math.round(value * scale.factor)) }, ...shortForms(from, value, scale)]
      : [];
  });
  const long = Array.from(text.matchAll(inFull)).flatMap(([from]) => {
    const value = Number(from.replaceAll(/[.,]/g, ''));
    // From a thousand times a scale on the next one is used; a long row of figures is no amount.
    return scales.flatMap((scale) => {
      const times = value / scale.factor;
      return times >= 1 && times < 1000 && Number.isInteger(times * 100)
        ? shortForms(from, times, scale)
        : [];
    });
  });
  return [...short, ...long];
}

function shortForms(from: string, value: number, { names }: Scale): OtherWriting[] {
  const figures = new Set([String(value), String(value).replace('.', ',')]);
  return [...figures].flatMap((number) => names.map((name) => ({ from, written: `${number} ${name}` })));
}
