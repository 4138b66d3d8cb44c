import type { Answer, AnswerEvent } from '../answer/answer.ts';
import { answerStream, incompleteAnswer } from '../answer/answer-stream.ts';
import { formatAnswer } from './format/format-answer.ts';
import type { Output } from './output.ts';
import { printAnswer } from './print-answer.ts';
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
