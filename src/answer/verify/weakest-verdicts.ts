import { type CheckedSentence, type Citation, type Verdict, verdicts } from '../../contracts/citation.ts';
import type { ProvenCitation } from '../cite/cite.ts';

/** Citations, each with the weakest verdict among the sentences that cite it; one that none cites is `unsupported`. */
export function weakestVerdicts(
  citations: Iterable<ProvenCitation>,
  sentences: readonly CheckedSentence[],
): Citation[] {
  const weakest = new Map<number, Verdict>();
  for (const { verdict, citations: cited } of sentences) {
    for (const number of cited) weakest.set(number, weaker(weakest.get(number), verdict));
  }
  return Array.from(citations, (citation) => ({
    ...citation,
    verdict: weakest.get(citation.number) ?? 'unsupported',
  }));
}

function weaker(known: Verdict | undefined, other: Verdict): Verdict {
  return known === undefined || verdicts.indexOf(other) > verdicts.indexOf(known) ? other : known;
}
