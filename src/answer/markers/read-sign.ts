import type { MarkerFormat } from './marker-format.ts';

/** What ends a bracket: models that write Chinese or Japanese often take those of these. */
const closings: Readonly<Record<string, string>> = { '[': ']', '【': '】', '［': '］', '(': ')', '（': '）' };

const escapedBracket = /^\\[[【［]/;

/** What stands between parentheses where that is a citation, so far. */
const inParentheses = /^[(（](?:\p{L}.*)?$/u;

/** Where Gemini’s models have the words begin that a citation is for. */
const beginsCited = '[cite_start]';

/** Elements of HTML that some models put a citation into. */
const openings: readonly string[] = ['<sup>', '<cite>', '<citation>', '<ref>'];

/** What a raised number is no citation behind, but an exponent. */
const mayBeRaised = /[\p{L}\p{N})\]}]$/u;

/** A command of LaTeX, whose option stands in brackets: `\sqrt[3]{x}`. */
const latexCommand = /\\[a-z]+$/i;

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
 * What a text is that begins with a bracket, a parenthesis or with the backslash or the tag before one: where it is a
 * marker, all of it is. To be asked of one character, then of one more at a time until they tell.
 */
export function readSign(text: string, context: SignContext): SignReading {
  if (text.startsWith('<')) return readElement(text, context);
  if (text.startsWith('\\')) return readEscaped(text, context);
  if (/^[(（]/.test(text)) return readParentheses(text, context);
  if (text === beginsCited) return 'nothing';
  // What formulas hold in brackets counts something else.
  if (latexCommand.test(context.before)) return 'words';
  if (!text.startsWith('[[') || text.startsWith('[[[')) return readBracket(text, context);
  return readLink(text, context);
}

/** How many characters the sign has that stands at a place of a text. */
export function signLength(text: string, at = 0): number {
  return openingAt(text, at)?.length ?? (escapedBracket.test(text.slice(at, at + 2)) ? 2 : 1);
}

/** Whether a text behind a marker is the target of a link, all of it; undefined where what follows may still tell. */
export function isTarget(text: string): boolean | undefined {
  return linkBegun.test(text) && text.length < longestTarget ? undefined : linkTarget.test(text);
}

/** A marker within an element, with brackets of its own or, where it is no exponent, without. */
function readElement(text: string, { before, format }: SignContext): SignReading {
  const opening = openingAt(text, 0);
  if (opening === undefined) return openings.some((tag) => tag.startsWith(text)) ? undefined : 'words';
  const closing = opening.replace('<', '</');
  const end = text.indexOf('<', opening.length);
  const inner = text.slice(opening.length, end < 0 ? undefined : end);
  const behind = end < 0 ? '' : text.slice(end);
  const written = inner.trim();
  const isBracketed = /^[[(【]/.test(written);
  if (written !== '' && !isBracketed && mayBeRaised.test(before)) return 'words';
  const numbers = withoutBrackets(written);
  if (behind === closing) return format.read(numbers) ?? 'words';
  const mayGoOn = closing.startsWith(behind) && inner.length < format.maxLength && mayBegin(numbers, format);
  return mayGoOn ? undefined : 'words';
}

/** What is written between brackets, without others in it. */
function withoutBrackets(written: string): string {
  return written
    .replace(/[\]】]\s*,?\s*[[【]/g, ', ')
    .replace(/[[【]|^\(|[\]】]|\)$/g, '')
    .replace(/,\s*$/, '');
}

/** The tag of an element that stands at a place of a text; undefined where there is none. */
function openingAt(text: string, at: number): string | undefined {
  return openings.find((tag) => text.startsWith(tag, at));
}

/** A marker between brackets that have a backslash before them, as Markdown may be written: `\\[1\\]`. */
function readEscaped(text: string, { format }: SignContext): SignReading {
  if (text.length === 1) return undefined;
  if (signLength(text) === 1) return 'words';
  if (text.endsWith('\\]')) return format.read(text.slice(2, -2)) ?? 'words';
  return mayBegin(text.slice(2).replace(/\\$/, ''), format) ? undefined : 'words';
}

/** A marker within two brackets, both of which belong to it. */
function readLink(text: string, context: SignContext): SignReading {
  const end = text.indexOf(']') + 1;
  const reading = readBracket(text.slice(1, end === 0 ? undefined : end), context);
  if (0 < end && end < text.length) return text[end] === ']' ? reading : 'words';
  return reading === 'words' ? 'words' : undefined;
}

/** Numbers alone count something in parentheses, or are those of items. */
function readParentheses(text: string, { format }: SignContext): SignReading {
  if (!format.mayBeInParentheses || !inParentheses.test(text)) return 'words';
  return readWithin(text, withoutBrackets, format);
}

function readBracket(text: string, { format }: SignContext): SignReading {
  return beginsCited.startsWith(text) ? undefined : readWithin(text, String, format);
}

/** What stands between the brackets of a text, which `plain` makes what the format knows. */
function readWithin(text: string, plain: (written: string) => string, format: MarkerFormat): SignReading {
  const isWhole = text.endsWith(closings[text.charAt(0)] as string);
  if (isWhole) return format.read(plain(text.slice(1, -1))) ?? 'words';
  return mayBegin(plain(text.slice(1)), format) ? undefined : 'words';
}

function mayBegin(text: string, format: MarkerFormat): boolean {
  return text.length + 1 < format.maxLength && format.mayBegin(text);
}
