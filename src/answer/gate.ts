import type { Retrieval } from '../retrieve/retrieve.ts';
import type { Abstention } from './abstain.ts';

/** What must be there before an answer is tried. */
export interface GateSettings {
  /** Fewest passages to answer from. */
  readonly minPassages: number;
}

/**
 * Whether there is something to answer from: undefined where there is, else why not. `hasDocuments` tells an empty
 * collection from one that holds nothing relevant.
 */
export function gate(
  { result }: Retrieval,
  settings: GateSettings,
): Exclude<Abstention, 'no-documents' | 'unproven'> | undefined {
  if (result.hits.length === 0) return result.dropped.length === 0 ? 'nothing-found' : 'below-threshold';
  if (result.hits.length < settings.minPassages) return 'too-few-passages';
  return undefined;
}
