import type { Answer } from '../src/answer/answer.ts';
import type { DocumentSummary, DocumentText } from '../src/footnote.ts';

/** A request that failed, with what the server said about it: a message that names the remedy. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the server's error table, or `unreachable` where no server answered. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers a question from a collection. Errors: {@link ApiError}. */
export function ask(collection: string, question: string, signal: AbortSignal): Promise<Answer> {
  return request(`collections/${encodeURIComponent(collection)}/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question }),
    signal,
  });
}

/** Names of the collections that hold something. Errors: {@link ApiError}. */
export async function listCollections(signal: AbortSignal): Promise<readonly string[]> {
  const body = await request<{ collections: readonly string[] }>('collections', { signal });
  return body.collections;
}

/** What a collection holds, ordered by path. Errors: {@link ApiError}. */
export async function listDocuments(
  collection: string,
  signal: AbortSignal,
): Promise<readonly DocumentSummary[]> {
  const path = `collections/${encodeURIComponent(collection)}/documents`;
  const body = await request<{ documents: readonly DocumentSummary[] }>(path, { signal });
  return body.documents;
}

/** A document's cleaned text and structure. Errors: {@link ApiError}. */
export function getDocumentText(
  collection: string,
  documentId: string,
  signal: AbortSignal,
): Promise<DocumentText> {
  const place = `collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}`;
  return request(`${place}/text`, { signal });
}

async function request<Body>(path: string, options: RequestInit): Promise<Body> {
  const response = await fetch(`/api/v1/${path}`, options).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiError('unreachable', 'The server does not answer. Start it with: footnote serve');
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as Body;
  throw serverError(response.status, body);
}

function serverError(status: number, body: unknown): ApiError {
  const error = (body as { error?: { code?: unknown; message?: unknown } } | undefined)?.error;
  if (typeof error?.code === 'string' && typeof error.message === 'string') {
    return new ApiError(error.code, error.message);
  }
  return new ApiError('unreadable', `The server sent status ${status} without an explanation. See its log.`);
}
