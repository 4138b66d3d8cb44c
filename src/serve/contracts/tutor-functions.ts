import { z } from 'zod';
import { type Metadata } from '../../contracts/chunk.ts';
import type { Filter } from '../../contracts/engine.ts';
import { FootnoteError } from '../../errors.ts';
import { uploadSource } from '../../files/source-address.ts';
import type { AddOptions, Footnote } from '../../footnote.ts';
import { metadataOf, nameOf } from '../../ingest/added-document.ts';
import { chunkUuid } from '../../records/chunk-uuid.ts';
import type { Hit } from '../../retrieve/hit.ts';
import { unnamed } from '../../text/heading-path.ts';

/** Characters of a question. */
export const maxQuestion = 2000;

/** Where a passage stands. What its document does not say is `Unknown` and `N/A`. Requirement row C8. */
const placeSchema = z.object({
  chapter: z.string(),
  section: z.string(),
  url: z.string(),
  page: z.int().nullable(),
});

/** See {@link placeSchema}. */
export type TutorPlace = z.output<typeof placeSchema>;

const milliseconds = z.int().min(0);
const share = z.number().min(0).max(1);

export const searchRequest = z
  .object({
    query: z.string().min(1).max(maxQuestion),
    filters: z
      .object({
        chapter: z.string().nullish(),
        has_code: z.boolean().nullish(),
        has_equations: z.boolean().nullish(),
      })
      .nullish(),
    top_k: z.int().min(1).max(100).default(20),
  })
  .meta({
    id: 'TutorSearch',
    description: 'What to look for in the textbook, by words and by meaning.',
    examples: [{ query: 'How do I calculate inverse kinematics?', filters: { has_code: true }, top_k: 20 }],
  });

export const searchResponse = z
  .object({
    chunks: z.array(z.object({ id: z.uuid(), text: z.string(), score: share, metadata: placeSchema })),
    metrics: z.object({
      vector_search_latency_ms: milliseconds,
      keyword_search_latency_ms: milliseconds,
      total_latency_ms: milliseconds,
      num_candidates: z.int().min(0),
    }),
  })
  .meta({ id: 'TutorSearchResult', description: 'Passages in the order of both searches together.' });

export const rerankRequest = z
  .object({
    query: z.string().min(1).max(maxQuestion),
    chunks: z
      .array(
        z.object({
          id: z.string().min(1).max(200),
          text: z.string().max(100_000),
          score: z.number().default(0),
          metadata: placeSchema.partial().nullish(),
        }),
      )
      .max(100),
    top_n: z.int().min(1).max(100).default(5),
  })
  .meta({
    id: 'TutorRerank',
    description: 'Passages to judge, as the search found them.',
    examples: [
      {
        query: 'What is a joint?',
        chunks: [
          { id: '3f5f3c1e-2a53-5d7e-9d8e-0d5ad7c5a1f4', text: 'A joint connects two links.', score: 0.9 },
        ],
        top_n: 5,
      },
    ],
  });

export const rerankResponse = z
  .object({
    reranked_chunks: z.array(
      z.object({ id: z.string(), text: z.string(), relevance_score: share, metadata: placeSchema }),
    ),
    metrics: z.object({
      reranking_latency_ms: milliseconds,
      score_distribution: z.object({ min: share, max: share, mean: share }),
    }),
  })
  .meta({ id: 'TutorRerankResult', description: 'The most relevant passages, the best first.' });

export const ingestRequest = z
  .object({
    source_path: z.string().min(1).max(500).describe('What the text goes by: another one replaces it.'),
    content: z.string().describe('Markdown.'),
    metadata: z
      .object({
        chapter: z.string().max(1000).nullish().describe('Default: the outermost heading.'),
        chapter_number: z.int().nullish(),
        file_path: z.string().max(1000).nullish(),
      })
      .nullish(),
  })
  .meta({
    id: 'TutorIngest',
    description: 'A text of the textbook.',
    examples: [
      {
        source_path: 'docs/chapter-02/kinematics.md',
        content: '# Robot Kinematics\n\nA joint connects two links.\n',
        metadata: { chapter: 'Robot Kinematics', chapter_number: 2, file_path: 'chapter-02/kinematics.md' },
      },
    ],
  });

