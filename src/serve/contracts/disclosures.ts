import { z } from 'zod';
import type { Answer, AnswerEvent } from '../../answer/answer.ts';
import { MarkedWords } from '../../answer/citation-marks.ts';
import { projectName, sessionName } from '../../app/checked-calls.ts';
import { type RetrievedContext, retrievedContext } from '../../app/relevant-chunks.ts';
import type { Citation } from '../../contracts/generator.ts';
import type { FootnoteError } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { clientAddress, clientSignal } from '../client-address.ts';
import type { ServerEvent } from '../event-streams.ts';
import { errorBody } from '../reply-error.ts';
import { sendAnswer } from '../routes/route-context.ts';
import { errorSchema } from '../schemas/schema-of.ts';
import type { Contract } from './contract.ts';

/** Characters of a snippet, and the share of them past which a full stop ends it. */
const maxSnippet = 200;
const sentenceShare = 0.7;

const ellipsis = '...';

const askBody = z
  .object({
    question: z.string().min(1).describe('At most `question.maxLength` characters, not blank.'),
    company_slug: projectName.describe(
      "Whose documents are asked: their metadata field `company_slug`; without it, their collection's name.",
    ),
    session_id: sessionName.nullish().describe('Kept with the line in the log.'),
    stream: z.boolean().nullish().describe('Whether the answer comes as server-sent events.'),
  })
  .meta({
    id: 'DisclosuresQuestion',
    description: 'A question about the disclosures of one company.',
    examples: [{ question: "What was the company's revenue in 2024?", company_slug: 'acme-corp' }],
  });

const share = z.number().min(0).max(1);
const milliseconds = z.int().min(0);

const citationSchema = z.object({
  doc_id: z.string(),
  title: z.string(),
  chunk_id: z.string(),
  snippet: z.string().max(maxSnippet).describe('The beginning of the chunk.'),
  score: share,
  chunk_index: z.int().min(0),
});

const debugSchema = z.object({
  retrieval_ms: milliseconds.describe('For embedding the question and searching.'),
  llm_ms: milliseconds.describe('For the answer; 0 where none was made.'),
  total_ms: milliseconds,
  model: z.string().describe('`extractive` where sentences are quoted, `none` where nothing is answered.'),
  chunks_retrieved: z.int().min(0),
  prompt_tokens: z.int().min(0).optional(),
  completion_tokens: z.int().min(0).optional(),
});

const replyFields = {
  answer: z.string().describe('`[Citation N]` names the N-th chunk that was found.'),
  citations: z.array(citationSchema).describe('The chunks that the answer names, by their numbers.'),
  confidence: share.describe('0 where nothing is answered.'),
  debug: debugSchema,
};

const exampleReply = {
  answer: 'Revenue was $4.2 billion in 2024. [Citation 1]',
  citations: [
    {
      doc_id: 'd-4f1c',
      title: 'Annual Report 2024',
      chunk_id: 'd-4f1c.1.12',
      snippet: 'In fiscal year 2024, revenue was $4.2 billion.',
      score: 0.89,
      chunk_index: 12,
    },
  ],
  confidence: 0.85,
  debug: { retrieval_ms: 41, llm_ms: 903, total_ms: 951, model: 'gpt-4.1-mini', chunks_retrieved: 5 },
};

const replySchema = z.object(replyFields).meta({
  id: 'DisclosuresAnswer',
  description: 'An answer from the disclosures of one company.',
  examples: [exampleReply],
});

const eventSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('token'), text: z.string() }),
    z.object({ type: z.literal('citation'), citation: citationSchema }).describe('Before its first mark.'),
    z.object({
      type: z.literal('waiting'),
      reason: z.string(),
      seconds: z.number().nullable(),
      message: z.string(),
    }),
    z.object({ type: z.literal('done'), ...replyFields }).describe('The whole reply, as without `stream`.'),
    z.object({ type: z.literal('error'), error: errorSchema.shape.error }),
  ])
  .meta({
    id: 'DisclosuresEvent',
    description: 'An event of a streamed answer. Exactly one `done` or `error` ends it.',
    examples: [{ type: 'done', ...exampleReply }],
  });

