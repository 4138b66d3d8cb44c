import { measureFollowUps } from './follow-ups.ts';
import { measureSuite, type SuiteContext, suiteOutcome } from './measure-suite.ts';
import { measureNearMisses } from './near-misses.ts';
import type { QualityOutcome } from './outcome.ts';
import { readSuite } from './suite.ts';
import { measureVerifier } from './verifier.ts';

/** The run `answers`: the sets of `answers.yaml`, near misses, the verifier, and follow-ups. */
export async function measureAnswers(context: SuiteContext): Promise<QualityOutcome> {
  const suite = await readSuite('answers');
  const rows = [
    ...(await measureVerifier(context.data)),
    ...(await measureSuite(suite, context)),
    ...(await measureNearMisses(context)),
    ...(await measureFollowUps(context)),
  ];
  return suiteOutcome(suite, rows);
}
