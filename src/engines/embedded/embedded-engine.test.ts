import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { engineConformance } from '../../../conformance/engine.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { wordAnalyser } from './word-analyser.test-support.ts';

describe('embedded', () => {
  engineConformance({
    async create() {
      const directory = mkdtempSync(join(tmpdir(), 'engine-'));
      const open = () => embeddedEngine({ file: join(directory, 'footnote.db'), analyser: wordAnalyser });
      return {
        engine: open(),
        reopen: async () => open(),
        dispose: async () => rmSync(directory, { recursive: true, force: true }),
      };
    },
  });
});
