import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as runner from 'vitest';
import { describe, expect, test } from 'vitest';
import { engineConformance } from '../../../conformance/engine.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { embeddedEngine } from './embedded-engine.ts';

describe('embedded', () => {
  engineConformance({
    runner,
    async create() {
      const directory = mkdtempSync(join(tmpdir(), 'engine-'));
      const open = () => embeddedEngine({ file: join(directory, 'footnote.db'), analyser: analyser() });
      return {
        engine: open(),
        reopen: async () => open(),
        dispose: async () => rmSync(directory, { recursive: true, force: true }),
      };
    },
  });
});

test.each(['', ':memory:'])('%j is no file that several connections share', (file) => {
  expect(() => embeddedEngine({ file, analyser: analyser() })).toThrow(
    'file: it must name a file on disk. For an index that need not be kept, use a file in a temporary folder.',
  );
});
