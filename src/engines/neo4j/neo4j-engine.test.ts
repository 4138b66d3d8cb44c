import * as runner from 'vitest';
import { describe, vi } from 'vitest';
import { engineConformance } from '../../../conformance/engine.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { emptyPlace, withoutServer } from './neo4j-server.test-support.ts';

// Every filter of the suite is a query that the server plans anew, which takes long where others use the machine too.
vi.setConfig({ testTimeout: 300_000 });

describe.skipIf(withoutServer)(withoutServer ? `Neo4j (skipped: ${withoutServer})` : 'Neo4j', () => {
  engineConformance({
    runner,
    async create() {
      const place = emptyPlace(analyser());
      return { engine: place.open(), reopen: async () => place.open(), dispose: place.dispose };
    },
  });
});
