import {
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { Answer, AnswerStream } from '../../answer/answer.ts';
import { maxListed, projectName } from '../../app/checked-calls.ts';
import type { DocumentText } from '../../contracts/document.ts';
import { outcomes } from '../../contracts/generator.ts';
import { pageToName } from '../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { manifest } from '../../files/package-root.ts';
import type { Footnote } from '../../footnote.ts';
import { maxCollections, maxTopK } from '../../retrieve/query-limits.ts';
import { collectionName } from '../../settings/config.ts';
import { verdict } from '../schemas/answer.ts';
import { pageOrNull } from '../schemas/documents.ts';

/** Most characters of a document that one call returns: about 5000 tokens. */
const maxReadCharacters = 20_000;

/** Most blocks that are read on each side of a span. */
const maxNeighbours = 20;

const question = z
  .string()
  .describe(
    'A whole question in any language. It may contain conditions such as path:handbook or "exact words".',
  );
const topK = z
  .int()
  .min(1)
  .max(maxTopK)
  .optional()
  .describe('Passages to find. Default: as the server is set, 10 unless changed.');
const documents = z
  .array(z.string())
  .max(maxListed)
  .optional()
  .describe('Ids of the only documents to look in. Default: all.');

const project = projectName
  .optional()
  .describe('Only documents of this project, by their metadata field `project`. Default: all.');
const collections = z
  .array(collectionName)
  .min(1)
  .max(maxCollections)
  .optional()
  .describe('Collections to look in together. Default: the configured one.');
const collection = collectionName
  .optional()
  .describe('The collection to look in. Default: the configured one.');

/** What `search` and `ask` take. Unknown arguments are refused, as everywhere. */
const questionInput = z.strictObject({ question, collections, documents, project, topK });

/** What `read_document` takes. */
const readInput = z.strictObject({
  document: z.string().min(1).describe('Id or path of the document, as citations and lists give it.'),
  collection,
  start: z.int().min(0).optional().describe('First character to read, as in a citation. Default: 0.'),
  end: z
    .int()
    .min(0)
    .optional()
    .describe(`One past the last character. Default: the end, at most ${maxReadCharacters} characters on.`),
  neighbours: z
    .int()
    .min(0)
    .max(maxNeighbours)
    .optional()
    .describe('Paragraphs, tables and the like to read on each side of a span with an end. Default: 1.'),
});

/** What `list_documents` takes. */
const listInput = z.strictObject({
  collection,
  search: z.string().optional().describe('Words that title or path must contain. Default: all documents.'),
  limit: z.int().min(1).max(maxListed).optional().describe('Documents to return. Default: 100.'),
  offset: z.int().min(0).optional().describe('Documents to skip. Default: 0.'),
});

const named = {
  collection: z.string(),
  documentId: z.string(),
  path: z.string().describe("The document's source as the user knows it."),
  title: z.string(),
  uri: z.string().describe('The document as a resource of this server.'),
};

const place = {
  ...named,
  headingPath: z.array(z.string()).describe('Headings above it, outermost first.'),
  page: pageOrNull,
  start: z.int().min(0).describe("First character in the document's text, as `read_document` takes it."),
  end: z.int().min(0).describe('One past the last character.'),
};

const warnings = z.array(z.string()).describe('What went less well than it should have.');

/** What `search` gives. */
const searchOutput = z.object({
  hits: z
    .array(
      z.object({ ...place, content: z.string().describe('The passage, word for word.'), score: z.number() }),
    )
    .describe('Passages, best first.'),
  relevant: z.boolean().describe('Whether anything bears on the question; without it there are no hits.'),
  warnings,
});

/** What `ask` gives. */
const answerOutput = z.object({
  answer: z.string().describe('The sentences, each followed by the [n] of its citations.'),
  abstained: z.boolean().describe('True if the documents do not answer the question.'),
  outcome: z.enum(outcomes).describe('Why the answer is what it is.'),
  confidence: z.number().min(0).max(1).describe('How far to trust the answer; 0 when abstained.'),
  confidenceReason: z.string(),
  complete: z.boolean().describe('False if the answer was cut off.'),
  citations: z.array(
    z.object({
      number: z.int().min(1).describe('The n of [n].'),
      ...place,
      quote: z.string().describe('The characters from start to end of the document, word for word.'),
      verdict: verdict.describe('What checking the sentences that cite it came to.'),
    }),
  ),
  warnings,
});

/** What `read_document` gives. */
const readOutput = z.object({
  ...place,
  text: z.string().describe('The characters from start to end.'),
  span: z
    .object({ start: z.int().min(0), end: z.int().min(0) })
    .describe('What was asked for, without its neighbours.'),
  length: z.int().min(0).describe('Characters of the whole document.'),
  nextStart: z.int().min(0).nullable().describe('Where to read on; null at the end of the document.'),
});

/** What `list_documents` gives. */
const listOutput = z.object({
  documents: z
    .array(
      z.object({
        ...named,
        language: z.string(),
        bytes: z.int().min(0),
        ingestedAt: z.string().describe('ISO 8601.'),
      }),
    )
    .describe('Ordered by path.'),
  matching: z.int().min(0).describe('Documents that match, however many are returned.'),
  collections: z.array(z.string()).describe('Names of all collections.'),
});

/** What a server of the Model Context Protocol answers from. */
interface McpServerOptions {
  /** The store as the one who asks may see it. */
  readonly footnote: Footnote;
  /** The collection that a call means that names none. */
  readonly collection: string;
  /** Network address of whoever asks, for the log. */
  readonly clientAddress?: string;
  /** Does the work of a question, or refuses it where too many are under way. Default: does it. */
  readonly limit?: <Result>(work: () => PromiseLike<Result>) => Promise<Result>;
  /** What whoever asks may know of a failure; says the rest where it belongs. */
  readonly tell: (error: unknown) => FootnoteError;
}

const instructions = `Footnote answers questions from the user's own documents, and ties every sentence to the exact place that it comes from. Call ask for an answer with citations, search for the passages themselves, list_documents to see what there is, and read_document with the documentId, start and end of a citation to read what stands around it. Keep the [n] of an answer, and say with them which document each comes from. If an answer is abstained, the documents do not say it.`;

const reading = { readOnlyHint: true, openWorldHint: false, idempotentHint: true };

/** Documents that the list of resources has at most; `list_documents` has them all. */
const maxResources = 1000;

/** Documents of a list that says no number. */
const defaultListed = 100;

/**
 * One server of the Model Context Protocol (https://modelcontextprotocol.io): tools that ask, search, read and list,
 * and the documents as resources. It serves one connection or, over HTTP, one request. What fails is a tool's error,
 * whose remedy a model can act on.
 */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { footnote, clientAddress, limit = (work) => Promise.resolve(work()) } = options;
  const server = new McpServer(
    { name: 'footnote', title: 'Footnote', version: manifest.version },
    // Nothing of what is listed changes while a connection lasts but documents, of which nobody is told.
    { instructions, capabilities: { tools: { listChanged: false }, resources: { listChanged: false } } },
  );

  /** Runs a tool: its result as data and as text. */
  const tool =
    <Input, Output extends object>(
      work: (input: Input, context: ServerContext) => Promise<Output>,
      describe: (output: Output) => string,
    ) =>
    async (input: Input, context: ServerContext): Promise<CallToolResult> => {
      try {
        const output = await work(input, context);
        return { content: [{ type: 'text', text: describe(output) }], structuredContent: { ...output } };
      } catch (error) {
        const { aborted } = context.mcpReq.signal;
        const { message } = aborted ? new FootnoteError('aborted', {}) : options.tell(error);
        return { content: [{ type: 'text', text: message }], isError: true };
      }
    };
  const query = ({ question, ...asked }: z.output<typeof questionInput>, { mcpReq }: ServerContext) => ({
    question,
    query: { collection: asked.collections?.[0] ?? options.collection, ...asked, signal: mcpReq.signal },
  });

  server.registerTool(
    'ask',
    {
      title: 'Ask the documents',
      description:
        "Answers a question from the user's documents. Every sentence of the answer carries [n], a citation with document, place and exact quote. Says so where the documents do not answer it.",
      inputSchema: questionInput,
      outputSchema: answerOutput,
      annotations: { title: 'Ask the documents', ...reading },
    },
    tool(async (input, context) => {
      const { question, query: asked } = query(input, context);
      const answer = await limit(() =>
        followed(
          footnote.ask(question, { ...asked, ...(clientAddress !== undefined && { clientAddress }) }),
          context,
        ),
      );
      return answerOutput.parse({ ...answer, citations: answer.citations.map(withUri) });
    }, answerText),
  );

  server.registerTool(
    'search',
    {
      title: 'Search the documents',
      description:
        "Finds passages of the user's documents that bear on a question, best first, word for word with their place.",
      inputSchema: questionInput,
      outputSchema: searchOutput,
      annotations: { title: 'Search the documents', ...reading },
    },
    tool(async (input, context) => {
      const { question, query: asked } = query(input, context);
      const { hits, relevance, warnings } = await limit(() => footnote.search(question, asked));
      return searchOutput.parse({ hits: hits.map(withUri), relevant: relevance.relevant, warnings });
    }, searchText),
  );

  server.registerTool(
    'read_document',
    {
      title: 'Read a document',
      description:
        'Reads a document, or the part of it that a citation or a passage points to, with the paragraphs around it.',
      inputSchema: readInput,
      outputSchema: readOutput,
      annotations: { title: 'Read a document', ...reading },
    },
    tool(async ({ document, collection = options.collection, start, end, neighbours = 1 }, { mcpReq }) => {
      const found = await footnote.getDocumentText(document, { collection });
      throwIfAborted(mcpReq.signal);
      const part = readSpan(found, { start, end, neighbours, limit: maxReadCharacters });
      return readOutput.parse({
        ...withUri({ ...found, collection }),
        ...part,
        length: found.text.length,
      });
    }, readText),
  );

  server.registerTool(
    'list_documents',
    {
      title: 'List the documents',
      description: "Lists the user's documents, ordered by path, and the collections that there are.",
      inputSchema: listInput,
      outputSchema: listOutput,
      annotations: { title: 'List the documents', ...reading },
    },
    tool(async ({ collection = options.collection, limit: shown = defaultListed, ...page }) => {
      const [collections, { documents, matching }] = await Promise.all([
        footnote.listCollections(),
        footnote.findDocuments({ collection, limit: shown, ...page }),
      ]);
      const listed = documents.map((document) => withUri({ ...document, collection }));
      return listOutput.parse({ documents: listed, matching, collections });
    }, listText),
  );

  /** The same for what is no tool: a failure of the protocol, with the same words. */
  const told = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const { code, message, status } = options.tell(error);
      throw new ProtocolError(
        status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
        message,
        { code },
      );
    }
  };

  const template = new ResourceTemplate('footnote://collections/{collection}/documents/{documentId}', {
    list: () =>
      told(async () => {
        const resources = [];
        for (const collection of await footnote.listCollections()) {
          const room = maxResources - resources.length;
          if (room === 0) break;
          const { documents } = await footnote.findDocuments({ collection, limit: room });
          for (const { documentId, path, title } of documents)
            resources.push({ uri: uriOf(collection, documentId), name: path, title });
        }
        return { resources };
      }),
  });
  server.registerResource(
    'document',
    template,
    { title: 'Document', description: 'The text that citations point into.', mimeType: 'text/plain' },
    (uri, { collection, documentId }) =>
      told(async () => {
        const place = { documentId: decoded(documentId), collection: decoded(collection) };
        if (place.documentId === undefined || place.collection === undefined)
          throw new ResourceNotFoundError(uri.href);
        const found = await footnote
          .getDocumentText(place.documentId, { collection: place.collection })
          .catch((error: unknown) => {
            const { code, message } = options.tell(error);
            if (code === 'document_unknown' || code === 'collection_unknown')
              throw new ResourceNotFoundError(uri.href, message);
            throw error;
          });
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text: found.text }] };
      }),
  );
  return server;
}