/** `POST /api/ask` over company disclosures. Rows B4, B7, B8, B11 and B13 of the requirements in docs/presets.md. */
export const disclosuresContract: Contract = {
  routes(server, context) {
    const { limit, config } = context;
    server.post(
      '/api/ask',
      {
        config: { access: 'read', isQuestion: true },
        schema: {
          operationId: 'askDisclosures',
          summary: 'Answer a question from the disclosures of one company',
          tags: ['contract'],
          body: askBody,
          response: {
            200: {
              description: 'The answer; with `stream`, events of which the last is `done` or `error`.',
              content: {
                'application/json': { schema: replySchema },
                'text/event-stream': { schema: eventSchema },
              },
            },
            default: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const { question, company_slug: project, session_id: sessionId, stream } = request.body;
        const startedMs = performance.now();
        const ask = (signal: AbortSignal) => {
          const asked = {
            project,
            clientAddress: clientAddress(request),
            signal,
            ...(sessionId != null && { sessionId }),
          };
          return tell(request.footnote.ask(question, asked), config, startedMs);
        };
        if (stream === true) return sendAnswer(context, request, reply, ask);
        const gone = clientSignal(reply);
        return limit.run(async () => lastOf(ask(gone)), gone);
      },
    );
  },
  failure: (error: FootnoteError) => ({
    status: error.code === 'question_too_long' ? 400 : error.status,
    body: errorBody(error),
  }),
  failureEvent: (error: FootnoteError) => ({ type: 'error', ...errorBody(error) }),
};

type Reply = z.infer<typeof replySchema>;

/** The events of an answer in the words of the contract, of which the last has the whole reply. */
async function* tell(
  events: AsyncIterable<AnswerEvent>,
  config: Config,
  startedMs: number,
): AsyncGenerator<ServerEvent & z.infer<typeof eventSchema>, void> {
  let contexts: readonly RetrievedContext[] = [];
  const placeOf = ({ chunkId }: Citation) => contexts.findIndex((one) => one.chunkId === chunkId);
  const words = new MarkedWords((citation) => `[Citation ${placeOf(citation) + 1}]`);
  const cited = new Set<number>();
  for await (const event of events) {
    if (event.type === 'retrieved') contexts = event.result.hits.map(retrievedContext);
    if (event.type === 'waiting') {
      const { reason, seconds, message } = event;
      yield { type: 'waiting', reason, seconds, message };
    }
    const said = words.take(event);
    const place = said?.citation ? placeOf(said.citation) : -1;
    const context = contexts[place];
    if (context && !cited.has(place)) {
      cited.add(place);
      yield { type: 'citation', citation: toCitation(context) };
    }
    if (said) yield { type: 'token', text: said.text };
    if (event.type !== 'done') continue;
    const { answer } = event;
    const isSaid = answer.abstained && config.answer.fallback !== '';
    const places = answer.abstained ? [] : [...cited].toSorted((a, b) => a - b);
    yield {
      type: 'done',
      answer: isSaid ? config.answer.fallback : words.text,
      citations: places.flatMap((at) => (contexts[at] ? [toCitation(contexts[at])] : [])),
      confidence: answer.confidence,
      debug: debugOf(answer, performance.now() - startedMs),
    };
  }
}

async function lastOf(events: ReturnType<typeof tell>): Promise<Reply> {
  for await (const event of events) if (event.type === 'done') return replySchema.parse(event);
  throw new Error('An answer ended without its last event.');
}

function debugOf({ timings, abstained, outcome, model, hits }: Answer, totalMs: number) {
  const { total = 0, answer = 0 } = timings;
  const isQuoted = outcome === 'answered' && !model;
  const { promptTokens, completionTokens } = model ?? {};
  return {
    retrieval_ms: Math.floor(total - answer),
    llm_ms: abstained && !model ? 0 : Math.floor(answer),
    total_ms: Math.ceil(Math.max(totalMs, total)),
    model: model?.name ?? (isQuoted ? 'extractive' : 'none'),
    chunks_retrieved: hits.filter(({ expansion }) => !expansion).length,
    ...(promptTokens != null && { prompt_tokens: promptTokens }),
    ...(completionTokens != null && { completion_tokens: completionTokens }),
  };
}

function toCitation({ docId, docTitle, chunkId, content, score, chunkIndex }: RetrievedContext) {
  return {
    doc_id: docId,
    title: docTitle,
    chunk_id: chunkId,
    snippet: snippetOf(content),
    score,
    chunk_index: chunkIndex,
  };
}

/** The beginning of a chunk: up to a full stop past 70 % of the room, else as far as there is room for the dots. */
function snippetOf(content: string): string {
  if (content.length <= maxSnippet) return content;
  const stop = content.slice(0, maxSnippet).lastIndexOf('.');
  if (stop > maxSnippet * sentenceShare) return content.slice(0, stop + 1);
  const words = content.slice(0, maxSnippet - ellipsis.length).trim();
  // Half of a character that takes two code units is none.
  return (words.isWellFormed() ? words : words.slice(0, -1)) + ellipsis;
}
