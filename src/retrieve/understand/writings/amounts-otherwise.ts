import { type Scale, scales } from '../../../text/scale-words.ts';
import type { OtherWriting } from './other-writing.ts';

const scaleOf = new Map(scales.flatMap((scale) => scale.names.map((name) => [name, scale] as const)));

const scaled = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<number>\d{1,6}(?:[.,]\d{1,3})?)\s?(?<name>${[...scaleOf.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![\p{L}\p{M}\p{N}])`,
  'giu',
);

/** In full, with or without marks between its groups. */
const inFull =
  /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3}){2,}|\d{4,15})(?![\p{L}\p{N}]|[.,]\p{N})/gu;

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
