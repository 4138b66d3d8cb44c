import type { Place } from '../../text/sentences/blank.ts';

/** Digits of Chinese and Japanese by their place. */
const digits = '〇一二三四五六七八九';

const multiples: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

const scales: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };

/**
 * Numbers before what they count, where “一个” may be no more than an article, and those of ten thousands, which “千万”
 * alone may not mean.
 */
const counted =
  /(?<![〇零一二两三四五六七八九十百千])[〇零一二两三四五六七八九十][〇零一二两三四五六七八九十百千]*[万萬亿億][〇零一二两三四五六七八九十百千万萬亿億]*|(?!一[^〇零一二两三四五六七八九十百千])[〇零一二两三四五六七八九十百千]+(?=[个個台座名位次条條项項种種人年月日天米层層根辆輛艘倍章节節号號本枚つ時点])/gu;

/** A number of a text that is written in Han characters, by value. */
interface HanNumber extends Place {
  readonly value: number;
}

/** What the first character behind digits multiplies them by: ten thousand in `4000万`. */
export function hanScale(behind: string): number | undefined {
  return scales[behind.charAt(0)];
}

/** The numbers in Han characters that count, in order: 三台 is 3, 二十七名 27, 一九三一年 1931, 四千万 40 000 000. */
export function hanNumbers(text: string): HanNumber[] {
  return Array.from(text.matchAll(counted), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    value: valueOf(written.replace(/零/g, '〇').replace(/两/g, '二')),
  }));
}

function valueOf(written: string): number {
  let sum = 0;
  for (const [, above = '', scale = ''] of written.matchAll(/([^万萬亿億]*)([万萬亿億]?)/g)) {
    const factor = scales[scale] ?? 1;
    // 一万亿 is ten thousand times 一亿.
    sum = above === '' ? sum * factor : sum + belowScale(above) * factor;
  }
  return sum;
}

/** The value of what has no scale in it. */
function belowScale(written: string): number {
  if (!/[十百千]/.test(written)) return Number(Array.from(written, (sign) => digits.indexOf(sign)).join(''));
  let sum = 0;
  let digit: number | undefined;
  for (const sign of written) {
    const multiple = multiples[sign];
    if (multiple === undefined) digit = digits.indexOf(sign);
    else sum += (digit ?? 1) * multiple;
    if (multiple !== undefined) digit = undefined;
  }
  return sum + (digit ?? 0);
}
