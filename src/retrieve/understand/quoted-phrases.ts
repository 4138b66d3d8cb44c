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

const quotation = new RegExp(
  Object.entries(closingMarks)
    .map(([opening, closing]) => `${opening}[^${closing}\\n]{0,${maxPhraseLength}}[${closing}]`)
    .join('|'),
  'g',
);

/** The quoted phrases of a text in order. A mark without its counterpart on the same line is no quotation. */
export function quotedPhrases(text: string): QuotedPhrase[] {
  const quotations = Array.from(text.matchAll(quotation), ({ 0: quoted, index }) => {
    return { text: quoted.slice(1, -1).trim(), start: index, end: index + quoted.length };
  });
  return quotations.filter((phrase) => /[\p{L}\p{N}]/u.test(phrase.text));
}
