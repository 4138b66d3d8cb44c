import type { PromptMessage } from '../../contracts/generator.ts';
import { fencedPrompt } from '../../text/fenced-prompt.ts';

/** Characters of a passage that a model is shown: what a chunk of the default length has. */
const maxPassageCharacters = 3000;

/** Asks for the order of numbered passages. */
export function rankingPrompt(question: string, passages: readonly string[]): readonly PromptMessage[] {
  return fencedPrompt({
    task: ['You order passages by how well they answer a question.'],
    reply:
      'Answer with one JSON list of all passage numbers, the best first, and nothing else. Example: [2,1,3]',
    texts: [
      ['question', question],
      ...passages.map(
        (text, index) => [`passage ${index + 1}`, text.slice(0, maxPassageCharacters)] as const,
      ),
    ],
    closing: `Order the ${passages.length} passages.`,
  });
}