/** The whole answer. Where it was asked for, whoever waits is told on the way how far it is. */
async function followed(stream: AnswerStream, { mcpReq }: ServerContext): Promise<Answer> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return stream;
  let progress = 0;
  const say = async (message: string) => {
    progress += 1;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, message },
    });
  };
  for await (const event of stream) {
    if (event.type === 'retrieved') await say(`${event.result.hits.length} passages found`);
    else if (event.type === 'waiting') await say(event.message);
    else if (event.type === 'verdict') await say('A sentence is written and checked');
    else if (event.type === 'done') return event.answer;
  }
  throw new Error('An answer ended without its last event.');
}

function withUri<Place extends { readonly collection: string; readonly documentId: string }>(place: Place) {
  return { ...place, uri: uriOf(place.collection, place.documentId) };
}

function uriOf(collection: string, documentId: string): string {
  return `footnote://collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}`;
}

/** A variable of a template, which stands in the address percent-encoded; undefined where it is not validly so. */
function decoded(variable: string | string[] | undefined): string | undefined {
  try {
    return decodeURIComponent([variable].flat()[0] ?? '');
  } catch {
    return undefined;
  }
}

interface Place {
  readonly path: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
}

/** An answer with its footnotes, as a person reads it. */
function answerText({ answer, citations, warnings }: z.output<typeof answerOutput>): string {
  const footnotes = citations.map(
    (citation) => `[${citation.number}] ${placeText(citation)}: “${citation.quote}”`,
  );
  return parts([answer, footnotes.join('\n'), ...warnings.map(warningText)]);
}

