import { statesWords } from '../../text/function-words.ts';
import { blank } from '../../text/sentences/blank.ts';
import { wordCharacter } from '../../text/word-character.ts';
import { attributions } from '../verify/attribution.ts';
import { label, sourceLabel } from '../verify/label.ts';
import { endsSentence, says } from './marked-sentences.ts';

/** Fewer words that state something say too little to be looked for alone. */
const enoughWords = 2;

const marks = /(?:\s*\[\d+\])+/;

const saysNothing = new RegExp(`^${label}|${sourceLabel}`, 'giu');

/** What ends a sentence: a stop at once or before white space, since it may as well stand within a number. */
const end = /^\s*[.!?…]|[.!?…](?=\s)|[。！？।؟]|\n/;

/** More than this is not waited for, in UTF-16 code units. */
const longest = 300;

/**
 * What a footnote mark stands for that comes now: the words of the unfinished sentence since the marks before it, as
 * far back as is needed to state something, without a label and those that only say who says so. `language` is the
 * sentence's, a BCP 47 primary subtag.
 */
export function claimBeforeMark(sentence: string, language: string): string {
  let claim = '';
  for (const part of withoutLabel(sentence).split(marks).toReversed()) {
    claim = `${part} ${claim}`.trim();
    if (statesWords(claim, language, enoughWords)) break;
  }
  const said = blank(claim, attributions(claim, language));
  return wordCharacter.test(said) ? said.trim() : '';
}

/** Whether a mark that comes now stands within a sentence that has begun, be it with who says so. */
export function standsWithin(sentence: string): boolean {
  const said = withoutLabel(sentence);
  return says(said) && !endsSentence.test(said);
}

/**
 * What stands behind a place of a sentence until its end, of words that arrive piece by piece; undefined where what is
 * still to come tells. However they are cut it is the same.
 */
export function restOfSentence(words: string): string | undefined {
  const at = end.exec(words)?.index ?? words.length;
  if (at > longest || (at === words.length && words.length > longest)) return words.slice(0, longest);
  return at < words.length ? words.slice(0, at).trim() : undefined;
}

function withoutLabel(sentence: string): string {
  return sentence.replace(saysNothing, '');
}
