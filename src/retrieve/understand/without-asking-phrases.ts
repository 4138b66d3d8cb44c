import { unspacedLetters } from '../../text/unspaced-scripts.ts';
import { askingPhrases } from './asking-phrases.ts';
import { beginsAsking } from './asking-sentences.ts';
import { goingOn } from './goes-on.ts';
import { knownPhrase, type SmallTalkKind } from './small-talk.ts';

/** Small talk of these kinds may stand before a question. */
const before: ReadonlySet<SmallTalkKind> = new Set(['greeting', 'thanks', 'acknowledgement', 'farewell']);

/** And of these behind it. */
const behind: ReadonlySet<SmallTalkKind> = new Set(['thanks', 'farewell']);

/** And of this where nothing parts them. */
const thanks: ReadonlySet<SmallTalkKind> = new Set(['thanks']);

/** What parts small talk from a question, for within the brackets of a pattern. */
const mark = String.raw`,.!?:;…–—،؛，。！？、\n\p{Emoji_Presentation}`;

const markedBefore = new RegExp(
  `^([^${mark}]{1,60}?)(?:[${mark}]|\\s-\\s)[${mark}\\s]{0,20}(?=[\\p{L}\\p{N}¿"“„«「(])`,
  'u',
);
const markedBehind = new RegExp(`(?:[,،，、\\n]|(?<=[${mark}]))\\s{0,9}¡?([^${mark}]{1,60})$`, 'u');

/** Where a phrase may end or begin that no mark parts from the question. */
const wordEnd = new RegExp(`\\s+|(?<=[${unspacedLetters}])`, 'gu');

/** Letters at either end in which a phrase is looked for. */
const withinEnds = 80;

/** What is said around a question may be several phrases, at most. */
const mostPhrases = 4;

/** A text without the phrases that `step` takes away one by one. */
function withoutEach(text: string, step: (text: string) => string): string {
  let rest = text;
  for (let count = 0; count < mostPhrases; count += 1) {
    const shorter = step(rest);
    if (shorter === rest) break;
    rest = shorter;
  }
  return rest;
}

/**
 * A message without the small talk before it, in any language: “what is a stator?” of “Hello, what is a stator?” and of
 * “ok what is a stator”. Where nothing parts the two, it may be a name (“Hello World”), and is none before a question.
 */
export function withoutOpeningTalk(message: string): string {
  return withoutEach(message.trimStart(), (rest) => rest.slice(openingTalk(rest.slice(0, withinEnds))));
}

/** Languages in which no name begins with a greeting, as far as a space parts it from what follows. */
const namesNothing: ReadonlySet<string> = new Set(['ja', 'ko', 'zh']);

/** Characters of a phrase at the beginning of a text. */
function openingTalk(text: string): number {
  const [all = '', phrase = ''] = markedBefore.exec(text) ?? [];
  if (isTalk(phrase, before)) return all.length;
  const end = Array.from(text.matchAll(wordEnd)).findLast(({ index, 0: space }) => {
    const talk = text.slice(0, index);
    const languages = isTalk(talk, before) ? (knownPhrase(talk)?.languages ?? []) : [];
    const next = text.slice(index + space.length);
    return languages.some((language) => (space !== '' && namesNothing.has(language)) || asks(next, language));
  });
  return end ? end.index + end[0].length : 0;
}

function isTalk(phrase: string, kinds: ReadonlySet<SmallTalkKind>): boolean {
  const talk = knownPhrase(phrase);
  return talk !== undefined && kinds.has(talk.kind);
}

/** Whether a text begins as a question does, or goes on from one. */
function asks(text: string, language: string): boolean {
  const goesOn = goingOn(text, language) !== undefined;
  return goesOn || beginsAsking(text, language) || askingPhrases(language).opening?.test(text) === true;
}

/** What a question may end with in any language to ask kindly. */
const kindly =
  /[\s,]{1,9}(?:please|pls|bitte|svp|s['’]il (?:vous|te) plaît|por favor|per favore|alsjeblieft|alstublieft|пожалуйста)$/iu;

/** A message without thanks, a farewell and “please” behind it. */
function withoutClosingTalk(message: string): string {
  return withoutEach(message, (rest) => {
    const bare = rest.replace(/[\s.!。！]{1,9}$/u, '');
    const cut = closingTalk(bare.slice(-withinEnds));
    return cut > 0 ? bare.slice(0, bare.length - cut) : rest;
  });
}

/** Characters of a phrase at the end of a text. */
function closingTalk(text: string): number {
  const [please] = kindly.exec(text) ?? [];
  if (please !== undefined) return please.length;
  const [all = '', phrase = ''] = markedBehind.exec(text) ?? [];
  if (isTalk(phrase, behind)) return all.length;
  // “How do you say thank you?” asks for it, and so does “what is good night”.
  if (!/\p{L}$/u.test(text)) return 0;
  const begins = Array.from(text.matchAll(wordEnd)).find(({ index, 0: space }) =>
    isTalk(text.slice(index + space.length), thanks),
  );
  return begins ? text.length - begins.index : 0;
}

/** The number of a question in a list of them; that of a day stays: “5. März 2024”. */
const numbering =
  /^\s{0,9}(?:\(?\d{1,2}[.)](?=\s)(?!\s{1,9}(?:\p{L}{3,20}\s|\d{1,2}\.\s?)\d{4})|(?:q|question|frage|pregunta|domanda|pergunta|vraag|вопрос|问题|問題|質問)\s?\d{0,3}\s?[:：.)])\s{0,9}/iu;

/**
 * A question without what is said around it: “Hello, does anyone know when the office opens? Thanks!” asks when the
 * office opens. Where nothing else is said, all stays.
 * @param language a BCP 47 primary subtag
 */
export function withoutAskingPhrases(text: string, language: string): string {
  const rest = askedFor(text, language);
  return rest === '' ? text : rest;
}

/** The same, empty where nothing else is said: “Can you help me?” */
export function askedFor(text: string, language: string): string {
  const { opening = /^$/, closing } = askingPhrases(language);
  let rest = withoutClosingTalk(text).replace(numbering, '');
  // “Is that true?”
  rest = rest.slice(0, rest.length - (closing?.exec(rest.slice(-withinEnds))?.[0].length ?? 0));
  rest = withoutEach(rest, (begun) => withoutOpeningTalk(begun).replace(opening, ''));
  return /[\p{L}\p{N}]/u.test(rest) ? rest : '';
}
