import { expect, test } from 'vitest';
import { engineFaults } from '../bench/soak/engine-faults.ts';
import { pgliteBehindProxy } from '../bench/soak/faulty-servers.ts';

test('however the connection to PostgreSQL breaks, nothing is lost or half there, and it goes on by itself', {
  timeout: 600_000,
}, async () => {
  const server = await pgliteBehindProxy();
  try {
    const outcomes = await engineFaults({ server, seed: 20261129, rounds: 6 });
    expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(outcomes.filter(({ hasStruck }) => hasStruck).length).toBeGreaterThan(3);
    expect(outcomes.filter(({ outcome }) => outcome === 'engine_unavailable').length).toBeGreaterThan(0);
  } finally {
    await server.dispose();
  }
});
