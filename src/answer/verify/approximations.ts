import { inAnyLanguage } from '../../language/language-packs.ts';
import type { Quantity } from './quantities.ts';

/** Words that say, before a number, that it is no exact one, in several languages, and signs that do. */
const approximately = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:${inAnyLanguage(({ figures }) => figures?.approximately)})\s+|大约|约|約|およそ|[~≈∼]\s?)[€$£¥]?\s?$`,
  'iu',
);

/** More is not looked through for such a word, in UTF-16 code units. */
const longestWord = 20;

/** What rounding may change, as a share of the number. */
const mostRounded = 0.1;

/** What stands before a number of a text and says that it is no exact one; empty where nothing does. */
export function approximation(text: string, { start }: Quantity): string {
  return approximately.exec(text.slice(Math.max(0, start - longestWord), start))?.[0] ?? '';
}

/** Whether another number, rounded as far as this one is, is this one: 84 000 of 84 300, 8 of 8.3. */
export function isRoundedFrom(value: number, other: number): boolean {
  const [whole = '', decimals = ''] = String(value).split('.');
  const zeros = whole.length - whole.replace(/0+$/, '').length;
  const place = decimals === '' ? 10 ** zeros : 10 ** -decimals.length;
  const difference = Math.abs(value - other);
  return difference <= place / 2 && difference <= mostRounded * Math.abs(other);
}
