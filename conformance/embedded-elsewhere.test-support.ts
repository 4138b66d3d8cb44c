import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../src/contracts/engine.ts';
import { embeddedEngine } from '../src/engines/embedded/embedded-engine.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import type { EngineUnderTest } from './engine.ts';

/**
 * An embedded engine in a file of its own, as somebody else's would be: one called `embedded` is the one in the file of
 * the records.
 */
export async function embeddedElsewhere(): Promise<EngineUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-engine-'));
  const open = (): Engine => {
    const engine = embeddedEngine({ file: join(folder, 'elsewhere.db'), analyser: analyser() });
    return {
      name: 'elsewhere',
      open: (...asked) => engine.open(...asked),
      drop: (...asked) => engine.drop(...asked),
      close: () => engine.close(),
    };
  };
  return {
    engine: open(),
    reopen: async () => open(),
    dispose: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
