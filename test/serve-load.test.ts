import { expect, onTestFinished, test } from 'vitest';
import { startEndlessModel } from '../bench/soak/endless-model.ts';
import { leaveAnswers, leaveUnread, replyOf, ServedStore } from '../bench/soak/serve.ts';
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

test('answers that never end and that nobody reads stop nothing, and end as incomplete once they are read', async () => {
  using folder = temporaryFolder();
  const model = await startEndlessModel();
  onTestFinished(() => model.close());
  const server = await ServedStore.start(folder.path, { seed: 1, passages: 20, env: model.env });
  try {
    await expect.poll(() => server.readiness()).toBe(200);
    expect(await leaveUnread(server, { count: 10, looks: 20 })).toMatchObject({ ready: 20, ended: 10 });
    const whole = await replyOf(await server.ask(1));
    expect(whole).toContain('"complete":false');
    expect(whole).toContain('"finishReason":"length"');
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
  }
});
