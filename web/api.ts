import type { AnswerEvent } from '../src/answer/answer.ts';
import type {
  Conversation,
  ConversationChange,
  ConversationWithMessages,
  ErasureReceipt,
  Feedback,
  Share,
  SharedAnswer,
} from '../src/contracts/conversation.ts';
import type {
  DocumentChange,
  DocumentFilter,
  DocumentPage,
  DocumentSummary,
  DocumentText,
  FindDocumentsOptions,
  TextPlace,
} from '../src/contracts/document.ts';
import type { Job } from '../src/contracts/job.ts';
import type { ModelCheck } from '../src/contracts/model-check.ts';
import type { ApiKey, CreatedKey, CreateKeyOptions } from '../src/contracts/principal.ts';
import type { QuestionLogPage, ReadLogOptions, Usage } from '../src/contracts/question-log.ts';
import type { WatchedFolder } from '../src/contracts/uploads.ts';
import type { ComparedRuns, ListedRun } from '../src/evaluate/compared-runs.ts';
import { readEvents } from './read-events.ts';
import { sessionId } from './session.ts';
import { currentWords } from './words/words.ts';

/** A request that failed, with what the server said about it: a message that names the remedy. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the server's error table, or `unreachable` where no server answered. */
  readonly code: string;
  /** The parts of the message as data. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Whatever was thrown, as something that can be shown. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal', String(error));
}

/** A question with the conversation that it belongs to; without an id it begins one. */
export interface Asked {
  readonly question: string;
  /** Words of a source that it is about; empty where it is about none. */
  readonly selectedText: string;
  readonly conversationId: string | null;
  /** Whether it is to be answered by quotations, without the language model. */
  readonly quotesOnly: boolean;
}

/**
 * Answers a question from collections, of which the first keeps the conversation, told while it is made: the last event
 * is `done`. Errors: {@link ApiError}.
 */
export async function* ask(
  [collection = '', ...others]: readonly string[],
  asked: Asked,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const collections = others.length > 0 ? { collections: others } : {};
  const response = await reach(inCollection(collection, 'ask'), {
    ...jsonBody({ ...asked, ...collections, sessionId, stream: true }),
    signal,
  });
  if (!response.ok || !response.body) throw serverError(response.status, await bodyOf(response));
  for await (const data of eventsOf(response.body, signal, () => currentWords().shell.answerLost)) {
    const event = JSON.parse(data) as AnswerEvent | ({ readonly type: 'error' } & ErrorBody);
    if (event.type === 'error') throw serverError(response.status, event);
    yield event;
    if (event.type === 'done') return;
  }
  throw brokenOff(currentWords().shell.answerLost);
}

/** The events of a reply. A connection that breaks is told apart from one that this page has ended. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  lost: () => string,
): AsyncGenerator<string> {
  try {
    yield* readEvents(body);
  } catch (cause) {
    throw signal.aborted ? cause : brokenOff(lost());
  }
}

function brokenOff(message: string): ApiError {
  return new ApiError('broken_off', message);
}

/** Most entries of a list that the server gives at once. */
export const maxListed = 1000;

/**
 * The latest conversations of this browser, at most {@link maxListed} of each collection: those that are pinned, then
 * the latest first. Errors: {@link ApiError}.
 */
export async function listConversations(
  collections: readonly string[],
  signal: AbortSignal,
): Promise<readonly Conversation[]> {
  const query = `sessionId=${sessionId}&limit=${maxListed}`;
  const lists = await Promise.all(
    collections.map((collection) =>
      request<{ conversations: readonly Conversation[] }>(
        `${inCollection(collection, 'conversations')}?${query}`,
        { signal },
      ),
    ),
  );
  const all = lists.flatMap(({ conversations }) => conversations);
  return all.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || b.updatedAt.localeCompare(a.updatedAt),
  );
}

/** A conversation with its messages. Errors: {@link ApiError}. */
export function getConversation(
  collection: string,
  conversationId: string,
  signal: AbortSignal,
): Promise<ConversationWithMessages> {
  return request(inCollection(collection, 'conversations', conversationId), { signal });
}

/** Names or pins a conversation. Errors: {@link ApiError}. */
export async function changeConversation(
  collection: string,
  conversationId: string,
  change: ConversationChange,
): Promise<void> {
  const path = inCollection(collection, 'conversations', conversationId);
  await request(path, { ...jsonBody(change), method: 'PATCH' });
}

/** Begins another conversation with what was said before a question. Errors: {@link ApiError}. */
export function branchConversation(
  collection: string,
  conversationId: string,
  before: string,
): Promise<Conversation> {
  return request(`${inCollection(collection, 'conversations', conversationId)}:branch`, jsonBody({ before }));
}

