import { asciiDigits } from '../../text/ascii-digits.ts';
import type { MarkerFormatFor } from './marker-format.ts';

/** What a prompt may ask for before a number. */
const citation = 'citation';

/** What models put before it, though nobody asks them to. */
const labels = `^ ${citation} document doc passage source reference ref dokument quelle fuente fonte bron
  документ источник المصدر 文档 来源 出典`.split(/\s+/);

/** What may stand between the last two of several, in lower case. */
export const conjunctions: readonly string[] = ['and', 'und', 'et', 'y', 'e', 'en', 'и', 'و'];

/** How pages are named. */
const pageWords = ['page', 'pages', 'p.', 'pp.', 'seite', 'seiten', 's.', 'página', 'pagina', 'стр.'];

/** Pages behind the numbers, as far as they are written. */
const pages = new RegExp(
  String.raw`\s*[,;]\s*(?:${pageWords.map((word) => word.replace('.', String.raw`\.`)).join('|')})[\s\d–-]*$`,
  'u',
);

/** What stands between two numbers. */
const separator = new RegExp(
  String.raw`\s*[,;，；、،&]\s*(?:(?:${conjunctions.join('|')})\s+)?|\s+(?:${conjunctions.join('|')})\s+|\s*[和与と]\s*`,
  'u',
);

// A label may be a plural, "Documents 1 and 2", and have a mark behind it, "Source: 1".
const labelled = String.raw`(?:(?<label>${labels.join('|').replace('^', String.raw`\^`)})\p{Ll}{0,2}[.:]?\s*)?`;
const numeral = String.raw`\d{1,4}`;
const item = new RegExp(String.raw`^${labelled}(?<first>${numeral})(?:\s*[-–]\s*(?<last>${numeral}))?$`, 'u');

/** An item without its end, or with the beginning of the word that joins it to the next. */
const begunItem = new RegExp(
  String.raw`^${labelled}(?:${numeral}\s*(?:[-–]\s*(?:${numeral})?|(?<=\s)\p{L}{0,3})?)?$`,
  'u',
);

/**
 * `[1]`, `[2, 3]`, `[4][5]`, `[1-3]`, and `[^1]`, `[Document 1]` or `[Citations 1 and 2]`: the passage's number. A
 * range, and a number behind a word, count only where all of it was given: `[0-9]` is no citation.
 */
export const numberMarkers: MarkerFormatFor = numberedMarkers('');

/**
 * The same with `[Citation 1]` and `[Citation 1, Citation 2]` as those that count in any case, and `[1]` where it was
 * given.
 */
export const citationMarkers: MarkerFormatFor = numberedMarkers(citation);

/** Numbers as citations. Those behind the label that the prompt asks for count also where no passage has them. */
function numberedMarkers(askedLabel: string): MarkerFormatFor {
  return (passages) => {
    const given = new Set(passages.map(({ passage }) => passage.number));
    return {
      maxLength: 80,
      mayBegin(text) {
        const items = itemsOf(text.trimStart());
        const last = items.pop() ?? '';
        const isWord = [...labels, ...conjunctions, ...pageWords].some((word) => word.startsWith(last));
        return items.every((one) => item.test(one)) && (isWord || begunItem.test(last));
      },
      read(written) {
        const items = itemsOf(written.trim()).map((one) => item.exec(one)?.groups);
        const own = items[0]?.['label'] ?? '';
        const numbers: number[] = [];
        let isSure = true;
        for (const found of items) {
          if (!found) return undefined;
          const first = Number(found['first']);
          const last = Number(found['last'] ?? first);
          for (let number = first; number <= last; number++) numbers.push(number);
          isSure &&= (found['label'] ?? own) === askedLabel && found['last'] === undefined;
        }
        return isSure || (numbers.length > 0 && numbers.every((one) => given.has(one))) ? numbers : undefined;
      },
    };
  };
}

/**
 * What is written between brackets, by its numbers. Some models name the source behind a dagger, `【1†source】`, or its
 * page behind a comma, `[1, page 3]`.
 */
function itemsOf(written: string): string[] {
  return asciiDigits(written).toLowerCase().replace(/†.*$/su, '').replace(pages, '').split(separator);
}
