import type { AnswerEvent } from '../answer/answer.ts';
import { elide } from './format/printable-text.ts';
import type { Output } from './output.ts';

/**
 * Passes on the events of an answer but its waits, which are told on standard error: on a terminal by a line that goes
 * away with the next event, else by one that stays; with `--quiet` by none.
 */
export async function* tellWaits(
  events: AsyncIterable<AnswerEvent>,
  output: Output,
  stream: NodeJS.WriteStream = process.stderr,
): AsyncGenerator<AnswerEvent, void> {
  let isShown = false;
  const clear = () => {
    if (isShown) stream.write('\r\x1b[K');
    isShown = false;
  };
  try {
    for await (const event of events) {
      clear();
      if (event.type !== 'waiting') {
        yield event;
      } else if (!stream.isTTY) {
        output.note(event.message);
      } else if (!output.quiet) {
        stream.write(output.style('dim', elide(event.message, (stream.columns || 80) - 1)));
        isShown = true;
      }
    }
  } finally {
    clear();
  }
}
