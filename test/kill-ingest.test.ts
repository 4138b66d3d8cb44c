import { expect, test } from 'vitest';
import { killIngest } from '../bench/soak/kill-ingest.ts';

test('an ingest killed at any moment leaves a whole store', { timeout: 600_000 }, async () => {
  const outcomes = await killIngest({ seed: 20261121, rounds: 7 });
  expect(outcomes.flatMap((outcome) => outcome.problems)).toEqual([]);
  expect(outcomes.filter((outcome) => outcome.killedAfterSteps !== null).length).toBeGreaterThan(2);
});
