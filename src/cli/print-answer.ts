import type { Answer, AnswerEvent } from '../answer/answer.ts';
import { formatFootnotes, markNumbers } from './format-answer.ts';
import type { Output } from './output.ts';
import { WordWrapper } from './word-wrapper.ts';

/**
 * Prints an answer on a terminal while it is made, its footnotes below it, and returns it. Where it breaks off, what
 * came stays on a line of its own. Errors: those of the stream.
 */
export async function printAnswer(events: AsyncIterable<AnswerEvent>, output: Output): Promise<Answer> {
  const words = new WordWrapper(output.width, (text) => output.write((style) => markNumbers(text, style)));
  try {
    for await (const event of events) {
      if (event.type === 'token') words.push(event.text);
      if (event.type !== 'done') continue;
      words.end();
      output.write((style) => below(formatFootnotes(event.answer, output.width, style)));
      return event.answer;
    }
  } finally {
    words.end();
  }
  throw new Error('An answer ended without its last event.');
}

function below(footnotes: string): string {
  return footnotes === '' ? '' : `\n${footnotes}\n`;
}