/** The passages of a search, numbered. */
function searchText({ hits, warnings }: z.output<typeof searchOutput>): string {
  const found = hits.map((hit, index) => `${index + 1}. ${placeText(hit)}\n${hit.content.trim()}`);
  return parts([
    ...(found.length > 0 ? found : ['Nothing in the documents bears on this.']),
    ...warnings.map(warningText),
  ]);
}

/** A part of a document under the line that says which. */
function readText({ text, length, nextStart, ...place }: z.output<typeof readOutput>): string {
  const rest = nextStart === null ? '' : `The document goes on: read from start ${nextStart}.`;
  return parts([`${placeText(place)} of ${length}`, text, rest]);
}

/** A line for each document. */
function listText({ documents, matching, collections }: z.output<typeof listOutput>): string {
  const lines = documents.map(({ path, title, documentId }) => `- ${path} — ${title} (${documentId})`);
  const shown = `${documents.length} of ${matching} documents. Collections: ${collections.join(', ') || 'none yet'}.`;
  return parts([shown, lines.join('\n')]);
}

function placeText(place: Place): string {
  const page = pageToName(place);
  const steps = [place.path, ...place.headingPath].join(' › ');
  return `${steps}${page ? `, ${page.unit} ${page.number}` : ''}, characters ${place.start}–${place.end}`;
}

