import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { Answer } from '../../answer/answer.ts';
import { hitConfidence } from '../../answer/confidence.ts';
import { chapterOf, sectionOf } from '../../engines/qdrant/textbook-payload.ts';
import { type ErrorCode, FootnoteError, isFootnoteError } from '../../errors.ts';
import { chunkUuid } from '../../records/chunk-uuid.ts';
import { clientAddress, clientSignal } from '../client-address.ts';
import { shuttingDown } from '../readiness.ts';
import type { Contract } from './contract.ts';

/** Passages of an answer. */
const quoted = 3;

/** Characters of one passage, and of all with what joins them. */
const maxQuote = 500;
const maxAnswer = 2000;

/** What stands between passages. */
const between = ' ... ';

/** Requests of one address. */
const maxPerMinute = 10;

const bounds = { question: [3, 1000], context: 2000, results: [1, 10] } as const;

const queryBody = z
  .object({
    question: z.string().min(bounds.question[0]).max(bounds.question[1]),
    context: z.string().max(bounds.context).nullish().describe('Text that the reader has selected.'),
    max_results: z
      .int()
      .min(bounds.results[0])
      .max(bounds.results[1])
      .default(5)
      .describe('Passages to search for; the best three of them are quoted.'),
  })
  .meta({
    id: 'TextbookQuery',
    description: 'A question about the textbook.',
    examples: [{ question: 'What is Physical AI?', max_results: 5 }],
  });

const share = z.number().min(0).max(1);

const queryReply = z
  .object({
    answer: z.string(),
    sources: z.array(
      z.object({
        chapter: z.string().describe("The chapter's id."),
        section: z.string(),
        page: z.int().nullable(),
        confidence: share.describe('The reranked score, in two decimals.'),
        chunk_id: z.uuid(),
      }),
    ),
    confidence: share.describe('The mean of the best three reranked scores.'),
    response_time_ms: z.int().min(0),
  })
  .meta({
    id: 'TextbookAnswer',
    description: 'Quotes from the textbook, or what a language model makes of them.',
    examples: [
      {
        answer: 'Physical AI refers to artificial intelligence systems that act in the physical world.',
        sources: [
          {
            chapter: '1',
            section: 'Introduction',
            page: 3,
            confidence: 0.92,
            chunk_id: '3f5f3c1e-2a53-5d7e-9d8e-0d5ad7c5a1f4',
          },
        ],
        confidence: 0.92,
        response_time_ms: 143,
      },
    ],
  });

const failureReply = z
  .object({
    error: z.string(),
    message: z.string(),
    status_code: z.int(),
    retry_after: z.int().optional().describe('Seconds to wait.'),
  })
  .meta({ id: 'TextbookFailure', description: 'Why the request failed.' });

/**
 * `POST /api/query` of a textbook's chatbot. Rows E7, E8, E10 and E12 of the requirements in docs/presets.md.
 */
export const textbookContract: Contract = {
  routes(server, { readiness, limit, rateLimits }) {
    const perMinute = rateLimits.perAddress({ max: maxPerMinute });
    server.post(
      '/api/query',
      {
        config: { access: 'read', isQuestion: true },
        schema: {
          operationId: 'queryTextbook',
          summary: 'Answer a question with passages of the textbook',
          tags: ['contract'],
          body: queryBody,
          response: { 200: queryReply, default: failureReply },
        },
        // What is invalid does not count.
        preHandler: async (request, reply) => {
          await perMinute.call(server, request, reply);
          if (!reply.sent) return;
          const { question, context } = request.body;
          const options = { selectedText: context ?? '', clientAddress: clientAddress(request) };
          await request.footnote.noteRefused(question, options).catch(() => undefined);
        },
      },
      async (request, reply) => {
        const startMs = performance.now();
        readiness.requireLoaded();
        const { max_results: maxResults, ...said } = request.body;
        const question = honestQuestion(said.question);
        const signal = clientSignal(reply);
        const asked = () =>
          request.footnote.ask(question, {
            topK: Math.min(quoted, maxResults),
            rerankCandidates: maxResults,
            selectedText: plainText(said.context ?? ''),
            clientAddress: clientAddress(request),
            signal,
          });
        const answer = await limit.run(asked, signal);
        // What was cited lately is no answer to this question.
        if (answer.outcome === 'store-away') throw storeAway();
        return { ...toReply(answer), response_time_ms: Math.round(performance.now() - startMs) };
      },
    );
  },
  failure(error) {
    const told = tell(error);
    const { status, error: title = titles[status] ?? STATUS_CODES[status] ?? 'Error', message } = told;
    const retryAfter = told.retryAfter ?? (status === 503 ? 1 : undefined);
    return {
      status,
      body: {
        error: title,
        message,
        status_code: status,
        ...(retryAfter !== undefined && { retry_after: retryAfter }),
      },
    };
  },
};

