import { answerStream } from '../answer/answer.ts';
import type { Principal } from '../contracts/principal.ts';
import type { Footnote } from '../footnote.ts';

/**
 * Footnote for whoever has a quota: each question and each search counts, and so do the tokens of its model once it is
 * answered. `meter` is where it is counted. Errors of both calls besides their own: `quota_exceeded`.
 */
export function meteredFootnote(
  footnote: Footnote,
  { id, quota }: Principal,
  meter: Pick<Footnote, 'countQuestion' | 'countTokens'>,
): Footnote {
  if (!quota) return footnote;
  return {
    ...footnote,
    ask: (question, options) =>
      answerStream(async function* () {
        await meter.countQuestion(id, quota);
        for await (const event of footnote.ask(question, options)) {
          if (event.type === 'done') {
            const { promptTokens = 0, completionTokens = 0 } = event.answer.model ?? {};
            const tokens = (promptTokens ?? 0) + (completionTokens ?? 0);
            if (tokens > 0) await meter.countTokens(id, quota, tokens);
          }
          yield event;
        }
      }),
    search: async (question, options) => {
      await meter.countQuestion(id, quota);
      return footnote.search(question, options);
    },
  };
}
