import type { Passage } from '../contracts/generator.ts';
import type { Block } from '../contracts/parser.ts';
import type { Hit } from '../retrieve/hit.ts';
import { placeAt } from '../text/heading-path.ts';
import type { Citation } from './answer.ts';

/** A span that a generator took from a passage: `[start, end)` of the document's cleaned text. */
export interface Quote {
  /** The passage's number. */
  readonly passage: number;
  readonly start: number;
  readonly end: number;
}

/** What a document version says and how it is built. */
export interface SourceText {
  /** Cleaned text. */
  readonly text: string;
  readonly blocks: readonly Block[];
}

/** Reads a document version; undefined where it is no longer live. */
export type SourceTextLookup = (
  documentId: string,
  version: number,
  options?: { signal?: AbortSignal },
) => Promise<SourceText | undefined>;

/** A passage with the hit that it was made from. */
export interface CitedPassage {
  readonly passage: Passage;
  readonly hit: Hit;
}

/**
 * Turns quotes into numbered citations, each proven by comparing it with the document's own text: what the chunk
 * holds at that place must be there, letter for letter. A quote that cannot be proven is left out and named in the
 * warnings. A span quoted twice is cited once.
 */
export async function cite(
  quotes: readonly Quote[],
  passages: readonly CitedPassage[],
  sourceText: SourceTextLookup,
  options: { signal?: AbortSignal } = {},
): Promise<{ citations: Citation[]; warnings: string[] }> {
  const byNumber = new Map(passages.map((cited) => [cited.passage.number, cited]));
  const sources = new Map<string, SourceText | undefined>();
  const seen = new Set<string>();
  const citations: Citation[] = [];
  const warnings: string[] = [];

  for (const { passage: number, start, end } of quotes) {
    const cited = byNumber.get(number);
    if (!cited) {
      warnings.push(`A quote names passage ${number}, which was not given; it was left out.`);
      continue;
    }
    const { hit, passage } = cited;
    const { chunk } = passage;
    const span = `${chunk.documentId} ${start} ${end}`;
    if (seen.has(span)) continue;
    seen.add(span);

    const version = `${chunk.documentId} ${chunk.version}`;
    if (!sources.has(version)) {
      sources.set(version, await sourceText(chunk.documentId, chunk.version, options));
    }
    const source = sources.get(version);
    const quote = source?.text.slice(start, end);
    const isInside = chunk.start <= start && start < end && end <= chunk.end;
    if (!source || !isInside || quote !== chunk.content.slice(start - chunk.start, end - chunk.start)) {
      warnings.push(`${hit.path} no longer holds a sentence that was found there; it was left out.`);
      continue;
    }
    citations.push({
      number: citations.length + 1,
      documentId: hit.documentId,
      path: hit.path,
      title: hit.title,
      // Of the quote, not of the chunk: a chunk may hold several short sections.
      ...placeAt(source.blocks, start),
      start,
      end,
      quote,
      verdict: 'verbatim',
    });
  }
  return { citations, warnings };
}

/** The answer as text: each quote on one line's worth of white space, followed by its footnote's number. */
export function citedText(citations: readonly Citation[]): string {
  return citations.map(({ quote, number }) => `${quote.replace(/\s+/g, ' ')} [${number}]`).join(' ');
}
