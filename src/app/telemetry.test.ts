import { expect, test } from 'vitest';
import type { Footnote } from '../footnote.ts';
import { completeConfig } from '../settings/resolve-config.ts';
import { inSpan, tracer } from '../spans.ts';
import { openAdapters } from './adapters.ts';
import { toldAdapters, toldFootnote } from './telemetry.ts';

test('where nobody listens nothing is wrapped, and stages are done as they are', async () => {
  const footnote = {} as Footnote;
  expect(await toldFootnote(footnote)).toBe(footnote);
  const config = completeConfig({});
  const adapters = await openAdapters(config);
  expect(toldAdapters(adapters, config)).toBe(adapters);
  await adapters.embedder.close();
  expect(tracer()).toBeUndefined();
  expect(await inSpan('work', (span) => [span, 'done'])).toEqual([undefined, 'done']);
  await expect(inSpan('work', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
