import type { Job } from '../../src/contracts/job.ts';
import { apiRoot, inCollection, serverError, unreachable } from '../api.ts';
import type { NamedFile } from './dropped-files.ts';

/**
 * Sends files to be made documents of. `onSent` is told the share that is sent, 0 to 1. Returns the job that reads
 * them. Errors: `ApiError`.
 */
export function sendFiles(
  collection: string,
  files: readonly NamedFile[],
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<Job> {
  const form = new FormData();
  for (const { name, file } of files) form.append('file', file, name);
  const { promise, resolve, reject } = Promise.withResolvers<Job>();
  // `fetch` does not say how much of a body is sent.
  const request = new XMLHttpRequest();
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0));
  request.addEventListener('load', () => {
    if (request.status === 202) resolve(JSON.parse(request.responseText) as Job);
    else reject(serverError(request.status, parsed(request.responseText)));
  });
  request.addEventListener('error', () => reject(unreachable()));
  request.addEventListener('abort', () => reject(signal.reason as Error));
  signal.addEventListener('abort', () => request.abort());
  request.open('POST', `${apiRoot}${inCollection(collection, 'documents')}`);
  request.send(form);
  return promise;
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
