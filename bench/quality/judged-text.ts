/**
 * A text as quotes and gold words are compared: without the marks of Markdown, numbers of references, and
 * differences of white space and quotation marks.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\[(\d+)\]/g, ' ')
    .replace(/\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/[*_`\\]/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/[’‘]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:](?:\s|$))/g, '')
    .trim();
}

const sentenceBreaks = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences, list items, table rows and lines of code of a quote, plain; not its headings. */
export function quotedSentences(quote: string): string[] {
  return quote
    .split('\n')
    .filter((line) => !/^\s*(?:#{1,6}\s|```|\|?[\s:|-]*$)/.test(line))
    .flatMap((line) => Array.from(sentenceBreaks.segment(line), ({ segment }) => plainText(segment)))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Whether a plain text holds one of these words. */
export function holdsAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(plainText(word)));
}

/** What a span `words … words` covers of a plain text; undefined where it is not there. */
export function goldSpan(text: string, span: string): string | undefined {
  const [from = '', to = ''] = span.split(' … ').map(plainText);
  const start = text.indexOf(from);
  const end = text.indexOf(to, start + from.length);
  return start < 0 || end < 0 ? undefined : text.slice(start, end + to.length);
}
