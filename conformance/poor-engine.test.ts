import * as runner from 'vitest';
import { describe } from 'vitest';
import { engineConformance } from './engine.ts';
import { type PoorPlace, poorEngine } from './poor-engine.test-support.ts';

describe('an engine that can as little as may be', () => {
  engineConformance({
    runner,
    async create() {
      const place: PoorPlace = new Map();
      return { engine: poorEngine(place), reopen: async () => poorEngine(place), dispose: async () => {} };
    },
  });
});