/** A question as it is searched for. Errors: `request_invalid`. */
function honestQuestion(text: string): string {
  if (isInjection(text))
    throw new FootnoteError('request_invalid', {
      field: 'Question',
      problem: 'it must not hold scripts or pieces of SQL statements. Ask in words',
    });
  const question = plainText(text);
  if (question.length < bounds.question[0])
    throw new FootnoteError('request_invalid', { field: 'question', problem: 'it is too short' });
  return question;
}

function toReply(answer: Answer) {
  const found =
    answer.outcome === 'answered' ? answer.hits.filter(({ expansion }) => !expansion).slice(0, quoted) : [];
  return {
    answer: answer.model === null ? quotes(answer) : withoutMarkers(answer),
    sources: found.map((hit) => ({
      chapter: chapterOf(hit).id,
      section: sectionOf(hit).title,
      page: hit.page,
      confidence: hundredths(hitConfidence(hit)),
      chunk_id: chunkUuid(hit.chunkId),
    })),
    confidence: hundredths(answer.outcome === 'answered' ? answer.confidence : 0),
  };
}

function quotes({ answer, citations }: Answer): string {
  if (citations.length === 0) return answer;
  const texts = citations.slice(0, quoted).map(({ quote }) => quote.slice(0, maxQuote));
  return texts.join(between).slice(0, maxAnswer);
}

/** A model's answer without its footnote numbers: the sources have none. */
function withoutMarkers({ answer, citations }: Answer): string {
  const numbers = new Set(citations.map(({ number }) => String(number)));
  return answer.replace(/ ?\[(\d+)\]/g, (marker, number: string) => (numbers.has(number) ? '' : marker));
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

interface ToldFailure {
  readonly status: number;
  readonly message: string;
  /** Default: what belongs to the status. */
  readonly error?: string;
  /** In seconds. */
  readonly retryAfter?: number;
}

const titles: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  429: 'Rate limit exceeded',
  500: 'Internal server error',
};

/** Of fields that are wrong in any way. */
const boundsInWords: Readonly<Record<string, string>> = {
  question: `Question must be between ${bounds.question[0]} and ${bounds.question[1]} characters`,
  context: `Context must be at most ${bounds.context} characters`,
  max_results: `max_results must be a whole number between ${bounds.results[0]} and ${bounds.results[1]}`,
};

const messages: Partial<Record<ErrorCode, string>> = {
  engine_unavailable: 'Vector database unavailable',
  engine_rejected: 'Vector database unavailable',
  store_busy: 'Chatbot temporarily unavailable',
  store_unavailable: 'Chatbot temporarily unavailable',
  store_corrupt: 'Chatbot temporarily unavailable',
  model_missing: 'Service starting up, please retry',
  model_altered: 'Service starting up, please retry',
  server_not_ready: 'Service starting up, please retry',
};

/** Statuses that mean the same there. */
const sameStatuses = new Set([400, 401, 403, 404, 405, 415, 429]);

