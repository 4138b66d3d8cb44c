/** An event this long is none: it would fill the memory of whoever waits for its end. */
const maxEventLength = 2 ** 24;

const lineEnd = /\r\n|\n|\r/;

/**
 * Yields what each server-sent event carries, as the HTML standard reads a stream
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation); names, ids and
 * comments are passed over, and so is an event that the end of the stream cuts off. Errors: `RangeError` on an event
 * of more than 16 MiB; those of the stream.
 */
export async function* readServerSentEvents(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let endsWithReturn = false;
  let data: string[] = [];
  let length = 0;
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    // A line ends with LF, CR or CR LF; the last may come in two pieces.
    const lines = (rest + (endsWithReturn && text.startsWith('\n') ? text.slice(1) : text)).split(lineEnd);
    endsWithReturn = text.endsWith('\r');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
        length = 0;
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line[5] === ' ' ? 6 : 5));
        length += line.length;
      }
    }
    if (length + rest.length > maxEventLength)
      throw new RangeError(`an event of its answer is over ${maxEventLength} characters`);
  }
}
