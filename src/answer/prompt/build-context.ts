import type { MetadataValue } from '../../contracts/chunk.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import { pageUnitOf } from '../../contracts/parser.ts';
import { withoutShared } from '../../retrieve/expand/merge-chunks.ts';
import { unnamed } from '../../text/heading-path.ts';
import type { CitedPassage } from '../compose/cite.ts';
import type { ReadPassage } from '../passages-to-read.ts';

/** The passages as a language model reads them, and which of them found room. */
export interface BuiltContext {
  readonly text: string;
  readonly passages: readonly CitedPassage[];
}

/**
 * Writes passages out in their order as long as they fit. One that does not is left out rather than cut; only the
 * first, the best, is cut where it does not fit, at a character's border, and then stands alone. What stands in
 * passages before it is not written twice.
 */
export function buildContext(
  passages: readonly CitedPassage[],
  { format, tokenizer, maxTokens }: { format: ContextFormat; tokenizer: Tokenizer; maxTokens: number },
): BuiltContext {
  const written: string[] = [];
  const taken: CitedPassage[] = [];
  const { separator = '\n\n' } = format;
  const separatorTokens = tokenizer.count(separator);
  let tokens = 0;
  for (const cited of passages) {
    const { chunk } = cited.passage;
    const unwritten = withoutShared(
      chunk,
      taken.map(({ passage }) => passage.chunk),
    );
    if (!unwritten) continue;
    const header = headerAbove(cited.passage, unwritten.start);
    const words = header === undefined ? unwritten.content : `${header}\n${unwritten.content}`;
    const text = format.passage(cited, words);
    const more = tokenizer.count(text) + (taken.length === 0 ? 0 : separatorTokens);
    if (cited === passages[0] && more > maxTokens)
      return { text: cutToTokens(text, maxTokens, tokenizer), passages: [cited] };
    if (tokens + more > maxTokens) continue;
    written.push(text);
    taken.push(cited);
    tokens += more;
  }
  return { text: written.join(separator), passages: taken };
}

/**
 * The header of the table that words within a passage begin with rows of: they mean nothing without it. An empty line
 * ends a table.
 */
function headerAbove(
  { chunk, tableHeader, bareTableHeaders = [] }: ReadPassage,
  place: number,
): string | undefined {
  const inside = bareTableHeaders.map(({ start, end }) => {
    return { end, text: chunk.content.slice(start - chunk.start, end - chunk.start).trim() };
  });
  const headers = tableHeader ? [{ end: chunk.start, text: tableHeader.text }, ...inside] : inside;
  const header = headers.findLast(({ end }) => end <= place);
  const rows = header && chunk.content.slice(header.end - chunk.start, place - chunk.start);
  return rows === undefined || /\n\s*\n/.test(rows) ? undefined : header?.text;
}

/** The longest beginning of a text, to within a few tokens, that has no more than `maxTokens`. */
function cutToTokens(text: string, maxTokens: number, tokenizer: Tokenizer): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (tokenizer.count(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).toWellFormed();
}

/** How passages are laid out for a language model. */
export interface ContextFormat {
  /** A passage, of which the model reads these words, with what is said of its place. */
  passage(cited: CitedPassage, words: string): string;
  /** What stands between two passages. Default: an empty line. */
  readonly separator?: string;
}

/** The formats by their names in the settings. */
export const contextFormats = {
  /** `[1] Title > Section, page 3`, then the passage. */
  numbered: {
    passage({ passage, hit }, words) {
      const place = [hit.title, ...hit.headingPath.filter((heading) => heading !== hit.title)].join(' > ');
      const page = hit.page === null ? '' : `, ${pageUnitOf(hit.path)} ${hit.page}`;
      return `[${passage.number}] ${place}${page}\n${words}`;
    },
  },
  /** `[Document 1]`, title and content on lines of their own, with rules between: the form of requirement row B6. */
  documents: {
    separator: '\n\n---\n\n',
    passage: ({ passage, hit }, words) =>
      `[Document ${passage.number}]\nTitle: ${hit.title}\nContent: ${words}`,
  },
  /** `[Title > Section]`, or `[Title]` where there is no section, then the passage: the form of requirement row D3. */
  titled: {
    passage({ hit }, words) {
      const section = hit.headingPath.at(-1);
      const place = section === undefined || section === hit.title ? hit.title : `${hit.title} > ${section}`;
      return `[${place}]\n${words}`;
    },
  },
  /**
   * The passage, then the chapter and section it is from: the form of requirement row C5. The chapter is the passage's
   * field of that name, else the document's title; the section is the field, else the nearest heading.
   */
  chapters: {
    passage({ passage, hit }, words) {
      const { metadata } = passage.chunk;
      const chapter = nameIn(metadata.chapter, unnamed.chapter) ?? (hit.title || unnamed.chapter);
      const section = nameIn(metadata.section, unnamed.section) ?? hit.headingPath.at(-1) ?? unnamed.section;
      return `[${passage.number}] ${words}\nSource: ${chapter}, ${section}`;
    },
  },
  /** `[1]`, the title, the passage's own fields as `name: value` lines, then the passage: the form of row A8. */
  metadata: {
    passage({ passage, hit }, words) {
      const fields = Object.entries(passage.chunk.metadata).map(
        ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
      );
      return [`[${passage.number}] ${hit.title}`, ...fields, words].join('\n');
    },
  },
} as const satisfies Readonly<Record<string, ContextFormat>>;

/** Undefined where the field is not there, or only stands for a name. */
function nameIn(field: MetadataValue | undefined, stand: string): string | undefined {
  const isName = typeof field === 'string' || typeof field === 'number';
  return isName && field !== stand ? String(field) : undefined;
}

/** Four characters a token: the rule of thumb by which the room for a context is often given. Requirement row D3. */
export const fourCharacterTokenizer: Tokenizer = {
  id: 'characters-4',
  count: (text) => Math.ceil(text.length / 4),
};
