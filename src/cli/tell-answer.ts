import type { Answer, AnswerEvent } from '../answer/answer.ts';
import { answerStream, incompleteAnswer } from '../answer/answer-stream.ts';
import { AnswerLayout } from './format/answer-layout.ts';
import { formatAnswer, formatFootnotes, markNumbers } from './format/format-answer.ts';
import type { Output } from './output.ts';
import { tellWaits } from './tell-waits.ts';
import { wholeCommand } from './whole-command.ts';

/**
 * Tells an answer: bit by bit on a terminal, else when it is whole, with `--json` as one object. Then its warnings.
 * A model that has to be waited for is told of meanwhile. Of an answer that breaks off is told what was said, marked as
 * such; with `--json` the error has it.
 * Errors: those of the stream.
 */
export async function tellAnswer(stream: AsyncIterable<AnswerEvent>, output: Output): Promise<Answer> {
  const events = wholeCommand(tellWaits(stream, output), (text) => output.remedy(text));
  const answer = output.isLive ? await printAnswer(events, output) : await printWhole(events, output);
  for (const warning of answer.warnings) output.warn(warning);
  return answer;
}

async function printWhole(events: AsyncGenerator<AnswerEvent, void>, output: Output): Promise<Answer> {
  const print = (answer: Answer) =>
    output.result(shown(answer), (style) => formatAnswer(answer, output.width, style));
  try {
    const answer = await answerStream(() => events);
    print(answer);
    return answer;
  } catch (error) {
    const partial = incompleteAnswer(error);
    if (partial && !output.json) print(partial);
    throw error;
  }
}

/** Told by `search --explain`. */
const leftOut: ReadonlySet<string> = new Set<keyof Answer>(['dropped', 'question', 'relevance']);

function shown(answer: Answer): object {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => !leftOut.has(name)));
}

/**
 * Prints an answer on a terminal while it is made, its footnotes below it, and returns it. Where it breaks off, what
 * came stays, with its footnotes and a word about it. Errors: those of the stream.
 */
async function printAnswer(events: AsyncIterable<AnswerEvent>, output: Output): Promise<Answer> {
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
