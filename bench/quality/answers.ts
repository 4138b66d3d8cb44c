import { measureFollowUps } from './follow-ups.ts';
import { measureSuite, type SuiteContext, suiteOutcome } from './measure-suite.ts';
import { measureNearMisses } from './near-misses.ts';
import type { QualityOutcome } from './outcome.ts';
import { readSuite } from './suite.ts';

/** The run `answers`: the sets of `answers.yaml`, near misses, and follow-ups. */
export async function measureAnswers(context: SuiteContext): Promise<QualityOutcome> {
  const suite = await readSuite('answers');
  const rows = [
    ...(await measureSuite(suite, context)),
    ...(await measureNearMisses(context)),
    ...(await measureFollowUps(context)),
  ];
  return suiteOutcome(suite, rows);
}
