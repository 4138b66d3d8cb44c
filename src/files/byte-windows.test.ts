import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { findWindows, WindowSearch, windowBytes, windowsOf } from './byte-windows.ts';

function fileWith(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-windows-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, bytes);
  return file;
}

const text = 'The quick brown fox jumps over the lazy dog, and the five boxing wizards do so too.';

test('a window is found wherever it stands, over the ends of what is read at once too', async () => {
  const [window] = windowsOf(text, 1);
  for (const before of [0, 1, 7, 2 ** 20 - windowBytes, 2 ** 20 - 5, 2 ** 20, 2 ** 20 + 3, 2 ** 21 + 11]) {
    const file = fileWith(Buffer.concat([Buffer.alloc(before, 'ab'), Buffer.from(text), Buffer.alloc(99)]));
    const { found, length } = await findWindows(
      file,
      new WindowSearch([window as NonNullable<typeof window>]),
    );
    expect([length, found.map(({ offset }) => offset)]).toEqual([before + text.length + 99, [before]]);
    expect(Buffer.from(found[0]?.bytes ?? []).toString()).toBe(text.slice(0, windowBytes));
  }
});

test('a window is found exactly where its bytes are', async () => {
  const windows = windowsOf(text, 100);
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length), fc.nat(255), async (at, byte) => {
      const bytes = Buffer.from(text);
      bytes[at] = byte;
      const { found } = await findWindows(fileWith(bytes), new WindowSearch(windows));
      const whole = windows.filter(({ sha256 }) =>
        windowsOf(bytes.toString('latin1'), 100).some((other) => other.sha256 === sha256),
      );
      expect(found.length).toBeGreaterThanOrEqual(Math.min(1, whole.length));
      for (const one of found) expect(bytes.includes(Buffer.from(one.bytes))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('what is shorter than a window, or a line of dashes, has none', () => {
  expect(windowsOf('too short', 9)).toEqual([]);
  expect(windowsOf('-'.repeat(1000), 9)).toEqual([]);
  expect(windowsOf(text.repeat(100), 9)).toHaveLength(9);
});