/** Erases a conversation. Errors: {@link ApiError}. */
export async function eraseConversation(collection: string, conversationId: string): Promise<void> {
  await request(inCollection(collection, 'conversations', conversationId), { method: 'DELETE' });
}

/** Makes a link to an answer, or gives the one that there is. Errors: {@link ApiError}. */
export function shareAnswer(collection: string, messageId: string): Promise<Share> {
  return request(inCollection(collection, 'shares'), jsonBody({ messageId }));
}

/** Links to answers of this browser's conversations, the latest first. Errors: {@link ApiError}. */
export async function listShares(
  collections: readonly string[],
  signal: AbortSignal,
): Promise<readonly Share[]> {
  const query = `sessionId=${sessionId}&limit=${maxListed}`;
  const lists = await Promise.all(
    collections.map((collection) =>
      request<{ readonly shares: readonly Share[] }>(`${inCollection(collection, 'shares')}?${query}`, {
        signal,
      }),
    ),
  );
  return lists.flatMap(({ shares }) => shares).toSorted((a, b) => b.sharedAt.localeCompare(a.sharedAt));
}

/** Takes a link back. Errors: {@link ApiError}. */
export async function revokeShare({ collection, shareId }: Share): Promise<void> {
  await request(inCollection(collection, 'shares', shareId), { method: 'DELETE' });
}

/** The answer that a link leads to. Errors: {@link ApiError}. */
export function openShare(shareId: string, signal: AbortSignal): Promise<SharedAnswer> {
  return request(`shares/${encodeURIComponent(shareId)}`, { signal });
}

/** Says what a reader thinks of an answer, or that a citation was opened. Errors: {@link ApiError}. */
export async function sendFeedback(collection: string, feedback: Feedback): Promise<void> {
  await request(inCollection(collection, 'feedback'), jsonBody(feedback));
}

/** Who is asking, and how one can sign in. */
export interface SessionState {
  /** Who the server takes them for, and what that one may do; null where it knows nobody. */
  readonly principal: { readonly id: string; readonly role: 'read' | 'write' | 'admin' } | null;
  /** Whether somebody has signed in on this browser. */
  readonly isSession: boolean;
  /** Whether one can sign in with an account at `auth/login`. */
  readonly provider: boolean;
  /** The language model that writes answers; null where they are quoted, or nobody is known. */
  readonly model: string | null;
}

/** All keys of the server, for administrators. Errors: {@link ApiError}. */
export async function listKeys(signal: AbortSignal): Promise<readonly ApiKey[]> {
  return (await request<{ readonly keys: readonly ApiKey[] }>('keys', { signal })).keys;
}

/** Makes a key, which is in the reply this once. Errors: {@link ApiError}. */
export function createKey(options: Pick<CreateKeyOptions, 'name' | 'role'>): Promise<CreatedKey> {
  return request('keys', jsonBody(options));
}

