import { isFootnoteError } from '../errors.ts';

/** How a server that knows no wish to have tokens counted names it. */
const wish = /\bstream_options\b|\binclude_usage\b/;

/**
 * Sends requests for a stream with the wish to have its tokens counted, and once a server has refused that, again and
 * from then on without it: Mistral's takes no field that it does not know, and counts unasked.
 * Errors: those of `send`.
 */
export function countingFetch(send: typeof fetch): typeof fetch {
  let isAsked = true;
  return async (address, request) => {
    if (!isAsked) return send(address, withoutWish(request));
    try {
      return await send(address, request);
    } catch (error) {
      if (!isFootnoteError(error) || error.code !== 'model_rejected' || !wish.test(error.message))
        throw error;
      isAsked = false;
      return send(address, withoutWish(request));
    }
  };
}

function withoutWish(request: RequestInit | undefined): RequestInit | undefined {
  if (typeof request?.body !== 'string') return request;
  const { stream_options: _, ...body } = JSON.parse(request.body) as Readonly<Record<string, unknown>>;
  return { ...request, body: JSON.stringify(body) };
}