function warningText(warning: string): string {
  return `Warning: ${warning}`;
}

function parts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Which part of a document is wanted. */
interface AskedSpan {
  /** Default: 0. */
  readonly start?: number | undefined;
  /** Default: the end of the text. */
  readonly end?: number | undefined;
  /** Blocks to take on each side, where there is an `end`. */
  readonly neighbours: number;
  /** Most characters of the part. */
  readonly limit: number;
}

/** A part of a document's text: `text` is that from `start` to `end`. */
interface ReadSpan {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What was asked for within it. */
  readonly span: { readonly start: number; readonly end: number };
  /** Headings above the start of what was asked for, outermost first. */
  readonly headingPath: readonly string[];
  readonly page: number | null;
  /** Where to read on; null at the end of the text. */
  readonly nextStart: number | null;
}

/**
 * Reads a span with the blocks around it: a quote with the paragraph that it stands in, and those before and after.
 * Errors: `request_invalid` for a span that the text does not have.
 */
export function readSpan(
  { text, blocks }: Pick<DocumentText, 'text' | 'blocks'>,
  asked: AskedSpan,
): ReadSpan {
  const { start = 0, end = text.length, neighbours, limit } = asked;
  const last = text.length;
  if (start > last)
    throw invalid('start', `it is past the end of the document, which has ${last} characters`);
  if (end < start) throw invalid('end', `it is before start, which is ${start}`);
  const span = { start, end: Math.min(end, last) };
  const around = asked.end === undefined ? span : withNeighbours(blocks, span, neighbours);
  // What surrounds a span gives way to it where both are too long.
  const from = around.end - around.start > limit ? span.start : around.start;
  const to = beforeSurrogate(text, Math.min(around.end, from + limit));
  const above = blocks.filter((block) => block.start <= span.start);
  return {
    text: text.slice(from, to),
    start: from,
    end: to,
    span: { start: span.start, end: Math.min(span.end, to) },
    headingPath: headingsAbove(above),
    page: above.at(-1)?.page ?? null,
    nextStart: to < last ? to : null,
  };
}

