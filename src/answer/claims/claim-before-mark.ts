import { statesWords } from '../../text/function-words.ts';
import { wordCharacter } from '../../text/word-character.ts';
import { attributions } from '../verify/attribution.ts';
import { label, sourceLabel } from '../verify/label.ts';

/** Fewer words that state something say too little to be looked for alone. */
const enoughWords = 2;

const marks = /(?:\s*\[\d+\])+/;

const saysNothing = new RegExp(`^${label}|${sourceLabel}`, 'giu');

/**
 * What a footnote mark stands for that comes now: the words of the unfinished sentence since the marks before it, as
 * far back as is needed to state something, without a label, and nothing where they only say who says so.
 * `language` is the sentence's, a BCP 47 primary subtag.
 */
export function claimBeforeMark(sentence: string, language: string): string {
  let claim = '';
  for (const part of sentence.replace(saysNothing, '').split(marks).toReversed()) {
    claim = `${part} ${claim}`.trim();
    if (statesWords(claim, language, enoughWords)) break;
  }
  const saysOnlyWho = attributions(claim, language).some(
    ({ start, end }) => !wordCharacter.test(claim.slice(0, start) + claim.slice(end)),
  );
  return saysOnlyWho ? '' : claim;
}
