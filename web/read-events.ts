/**
 * Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) from the body of a reply
 * to a POST, which `EventSource` cannot send. Yields the data of each event; comments, ids and names are passed over.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let pending = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const frames = (pending + value).split('\n\n');
      pending = frames.pop() ?? '';
      for (const frame of frames) {
        const data = frame.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
        if (data.length > 0) yield data.join('\n');
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