type Blocks = DocumentText['blocks'];

function withNeighbours(blocks: Blocks, span: { start: number; end: number }, neighbours: number) {
  const first = blocks.findIndex((block) => block.end > span.start);
  const last = blocks.findLastIndex((block) => block.start < span.end);
  if (first < 0 || last < first) return span;
  const before = blocks[Math.max(0, first - neighbours)];
  const after = blocks[Math.min(blocks.length - 1, last + neighbours)];
  return {
    start: Math.min(span.start, before?.start ?? span.start),
    end: Math.max(span.end, after?.end ?? span.end),
  };
}

function headingsAbove(above: Blocks): readonly string[] {
  const path: { readonly level: number; readonly title: string }[] = [];
  for (const block of above) {
    if (block.kind !== 'heading') continue;
    while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
    path.push(block);
  }
  return path.map(({ title }) => title);
}

/** A character that takes two code units is not cut in half. */
function beforeSurrogate(text: string, end: number): number {
  const isCut = /[\ud800-\udbff]/.test(text[end - 1] ?? '') && /[\udc00-\udfff]/.test(text[end] ?? '');
  return isCut ? end - 1 : end;
}

function invalid(field: string, problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field, problem });
}

/**
 * Serves the protocol on standard input and output until the client closes its end, or the signal is aborted. Nothing
 * else may be written to standard output meanwhile. What is under way then ends with `aborted`.
 */
export async function serveMcpOverStdio(
  options: McpServerOptions & {
    readonly signal: AbortSignal;
    /** Told what of the client's messages cannot be read. */
    readonly onProblem: (problem: string) => void;
  },
): Promise<void> {
  const { signal, onProblem, ...rest } = options;
  const { stdin, stdout } = process;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  stdin.once('end', end).once('close', end);
  stdout.once('close', end).once('error', end);
  signal.addEventListener('abort', end, { once: true });
  const handle = serveStdio(() => createMcpServer(rest), { onerror: ({ message }) => onProblem(message) });
  if (signal.aborted || stdin.readableEnded || stdin.destroyed) end();
  await ended;
  await handle.close();
  // An open end that nobody writes to any more would keep the process.
  stdin.pause().unref?.();
}
