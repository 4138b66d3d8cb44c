import type { Hit } from '../../retrieve/hit.ts';
import type { Retrieval } from '../../retrieve/retrieve.ts';
import type { AnswerSettings } from '../answer-context.ts';
import type { Abstention } from './abstain.ts';

/** Whether there is something to answer from: undefined where there is, else why not. Requirement row B8. */
export function gate(
  { result }: Retrieval,
  settings: Pick<AnswerSettings, 'minPassages'>,
): Exclude<Abstention, 'no-documents' | 'unproven'> | undefined {
  if (result.hits.length === 0) return result.dropped.length === 0 ? 'nothing-found' : 'below-threshold';
  if (passagesFound(result.hits) < settings.minPassages) return 'too-few-passages';
  return undefined;
}

/** Without what only stands around them; hits that became one span count as the passages that they were. */
function passagesFound(hits: readonly Hit[]): number {
  return hits.reduce((sum, { expansion, merged }) => (expansion ? sum : sum + 1 + merged.length), 0);
}
