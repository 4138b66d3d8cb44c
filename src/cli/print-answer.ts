import type { Answer, AnswerEvent } from '../answer/answer.ts';
import { incompleteAnswer } from '../answer/answer-stream.ts';
import { AnswerLayout } from './format/answer-layout.ts';
import { formatFootnotes, markNumbers } from './format/format-answer.ts';
import type { Output } from './output.ts';

/**
 * Prints an answer on a terminal while it is made, its footnotes below it, and returns it. Where it breaks off, what
 * came stays, with its footnotes and a word about it. Errors: those of the stream.
 */
export async function printAnswer(events: AsyncIterable<AnswerEvent>, output: Output): Promise<Answer> {
  const footnotes = new Set<number>();
  const layout = new AnswerLayout(output.width, (text) =>
    output.write((style) => markNumbers(text, footnotes, style)),
  );
  const printBelow = (answer: Answer) => {
    layout.end();
    output.write((style) => below(formatFootnotes(answer, output.width, style)));
  };
  try {
    for await (const event of events) {
      if (event.type === 'citation') footnotes.add(event.citation.number);
      if (event.type === 'token') layout.push(event.text);
      if (event.type !== 'done') continue;
      printBelow(event.answer);
      return event.answer;
    }
  } catch (error) {
    const partial = incompleteAnswer(error);
    if (partial) printBelow(partial);
    throw error;
  } finally {
    layout.end();
  }
  throw new Error('An answer ended without its last event.');
}

function below(footnotes: string): string {
  return footnotes === '' ? '' : `\n${footnotes}\n`;
}
