import { questionWords } from './question-words.ts';

/**
 * A question without the words that ask rather than tell. Names stay: capitalised inside a sentence ("May"), all
 * capitals ("US"). Where all would go, and for languages without a list, nothing does.
 */
export function withoutQuestionWords(text: string, language: string): string {
  const asking = Object.hasOwn(questionWords, language) ? questionWords[language] : undefined;
  if (!asking) return text;
  const kept = writesNoSpaces(language) ? keptSegments(text, language, asking) : keptWords(text, asking);
  return /[\p{L}\p{N}]/u.test(kept) ? kept : text;
}

function keptWords(text: string, asking: ReadonlySet<string>): string {
  const all = text.split(/\s+/);
  const kept = all.filter((word, position) => {
    // Accents may be written as marks of their own, and in Hindi most vowels are.
    const bare = word.replace(/^[^\p{L}\p{N}]{1,9}|[^\p{L}\p{M}\p{N}]{1,9}$/gu, '').normalize('NFC');
    const beginsSentence = position === 0 || /[.?!:]$/.test(all[position - 1] as string);
    const isName = /^\p{Lu}{2}/u.test(bare) || (!beginsSentence && /^\p{Lu}\p{L}/u.test(bare));
    return isName || !asking.has(bare.toLowerCase());
  });
  return kept.join(' ');
}

function writesNoSpaces(language: string): boolean {
  return language === 'zh' || language === 'ja';
}

/** What is longer was pasted rather than asked, and is left as it is. */
const longestCut = 1000;

/** A space stands where words were left out, so that their neighbours are not taken for a pair. */
function keptSegments(text: string, language: string, asking: ReadonlySet<string>): string {
  if (text.length > longestCut) return text;
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return Array.from(segments, ({ segment }) => (asking.has(segment) ? ' ' : segment))
    .join('')
    .replace(/\s+(?=[？?！!。、，,]|$)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
