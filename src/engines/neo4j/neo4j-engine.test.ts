import * as runner from 'vitest';
import { describe } from 'vitest';
import { engineConformance } from '../../../conformance/engine.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { emptyPlace, withoutServer } from './neo4j-server.test-support.ts';

describe.skipIf(withoutServer)(withoutServer ? `Neo4j (skipped: ${withoutServer})` : 'Neo4j', () => {
  engineConformance({
    runner,
    async create() {
      const place = emptyPlace(analyser());
      return { engine: place.open(), reopen: async () => place.open(), dispose: place.dispose };
    },
  });
});
