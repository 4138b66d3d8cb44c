import type { AnswerEvent } from '../answer/answer.ts';

/**
 * Where there are no documents the answer ends with the command that adds some: `complete` gives that the flags that
 * were typed. Quotes are left as they are, whatever they end with.
 */
export async function* wholeCommand(
  events: AsyncIterable<AnswerEvent>,
  complete: (text: string) => string,
): AsyncGenerator<AnswerEvent, void> {
  for await (const event of events) {
    if (event.type === 'done' && event.answer.outcome === 'no-documents') {
      const { answer } = event.answer;
      const whole = complete(answer);
      yield { type: 'token', text: whole.slice(answer.length) };
      yield { type: 'done', answer: { ...event.answer, answer: whole } };
    } else yield event;
  }
}