export const ingestResponse = z
  .object({
    chunks: z.array(
      z.object({
        id: z.uuid(),
        text: z.string(),
        vector: z
          .array(z.number())
          .nullable()
          .describe('Of unit length; null for what the model makes no vector of.'),
        metadata: placeSchema.extend({
          chunk_index: z.int().min(0),
          created_at: z.iso.datetime(),
          word_count: z.int().min(0),
          has_code: z.boolean(),
          has_equations: z.boolean(),
        }),
      }),
    ),
  })
  .meta({ id: 'TutorIngestResult', description: 'The passages of the text, all of them, in their order.' });

export type TutorIngestRequest = z.input<typeof ingestRequest>;
export type TutorIngestResponse = z.output<typeof ingestResponse>;
export type TutorSearchRequest = z.input<typeof searchRequest>;
export type TutorSearchResponse = z.output<typeof searchResponse>;
export type TutorRerankRequest = z.input<typeof rerankRequest>;
export type TutorRerankResponse = z.output<typeof rerankResponse>;

/** What the functions may be told besides. */
interface TutorCallOptions {
  readonly signal?: AbortSignal;
}

/** How a text is taken in. */
export type TutorIngestOptions = TutorCallOptions & Pick<AddOptions, 'queue'>;

/** The functions of a tutor's pipeline in the shapes of its description. */
export interface TutorFunctions {
  /**
   * Row C1. Resolves once the text is searchable. Errors: those of {@link Footnote.add}; `request_invalid`, also for a
   * text of which no passages can be made.
   */
  ingest(request: TutorIngestRequest, options?: TutorIngestOptions): Promise<TutorIngestResponse>;
  /** Row C3. Errors: those of {@link Footnote.search}; `request_invalid`. */
  search(request: TutorSearchRequest, options?: TutorCallOptions): Promise<TutorSearchResponse>;
  /** Row C4. Chapters and the like are those of the request, and of what was found lately. Errors: likewise. */
  rerank(request: TutorRerankRequest, options?: TutorCallOptions): Promise<TutorRerankResponse>;
}

/** Passages whose places are remembered between search and rerank. */
const placesRemembered = 10_000;

/** Where passages stand that were found lately, by their UUID. */
export class RememberedPlaces {
  readonly #places = new Map<string, TutorPlace>();