function tell(error: FootnoteError): ToldFailure {
  const { code, status, message, details } = error;
  if (code === 'rate_limited') {
    const seconds = Number(details['seconds']);
    const wait = `Maximum ${details['limit']} requests per minute. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
    return { status, message: wait, retryAfter: seconds };
  }
  if (code === 'request_invalid') {
    const field = String(details['field']);
    return { status, message: boundsInWords[field] ?? message };
  }
  if (code === 'question_empty') return { status, message: boundsInWords['question'] ?? message };
  if (code === 'question_too_long') return { status: 400, message: boundsInWords['question'] ?? message };
  if (code === 'body_too_large') return { status, message };
  if (code === 'server_busy' || isShuttingDown(error)) return { status, message };
  if (code === 'collection_unknown' || status === 409) return { status: 500, message };
  if (sameStatuses.has(status)) return { status, message };
  return { status: 500, message: messages[rootCode(error)] ?? 'Failed to process query' };
}

function isShuttingDown({ code, details }: FootnoteError): boolean {
  return code === 'server_not_ready' && details['reason'] === shuttingDown;
}

/** What kept the server from becoming ready; else the code itself. */
function rootCode({ code, cause }: FootnoteError): ErrorCode {
  return code === 'server_not_ready' && isFootnoteError(cause) ? rootCode(cause) : code;
}

function storeAway(): FootnoteError {
  return new FootnoteError('engine_unavailable', {
    server: 'The vector database',
    reason: 'it did not answer',
    remedy: 'Try again in a moment',
  });
}

/** Names of the elements of HTML, and of what SVG and MathML are put into it by. */
const elements =
  `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite
  code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form
  frame frameset font h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main
  map mark marquee math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt
  ruby s samp script search section select slot small source span strong style sub summary sup svg table tbody td
  template textarea tfoot th thead time title tr track u ul var video wbr`
    .split(/\s+/)
    .join('|');

const attribute = String.raw`[^\s"'<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)`;

/**
 * A tag: its name alone, or with attributes of which the first has a value. `a<b and b>c` is none, nor is `<vector>`.
 */
const tag = new RegExp(String.raw`<(/?)(${elements})((?:[\s/]+${attribute}(?:[\s/]+[^<>]*)?)?)\s*/?>`, 'gi');

/** With what stands in them: their name is all that is said of a script. */
const scripts = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;

const comments = /<!--[\s\S]*?-->/g;

/**
 * Text without HTML and in single spaces. Elements lose their tags and keep their text. A tag that nothing closes, as
 * in "What does <br> do?", is a word of the text: its name stays.
 */
export function plainText(text: string): string {
  const bare = text.replace(comments, ' ').replace(scripts, ' $1 ');
  const closed = new Set(
    [...bare.matchAll(tag)].flatMap(([, slash, name = '']) => (slash === '/' ? [name.toLowerCase()] : [])),
  );
  return bare
    .replace(tag, (_, slash: string, name: string, attributes: string) => {
      const isMarkup = slash === '/' || attributes.trim() !== '' || closed.has(name.toLowerCase());
      return isMarkup ? ' ' : ` ${name} `;
    })
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .trim();
}

/** Markup that runs or loads something where it is shown. */
const runningMarkup = [
  /<\/?script\b[^>]*>/i,
  // An attribute that handles an event.
  /<[a-z][^<>]*?[\s/"']on[a-z]{3,}\s*=/i,
  /<[a-z][^<>]*?=\s*["']?\s*(?:javascript|vbscript)\s*:/i,
  /<(?:iframe|object|embed|frame|base|link|meta)\b[^<>]*=/i,
];

const statement =
  'drop|delete|insert|update|alter|truncate|create|exec|execute|shutdown|select|declare|grant|merge|waitfor';
const value = String.raw`(?:'[^']*'?|"[^"]*"?|\d+|[a-z_][\w.]*)`;

/** How input goes on that is to end the text it is put into and add to a statement. */
const brokenOut = [
  // A further statement: '; DROP TABLE users
  String.raw`(?:['"]\s*\)*|^\s*\d+)\s*;\s*(?:${statement})\b`,
  // A condition that always holds: ' OR '1'='1
  String.raw`['"]\s*\)*\s*(?:or|and|\|\||&&|having)\s+(?:not\s+)?\(?\s*${value}\s*(?:=|<>|!=|<|>|\blike\b|\bis\b|\bin\b)`,
  String.raw`\d\s*\)*\s+(?:or|and)\s+${value}\s*=\s*${value}`,
  // One that takes its time, or tells by an error: ' AND SLEEP(5)
  String.raw`(?:['"]|\d)\s*\)*\s*(?:or|and|\|\||;|,|\+)?\s*\(?\s*(?:select\s+)?(?:sleep|benchmark|pg_sleep|extractvalue|updatexml|load_file)\s*\(`,
  // The rows of another table: ' UNION SELECT password FROM users
  String.raw`(?:['"]|\d)\s*\)*\s*union\s+(?:all\s+)?select\b`,
  // A quote, and the rest of the statement as a comment: admin'--
  String.raw`['"]\s*\)*\s*(?:;|(?:group|order)\s+by\s+\d+)?\s*(?:--|#|/\*)`,
  String.raw`;\s*(?:exec(?:ute)?\s+)?(?:master\.+)?xp_cmdshell\b`,
].map((pattern) => new RegExp(pattern, 'i'));

const asking =
  /\b(?:what|why|how|when|where|which|who|whose|is|are|can|could|does|do|did|should|would|will|explain|describe|compare|define|show|tell|list|give)\b/i;

/**
 * Whether text would do harm where a program puts it into a page or a database statement as it is. Nothing here does:
 * a question is a parameter everywhere. A question about SQL or HTML does none, also one that quotes an attack: words
 * ask before the quote, and the sentence is ended.
 */
export function isInjection(text: string): boolean {
  const said = text.trim();
  const isSentence = /[.?!]["'”`)]*$/.test(said);
  return [...runningMarkup, ...brokenOut].some((pattern) => {
    const start = pattern.exec(said)?.index;
    if (start === undefined) return false;
    // The word that the quote ends belongs to it: admin'--
    const before = said.slice(0, start).replace(/[^\s`“”(]*$/, '');
    return !(isSentence && asking.test(before));
  });
}
