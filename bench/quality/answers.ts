import { measureFollowUps } from './follow-ups.ts';
import { measureSuite, qualityTable, type SuiteContext } from './measure-suite.ts';
import { measureNearMisses } from './near-misses.ts';
import { readSuite } from './suite.ts';
import { measureVerifier } from './verifier.ts';

/** The run `answers`: the sets of `answers.yaml`, near misses, the verifier, and follow-ups. */
export async function measureAnswers(
  context: SuiteContext,
): Promise<{ describe: string; rows: readonly object[]; table: string; ok: boolean }> {
  const suite = await readSuite('answers');
  const rows = [
    ...(await measureVerifier(context.data)),
    ...(await measureSuite(suite, context)),
    ...(await measureNearMisses(context)),
    ...(await measureFollowUps(context)),
  ];
  return { describe: suite.describe, rows, table: qualityTable(rows), ok: rows.every(({ ok }) => ok) };
}
