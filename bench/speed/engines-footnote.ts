import { join } from 'node:path';
import type { SearchIndex } from '../../src/contracts/engine.ts';
import { CompleteEngine } from '../../src/engines/complete/complete-engine.ts';
import { embeddedEngine } from '../../src/engines/embedded/embedded-engine.ts';
import { serverEngine } from '../../src/engines/server-engine.ts';
import type { Config } from '../../src/settings/config.ts';
import { defaults } from '../../src/settings/default-config.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';
import { dimension } from './engine-corpus.ts';

/** An empty index as the pipeline opens it: on the engine of the settings, what that lacks in a folder beside. */
export async function openFootnoteIndex(
  settings: Config['engine'],
  directory: string,
): Promise<{ readonly index: SearchIndex; readonly close: () => Promise<void> }> {
  const shared = analyser();
  const named = serverEngine({ ...defaults, engine: settings }, shared);
  if (!named) throw new Error('The embedded engine needs no server.');
  const engine = new CompleteEngine({
    engine: await named.open(),
    analyser: shared,
    beside: async () => embeddedEngine({ file: join(directory, 'footnote.db'), analyser: shared }),
  });
  const index = await engine.open({
    id: 'bench',
    collection: 'bench',
    dimension,
    fields: { path: 'string', year: 'number', sample: 'number' },
  });
  return { index, close: () => engine.close() };
}
