import { basename, dirname } from 'node:path';
import { z } from 'zod';
import type { Answer } from '../../answer/answer.ts';
import { MarkedWords } from '../../answer/citation-marks.ts';
import { hitConfidence, levelConfidence } from '../../answer/confidence.ts';
import type { Metadata, MetadataValue } from '../../contracts/chunk.ts';
import type { Citation } from '../../contracts/generator.ts';
import { FootnoteError, isFootnoteError } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import type { Config } from '../../settings/config.ts';
import { ownValue } from '../../values/own-value.ts';
import { clientAddress, clientSignal } from '../client-address.ts';
import { errorBody } from '../reply-error.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import type { Contract } from './contract.ts';

const maxQuery = 1000;

const queryBody = z
  .object({ query: z.string().min(1).max(maxQuery).regex(/\S/, 'it must not be blank') })
  .meta({
    id: 'KnowledgeBaseQuery',
    description: 'A question to the knowledge base.',
    examples: [{ query: 'How long must a password be?' }],
  });

const share = z.number().min(0).max(1);
const count = z.int().min(0);

const citationSchema = z.object({
  title: z.string(),
  section: z.string().optional(),
  matched: z.boolean().describe('False where no article that was found has such a title.'),
  sourceUrls: z.array(z.string()).describe("The article's own sources elsewhere."),
  docId: z.string().nullable(),
  score: share.nullable().describe('Of the passage.'),
});

const replySchema = z
  .object({
    answer: z.string().describe('Names its sources as `[Title]` or `[Title > Section]`.'),
    sources: z.array(z.object({ title: z.string(), url: z.string() })).describe('Each URL once.'),
    relatedDocs: z
      .array(
        z.object({
          docId: z.string(),
          title: z.string(),
          category: z.string().describe('The label of the folder that the article lies in.'),
          url: z.string().nullable(),
        }),
      )
      .describe('The articles of all passages that were found, also of those that are not cited.'),
    citations: z.array(citationSchema).describe('Each title once, in the order of the answer.'),
    confidence: z.object({ level: z.enum(['High', 'Medium', 'Low']), reason: z.string() }),
    metadata: z.object({
      chunksRetrieved: count,
      model: z.string().nullable().describe('Null where no language model answered.'),
      usage: z
        .object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
        .nullable()
        .describe('Null where the model does not tell.'),
      latencyMs: count.describe('From the question to the answer.'),
    }),
  })
  .meta({
    id: 'KnowledgeBaseAnswer',
    description: 'An answer from the articles of the knowledge base.',
    examples: [
      {
        answer: 'A password has at least fourteen characters [Passwords > Rules].',
        sources: [{ title: 'Passwords', url: 'https://example.org/rules' }],
        relatedDocs: [{ docId: 'd-4f1c', title: 'Passwords', category: 'Security', url: null }],
        citations: [
          {
            title: 'Passwords',
            section: 'Rules',
            matched: true,
            sourceUrls: ['https://example.org/rules'],
            docId: 'd-4f1c',
            score: 0.71,
          },
        ],
        confidence: { level: 'Medium', reason: '2 sources found, average relevance 42%' },
        metadata: {
          chunksRetrieved: 2,
          model: 'llama-3.1-8b-instant',
          usage: { prompt_tokens: 512, completion_tokens: 14, total_tokens: 526 },
          latencyMs: 640,
        },
      },
    ],
  });

/** `POST /api/query` of a knowledge base. Rows D1 and D5–D9 of the requirements in docs/presets.md. */
export const knowledgeBaseContract: Contract = {
  routes(server, { limit, config }) {
    server.post(
      '/api/query',
      {
        config: { access: 'read', isQuestion: true },
        schema: {
          operationId: 'queryKnowledgeBase',
          summary: 'Answer a question from the articles of the knowledge base',
          tags: ['contract'],
          body: queryBody,
          response: { 200: replySchema, default: errorSchema },
        },
      },
      (request, reply) => {
        const signal = clientSignal(reply);
        const options = { clientAddress: clientAddress(request), signal };
        return limit.run(() => answerQuery(request.body.query, request.footnote, config, options), signal);
      },
    );
  },
  failure: (error: FootnoteError) => ({
    status: error.code === 'question_too_long' ? 400 : error.status,
    body: errorBody(error),
  }),
};

type Reply = z.infer<typeof replySchema>;
type ArticleCitation = z.infer<typeof citationSchema>;