  remember(id: string, place: TutorPlace): void {
    this.#places.delete(id);
    this.#places.set(id, place);
    if (this.#places.size <= placesRemembered) return;
    for (const oldest of this.#places.keys()) {
      this.#places.delete(oldest);
      break;
    }
  }

  find(id: string): TutorPlace | undefined {
    return this.#places.get(id);
  }
}

/**
 * The functions of the preset `tutor` over a store that is opened under it.
 * @param places by which reranking knows where passages stand that were searched for before. Default: its own.
 * @example
 * const tutor = tutorFunctions(await openFootnote({ preset: 'tutor' }));
 * await tutor.ingest({ source_path: 'joints.md', content: '# Joints\n\nA joint connects two links.' });
 * const { chunks } = await tutor.search({ query: 'What is a joint?' });
 * const { reranked_chunks } = await tutor.rerank({ query: 'What is a joint?', chunks });
 */
export function tutorFunctions(
  footnote: Pick<Footnote, 'add' | 'getDocumentPassages' | 'search' | 'rerank'>,
  places = new RememberedPlaces(),
): TutorFunctions {
  return {
    async ingest(request, options = {}) {
      const { source_path: path, content, metadata } = checked(ingestRequest, request);
      const name = nameOf(path.replace(/^(?:\.?\/)+/, ''), 'source_path', 'text/markdown');
      const { failures } = await footnote.add(
        { name, text: content, metadata: metadataOf(present(metadata ?? {}), 'metadata') },
        options,
      );
      const [failure] = failures;
      if (failure) throw new FootnoteError('request_invalid', { field: 'content', problem: failure.message });
      const { signal } = options;
      const read = await footnote.getDocumentPassages(uploadSource(name), signal && { signal });
      return {
        chunks: read.passages.map(({ id, content: text, vector, ordinal, page = null, metadata: known }) => ({
          id: chunkUuid(id),
          text,
          vector: vector && Array.from(vector),
          metadata: {
            ...placeOf({ metadata: known, page }),
            chunk_index: ordinal,
            created_at: read.ingestedAt,
            word_count: Number(known['word_count']),
            has_code: known['has_code'] === true,
            has_equations: known['has_equations'] === true,
          },
        })),
      };
    },
    async search(request, options = {}) {
      const { query, filters, top_k: topK } = checked(searchRequest, request);
      const startMs = performance.now();
      const filter = filterOf(filters);
      const { hits, timings, ranking } = await footnote.search(query, {
        topK,
        // The order of the searches: reranking is a function of its own.
        rerankCandidates: 0,
        ...(filter && { filter }),
        ...options,
      });
      const chunks = hits.map((hit) => {
        const id = chunkUuid(hit.chunkId);
        const metadata = placeOf(hit);
        places.remember(id, metadata);
        return { id, text: hit.content, score: hit.scaledScore ?? 0, metadata };
      });
      return {
        chunks,
        metrics: {
          vector_search_latency_ms: whole(timings['vector']),
          keyword_search_latency_ms: whole(timings['keyword']),
          total_latency_ms: whole(performance.now() - startMs),
          num_candidates: ranking.candidates.fused,
        },
      };
    },
    async rerank(request, options = {}) {
      const { query, chunks, top_n: topN } = checked(rerankRequest, request);
      const numbered = chunks.map(({ text, score }, place) => ({ id: String(place), text, score }));
      const {
        passages,
        milliseconds: ms,
        min,
        max,
        mean,
      } = await footnote.rerank(query, numbered, {
        topN,
        ...options,
      });
      return {
        reranked_chunks: passages.flatMap(({ place, relevance }) => {
          const chunk = chunks[place];
          if (!chunk) return [];
          const { id, text, metadata } = chunk;
          const known = { ...nowhere, ...places.find(id), ...metadata };
          return { id, text, relevance_score: relevance, metadata: known };
        }),
        metrics: { reranking_latency_ms: whole(ms), score_distribution: { min, max, mean } },
      };
    },
  };
}

/** Of a passage of which nothing is known. */
const nowhere: TutorPlace = { chapter: unnamed.chapter, section: unnamed.section, url: 'N/A', page: null };

/** Where a hit stands. */
export function placeOf({ metadata, page }: Pick<Hit, 'metadata' | 'page'>): TutorPlace {
  const text = (name: string, otherwise: string) => textOf(metadata, name) || otherwise;
  return {
    chapter: text('chapter', nowhere.chapter),
    section: text('section', nowhere.section),
    url: text('url', nowhere.url),
    page,
  };
}

function textOf(metadata: Metadata, name: string): string | undefined {
  const value = metadata[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The fields that are there. */
function present(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}

function filterOf(filters: z.output<typeof searchRequest>['filters']): Filter | undefined {
  const wanted = Object.entries(filters ?? {}).flatMap(([field, value]): Filter[] =>
    value === null || value === undefined ? [] : [{ field, op: 'eq', value }],
  );
  return wanted.length === 0 ? undefined : { and: wanted };
}

/** The request with its defaults. Over HTTP it was checked before. Errors: `request_invalid`. */
function checked<Schema extends z.ZodType>(schema: Schema, request: z.input<Schema>): z.output<Schema> {
  const { data, error } = schema.safeParse(request);
  const issue = error?.issues[0];
  if (issue)
    throw new FootnoteError('request_invalid', {
      field: issue.path.join('.') || 'request',
      problem: issue.message,
    });
  return data as z.output<Schema>;
}

function whole(ms: number | undefined): number {
  return Math.round(ms ?? 0);
}
