import type { Place } from '../../text/sentences/blank.ts';

/** A phrase between quotation marks, the marks belonging to the place and not to the text. */
export interface QuotedPhrase extends Place {
  readonly text: string;
}

/** What is longer is a passage that someone pasted, and hardly stands in a document letter for letter. */
const maxPhraseLength = 200;

/** Opening quotation marks with what closes them: English, German and Polish, French, German in books, Japanese. */
export const closingMarks: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
};

/** The quoted phrases of a text in order. A mark without its counterpart on the same line is no quotation. */
export function quotedPhrases(text: string): QuotedPhrase[] {
  const phrases: QuotedPhrase[] = [];
  let position = 0;
  while (position < text.length) {
    const closing = closingMarks[text.charAt(position)];
    const end = closing === undefined ? -1 : closingPlace(text, position + 1, closing);
    if (end < 0) {
      position += 1;
      continue;
    }
    const phrase = text.slice(position + 1, end).trim();
    if (/[\p{L}\p{N}]/u.test(phrase)) phrases.push({ text: phrase, start: position, end: end + 1 });
    position = end + 1;
  }
  return phrases;
}

function closingPlace(text: string, from: number, marks: string): number {
  const limit = Math.min(text.length, from + maxPhraseLength + 1);
  for (let position = from; position < limit; position++) {
    const character = text.charAt(position);
    if (marks.includes(character)) return position;
    if (character === '\n') return -1;
  }
  return -1;
}