/** Errors: {@link ApiError}. */
export async function revokeKey(id: string): Promise<void> {
  await request(`keys/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Tries the models that the settings of the server name, for administrators. Errors: {@link ApiError}. */
export async function testModels(): Promise<readonly ModelCheck[]> {
  const { checks } = await request<{ checks: readonly ModelCheck[] }>('models:test', { method: 'POST' });
  return checks;
}

/** What `footnote eval` has measured with the store, the latest first. Errors: {@link ApiError}. */
export async function listEvaluations(signal: AbortSignal): Promise<readonly ListedRun[]> {
  return (await request<{ evaluations: readonly ListedRun[] }>('evaluations', { signal })).evaluations;
}

/** Compares two runs. Errors: {@link ApiError}, with `request_invalid` where they have no question in common. */
export function compareEvaluations(
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<ComparedRuns> {
  return request(`evaluations/${encodeURIComponent(before)}/changes/${encodeURIComponent(after)}`, {
    signal,
  });
}

/** The folders of the server that a collection follows, and in which they may be. */
export interface FollowedFolders {
  readonly folders: readonly WatchedFolder[];
  readonly roots: readonly string[];
}

/** Errors: {@link ApiError}. */
export function listWatchedFolders(collection: string, signal: AbortSignal): Promise<FollowedFolders> {
  return request(inCollection(collection, 'folders'), { signal });
}

/** Has a folder of the server followed. Errors: {@link ApiError}. */
export async function watchFolder(collection: string, path: string): Promise<void> {
  await request(inCollection(collection, 'folders'), jsonBody({ path }));
}

/** Stops following a folder, or goes on with it. Errors: {@link ApiError}. */
export async function changeWatchedFolder(
  collection: string,
  folderId: string,
  isActive: boolean,
): Promise<void> {
  const path = inCollection(collection, 'folders', folderId);
  await request(path, { ...jsonBody({ isActive }), method: 'PATCH' });
}

/** Forgets a folder; its documents stay. Errors: {@link ApiError}. */
export async function removeWatchedFolder(collection: string, folderId: string): Promise<void> {
  await request(inCollection(collection, 'folders', folderId), { method: 'DELETE' });
}

/** Who asked how much, what is held, and quotas, for administrators. Errors: {@link ApiError}. */
export function getUsage(signal: AbortSignal): Promise<Usage> {
  return request('usage', { signal });
}

/** A part of the log of questions of a collection, for administrators. Errors: {@link ApiError}. */
export function readLog(
  collection: string,
  { only, limit }: Pick<ReadLogOptions, 'only'> & { readonly limit: number },
  signal: AbortSignal,
): Promise<QuestionLogPage> {
  const query = new URLSearchParams({ limit: String(limit), ...(only && { only }) });
  return request(`${inCollection(collection, 'log')}?${query}`, { signal });
}

/** Errors: {@link ApiError}. */
export function getSession(signal: AbortSignal): Promise<SessionState> {
  return request('session', { signal });
}

/** Signs in on this browser. Errors: {@link ApiError}, with the code `credentials_invalid` for a wrong key. */
export async function signIn(key: string): Promise<void> {
  await request('session', jsonBody({ key }));
}

/** Signs out on this browser. Errors: {@link ApiError}. */
export async function signOut(): Promise<void> {
  await request('session', { method: 'DELETE' });
}

/** Gets an event `signed-out` whenever the server says that one has to sign in, whatever was asked. */
export const signedOut = new EventTarget();

/** Names of the collections that hold something. Errors: {@link ApiError}. */
export async function listCollections(signal: AbortSignal): Promise<readonly string[]> {
  const body = await request<{ collections: readonly string[] }>('collections', { signal });
  return body.collections;
}

/** What is found in one of several collections. */
export interface CollectionDocuments extends DocumentPage {
  readonly collection: string;
}

/** What a list of documents is ordered by, and which way round. */
export type DocumentOrder = Required<Pick<FindDocumentsOptions, 'sort' | 'order'>>;

/** Which documents of a collection are listed. */
interface Listing {
  readonly search?: string;
  readonly filter?: DocumentFilter;
  /** Whether to count what documents could be filtered by. Default false. */
  readonly facets?: boolean;
  readonly order?: DocumentOrder;
  readonly limit: number;
  readonly offset?: number;
}

/**
 * The first `limit` documents, at most {@link maxListed}, of each collection that have the words of `search` in title
 * or path, by path where no order is given. Errors: {@link ApiError}.
 */
export function findDocuments(
  collections: readonly string[],
  options: Listing,
  signal: AbortSignal,
): Promise<readonly CollectionDocuments[]> {
  return Promise.all(
    collections.map(async (collection) => ({
      collection,
      ...(await listDocuments(collection, options, signal)),
    })),
  );
}

/** A part of the list of one collection. Errors: {@link ApiError}. */
export function listDocuments(
  collection: string,
  { search = '', filter, facets = false, order, limit, offset = 0 }: Listing,
  signal: AbortSignal,
): Promise<DocumentPage> {
  const query = new URLSearchParams({
    search,
    ...filter,
    ...(facets && { facets: 'true' }),
    limit: String(limit),
    offset: String(offset),
    ...order,
  });
  return request(`${inCollection(collection, 'documents')}?${query}`, { signal });
}

/** A document's cleaned text and structure. Errors: {@link ApiError}. */
export function getDocumentText(
  collection: string,
  documentId: string,
  signal: AbortSignal,
): Promise<DocumentText> {
  return request(inCollection(collection, 'documents', documentId, 'text'), { signal });
}

/** Puts in a text as a document. Returns the job that reads it. Errors: {@link ApiError}. */
export function sendText(
  collection: string,
  text: { readonly name: string; readonly title: string; readonly markdown: string },
  signal: AbortSignal,
): Promise<Job> {
  return request(inCollection(collection, 'documents'), { ...jsonBody(text), signal });
}

/** Has the server read a page of the web, or all below it. Returns the job. Errors: {@link ApiError}. */
export function fetchPages(
  collection: string,
  page: { readonly url: string; readonly crawl: boolean },
  signal: AbortSignal,
): Promise<Job> {
  return request(`${inCollection(collection, 'documents')}:fetch`, { ...jsonBody(page), signal });
}

/** A job whenever it has changed; the last is as it ended. Errors: {@link ApiError}. */
export async function* followJob(
  collection: string,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Job, void> {
  const response = await reach(inCollection(collection, 'jobs', id, 'events'), { signal });
  if (!response.ok || !response.body) throw serverError(response.status, await bodyOf(response));
  for await (const data of eventsOf(response.body, signal, () => currentWords().shell.jobLost)) {
    const event = JSON.parse(data) as
      | { readonly type: 'progress' | 'done'; readonly job: Job }
      | ({ readonly type: 'error' } & ErrorBody);
    if (event.type === 'error') throw serverError(response.status, event);
    yield event.job;
    if (event.type === 'done') return;
  }
  throw brokenOff(currentWords().shell.jobLost);
}

/** Asks a job to stop. Errors: {@link ApiError}. */
export async function cancelJob(collection: string, id: string): Promise<void> {
  await request(`${inCollection(collection, 'jobs', id)}:cancel`, { method: 'POST' });
}

/** Writes over title and metadata of a document. Errors: {@link ApiError}. */
export async function editDocument(
  collection: string,
  documentId: string,
  change: DocumentChange,
): Promise<void> {
  const path = inCollection(collection, 'documents', documentId);
  await request(path, { ...jsonBody(change), method: 'PATCH' });
}

/** Removes a document with every trace of it. Returns the proof. Errors: {@link ApiError}. */
export async function removeDocument(
  collection: string,
  documentId: string,
): Promise<{ readonly removed: DocumentSummary; readonly receipt: ErasureReceipt }> {
  return request(inCollection(collection, 'documents', documentId), { method: 'DELETE' });
}

/** Makes an empty collection. Errors: {@link ApiError}. */
export async function createCollection(collection: string): Promise<void> {
  await request(inCollection(collection), { method: 'PUT' });
}

/** Errors: {@link ApiError}. */
export async function renameCollection(collection: string, name: string): Promise<void> {
  await request(inCollection(collection), { ...jsonBody({ name }), method: 'PATCH' });
}

/** Removes a collection with all that is in it. Errors: {@link ApiError}. */
export async function deleteCollection(collection: string): Promise<void> {
  await request(inCollection(collection), { method: 'DELETE' });
}

/**
 * Where a part of a document's text stands in its file; none where the format has no places. Errors: {@link ApiError}.
 */
export async function getPlaces(
  collection: string,
  documentId: string,
  { start, end }: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<readonly TextPlace[]> {
  const path = `${inCollection(collection, 'documents', documentId, 'places')}?start=${start}&end=${end}`;
  const { places } = await request<{ readonly places: readonly TextPlace[] }>(path, { signal });
  return places;
}

/** Where the file is that a document was read from. */
export function originalAddress(collection: string, documentId: string): string {
  return `${apiRoot}${inCollection(collection, 'documents', documentId, 'original')}`;
}

/** Where a picture within that file is, by its place there. */
export function pictureAddress(collection: string, documentId: string, picture: string): string {
  return `${apiRoot}${inCollection(collection, 'documents', documentId, 'pictures', picture)}`;
}

/** The address of something in a collection, from the interface's own. */
export function inCollection(...parts: readonly string[]): string {
  return ['collections', ...parts].map(encodeURIComponent).join('/');
}

function jsonBody(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

async function request<Body>(path: string, options: RequestInit): Promise<Body> {
  const response = await reach(path, options);
  const body = await bodyOf(response);
  if (response.ok && body !== undefined) return body as Body;
  throw serverError(response.status, body);
}

/** Where the interface is: beside the page. */
export const apiRoot = 'api/v1/';

/** The interface is beside the page, in whatever folder a proxy shows both. */
function reach(path: string, options: RequestInit): Promise<Response> {
  return fetch(`${apiRoot}${path}`, options).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw unreachable();
  });
}

/** Where no server answers. */
export function unreachable(): ApiError {
  return new ApiError('unreachable', currentWords().shell.unreachable);
}

function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined) as Promise<unknown>;
}

interface ErrorBody {
  readonly error?: {
    readonly code?: unknown;
    readonly message?: unknown;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** What a reply says that is no success. */
export function serverError(status: number, body: unknown): ApiError {
  const error = (body as ErrorBody | undefined)?.error;
  if (typeof error?.code === 'string' && typeof error.message === 'string') {
    const failure = new ApiError(error.code, error.message, error.details);
    if (error.code === 'credentials_missing') signedOut.dispatchEvent(new Event('signed-out'));
    return failure;
  }
  return new ApiError('unreadable', currentWords().shell.unexplained(status));
}
