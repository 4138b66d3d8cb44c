import { expect, test } from 'vitest';
import { containerLoaders, parserLoaders } from './format-loaders.ts';

test('every format is loaded by its own name', async () => {
  for (const loaders of [parserLoaders, containerLoaders]) {
    for (const [name, load] of Object.entries(loaders)) expect((await load()).name).toBe(name);
  }
});
