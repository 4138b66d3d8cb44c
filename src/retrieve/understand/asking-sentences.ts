import { proseSentences } from '../../text/sentences/prose-sentences.ts';

/** A longer text was pasted rather than asked, and is about all that it says. */
const longestRead = 1000;

const asks = /[?？؟]["'”’»)\]]{0,3}$/;

/**
 * Of a text that tells something besides, the sentences that ask: “How many days off do I get?” of “I am new here. How
 * many days off do I get?” The whole text where all of it asks, or nothing that is marked so.
 * @param language a BCP 47 primary subtag
 */
export function askingSentences(text: string, language: string): string {
  if (text.length > longestRead) return text;
  const sentences = proseSentences(text, language).map(({ start, end }) => text.slice(start, end));
  const asking = sentences.filter((sentence) => asks.test(sentence));
  return asking.length === 0 || asking.length === sentences.length ? text : asking.join(' ');
}
