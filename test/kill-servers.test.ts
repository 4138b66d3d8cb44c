import { expect, test } from 'vitest';
import { killServers } from '../bench/soak/kill-servers.ts';
import { serverOfEnvironment } from '../scripts/engines/engine-server.ts';

const server = serverOfEnvironment('postgresql');
const skipped = server ? '' : ' (skipped: POSTGRESQL_URL names no server)';

test.skipIf(!server)(
  `whichever of two servers and two workers is killed, the others go on and nothing is lost${skipped}`,
  { timeout: 600_000 },
  async () => {
    const points = 4;
    const options = { seed: 20261129, points, folders: 6, missAtOnce: true };
    const outcome = await killServers({ ...options, server: server ?? { url: '', credentials: {} } });
    expect(outcome.defects).toEqual({ lost: [], 'half visible': [], wrong: [], 'stood still': [] });
    expect(outcome.killed).toHaveLength(points);
    expect(new Set(outcome.killed.map(({ kind }) => kind))).toEqual(new Set(['server', 'worker']));
    expect(outcome.checked).toBeGreaterThan(100);
  },
);