/** Errors: those of `Footnote.ask`; `engine_unavailable` where passages of earlier answers were all that is left. */
async function answerQuery(
  query: string,
  footnote: Footnote,
  { answer: { fallback }, metadata: { categories } }: Config,
  options: { readonly clientAddress: string; readonly signal: AbortSignal },
): Promise<Reply> {
  const startedMs = performance.now();
  const words = new MarkedWords(markOf);
  let answer: Answer | undefined;
  for await (const event of footnote.ask(query, options)) {
    words.take(event);
    if (event.type === 'done') answer = event.answer;
  }
  if (!answer) throw new Error('An answer ended without its last event.');
  if (answer.outcome === 'store-away')
    throw new FootnoteError('engine_unavailable', {
      server: 'The vector database',
      reason: 'it did not answer',
      remedy: 'Try again in a moment',
    });
  const hits = answer.hits.filter(({ expansion }) => !expansion);
  const articles = new Map(
    await Promise.all(
      Array.from(new Set([...hits, ...answer.citations].map(({ documentId }) => documentId)), async (id) => {
        return [id, await metadataOf(id, footnote, options)] as const;
      }),
    ),
  );
  const text = answer.abstained && fallback !== '' ? fallback : words.text;
  const citations = articleCitations(text, answer, articles);
  const matched = citations.filter((citation) => citation.matched);
  const sources = new Map(
    matched.flatMap(({ title, sourceUrls }) => sourceUrls.map((url) => [url, { title, url }])),
  );
  const parents = new Map(hits.map((hit) => [hit.documentId, hit]));
  return {
    answer: text,
    sources: [...sources.values()],
    relatedDocs: Array.from(parents.values(), ({ documentId, title, path }) => {
      const { category = basename(dirname(path)), url } = articles.get(documentId) ?? {};
      const folder = String(category);
      return {
        docId: documentId,
        title,
        category: ownValue(categories, folder) ?? folder,
        url: typeof url === 'string' ? url : null,
      };
    }),
    citations,
    confidence: confidenceOf(answer, matched.length),
    metadata: {
      chunksRetrieved: hits.length,
      model: answer.model?.name ?? null,
      usage: usageOf(answer),
      latencyMs: Math.round(performance.now() - startedMs),
    },
  };
}

/** How an answer names an article. What ends a mark does not stand within it. */
function markOf({ title, headingPath }: Citation): string {
  const section = sectionOf({ title, headingPath });
  return `[${[title, ...(section === undefined ? [] : [section])].map(withoutBrackets).join(' > ')}]`;
}

function withoutBrackets(name: string): string {
  return name.replaceAll('[', '(').replaceAll(']', ')');
}

function sectionOf({ title, headingPath }: Pick<Citation, 'title' | 'headingPath'>): string | undefined {
  const section = headingPath.at(-1);
  return section === title ? undefined : section;
}

/** What is said of a document from outside its text; nothing of one that was removed meanwhile. */
async function metadataOf(
  documentId: string,
  footnote: Footnote,
  { signal }: { readonly signal: AbortSignal },
): Promise<Metadata> {
  try {
    signal.throwIfAborted();
    return (await footnote.getDocument(documentId)).metadata;
  } catch (error) {
    if (isFootnoteError(error) && error.code === 'document_unknown') return {};
    throw error;
  }
}

/** What an answer names in brackets, each title once, in the order of its text. */
function articleCitations(
  text: string,
  { citations, unmatched, hits }: Answer,
  articles: ReadonlyMap<string, Metadata>,
): ArticleCitation[] {
  const marks = new Map(citations.map((citation) => [markOf(citation), citation]));
  const strange = new Set(unmatched);
  const named = [...text.matchAll(/\[[^\]]+\]/g)].map(([mark]) => mark);
  const found = new Map<string, ArticleCitation>();
  for (const mark of [...named, ...strange]) {
    const citation = marks.get(mark);
    if (!citation && !strange.has(mark)) continue;
    const one = citation ? matchedCitation(citation, hits, articles) : unmatchedCitation(mark);
    const title = one.title.toLowerCase();
    if (!found.has(title)) found.set(title, one);
  }
  return [...found.values()];
}

function matchedCitation(
  { title, headingPath, documentId, chunkId }: Citation,
  hits: Answer['hits'],
  articles: ReadonlyMap<string, Metadata>,
): ArticleCitation {
  const section = sectionOf({ title, headingPath });
  const hit = hits.find((one) => one.chunkId === chunkId);
  return {
    title,
    ...(section !== undefined && { section }),
    matched: true,
    sourceUrls: externalUrls(articles.get(documentId) ?? {}),
    docId: documentId,
    score: hit ? hitConfidence(hit) : 0,
  };
}

function unmatchedCitation(mark: string): ArticleCitation {
  const [title = '', ...sections] = mark.slice(1, -1).split('>');
  const section = sections.join('>').trim();
  return {
    title: title.trim(),
    ...(section !== '' && { section }),
    matched: false,
    sourceUrls: [],
    docId: null,
    score: null,
  };
}

/** What an article says that it was made from, each once; of one that says nothing, the page that it is itself. */
function externalUrls({ source_urls: sources, url }: Metadata): string[] {
  const given: MetadataValue = sources ?? url ?? [];
  const urls = typeof given === 'object' ? given : [String(given)];
  return [...new Set(urls.filter((one) => /^https?:\/\//i.test(one)))];
}

function confidenceOf(answer: Answer, citations: number): Reply['confidence'] {
  const scores = answer.hits.filter(({ expansion }) => !expansion).map(hitConfidence);
  const { level, reason } = levelConfidence(answer.abstained ? [] : scores, citations);
  if (answer.outcome === 'small-talk') return { level: 'Low', reason: 'Nothing was asked' };
  const isUnproven = answer.abstained && scores.length > 0;
  return {
    level: level as Reply['confidence']['level'],
    reason: isUnproven ? 'No source bears out an answer' : reason,
  };
}

function usageOf({ model }: Answer): Reply['metadata']['usage'] {
  const { promptTokens, completionTokens } = model ?? {};
  if (promptTokens == null || completionTokens == null) return null;
  const total = promptTokens + completionTokens;
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: total };
}
