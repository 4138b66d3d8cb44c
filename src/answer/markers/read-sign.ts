import type { MarkerFormat } from './marker-formats.ts';

/**
 * What a marker may stand between: brackets, those that models which write Chinese or Japanese often take instead, also
 * those of a link in a wiki or behind a backslash, as Markdown may be written; parentheses; elements of HTML.
 */
const enclosures: readonly (readonly [opening: string, closing: string])[] = [
  ['[[', ']]'],
  ['[', ']'],
  ['【', '】'],
  ['［', '］'],
  ['\\[', '\\]'],
  ['(', ')'],
  ['（', '）'],
  ['<sup>', '</sup>'],
  ['<cite>', '</cite>'],
  ['<citation>', '</citation>'],
  ['<ref>', '</ref>'],
];

/** Within others than these a number may have brackets of its own. */
const isBracket = /^\\?[[【［]/;

/** Where Gemini’s models have the words begin that a citation is for. */
const beginsCited = '[cite_start]';

/** What a raised number is no citation behind, but an exponent. */
const mayBeRaised = /[\p{L}\p{N})\]}]$/u;

/** A backslash, or the command of LaTeX whose option stands in brackets: `\sqrt[3]{x}`. */
const latexCommand = /\\[a-z]*$/i;

/** As much of what stands before a sign as tells what it is: the longest command that is told. */
export const longestBefore = 24;

/** Where a marker leads that is written as a link: `[1](#dam)`. */
const linkTarget = /^\([^\s()]*[#/.:][^\s()]*\)$/;
const linkBegun = /^\([^\s()]*$/;

/** Longest target that is waited for. */
const longestTarget = 300;

/**
 * A marker, by the passages that it names; `words` of what is none, and `nothing` of what says nothing; undefined where
 * what follows may still tell.
 */
export type SignReading = readonly number[] | 'words' | 'nothing' | undefined;

/** What a sign is read with. */
export interface SignContext {
  readonly format: MarkerFormat;
  /** The last {@link longestBefore} characters before the sign. */
  readonly before: string;
}

/**
 * What a text is that begins with the first character of what a marker may stand between: where it is a marker, all of
 * it is. To be asked of one character, then of one more at a time until they tell.
 */
export function readSign(text: string, { format, before }: SignContext): SignReading {
  if (text === beginsCited) return 'nothing';
  // What formulas hold in brackets counts something else.
  if (text.startsWith('[') && latexCommand.test(before)) return 'words';
  const [opening, closing] = enclosures.find(([sign]) => text.startsWith(sign)) ?? [];
  if (opening === undefined || closing === undefined)
    return enclosures.some(([sign]) => sign.startsWith(text)) ? undefined : 'words';
  const written = text.slice(opening.length);
  const inner = written.slice(0, closedAt(written, opening, closing));
  const behind = written.slice(inner.length);
  if (!closing.startsWith(behind) || !mayStand(inner, opening, { format, before })) return 'words';
  const plain = isBracket.test(opening) ? inner : withoutBrackets(inner);
  if (behind === closing) return format.read(plain) ?? 'words';
  const mayGoOn = inner.length + 1 < format.maxLength && format.mayBegin(plain);
  return mayGoOn || beginsCited.startsWith(text) ? undefined : 'words';
}

/** Whether a text behind a marker is the target of a link, all of it; undefined where what follows may still tell. */
export function isTarget(text: string): boolean | undefined {
  return linkBegun.test(text) && text.length < longestTarget ? undefined : linkTarget.test(text);
}

/**
 * Whether a citation may be written so, as far as it has come. Numbers alone count something in parentheses, or are
 * those of items, and are exponents where they are raised behind a word.
 */
function mayStand(inner: string, opening: string, { format, before }: SignContext): boolean {
  if (/^[(（]/.test(opening)) return format.mayBeInParentheses && /^(?:\p{L}.*)?$/u.test(inner);
  return !opening.startsWith('<') || /^\s*(?:$|[[(【])/.test(inner) || !mayBeRaised.test(before);
}

/** Where what a sign opens is closed, or its end; what the same sign opens within it has a closing of its own. */
function closedAt(written: string, opening: string, closing: string): number {
  let open = 1;
  let at = 0;
  for (; at < written.length; at++) {
    if (written[at] === opening) open += 1;
    else if (written[at] === closing[0]) open -= 1;
    if (open === 0) break;
  }
  return at;
}

/** What is written between brackets, without others in it. */
function withoutBrackets(written: string): string {
  return written
    .trim()
    .replace(/[\]】]\s*,?\s*[[【]/g, ', ')
    .replace(/[[【\]】]/g, '')
    .replace(/^\((.*?)\)?$/, '$1')
    .replace(/,\s*$/, '');
}
