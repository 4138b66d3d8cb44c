import { expect, test } from 'vitest';
import { leaveAnswers, ServedStore } from '../bench/soak/serve.ts';
import { temporaryFolder } from './run-footnote.ts';

test('a server whose clients leave at any moment ends with SIGTERM', async () => {
  using folder = temporaryFolder();
  const server = await ServedStore.start(folder.path, { seed: 1, passages: 20 });
  try {
    await expect.poll(() => server.readiness()).toBe(200);
    await leaveAnswers(server, { count: 60, seed: 1 });
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
  }
});
