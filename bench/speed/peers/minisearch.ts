import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bruteForceSystem } from '../engine-brute-force.ts';
import type { EngineSystem } from '../engine-system.ts';
import { peerVersion } from './peer-version.ts';

/** What is used of `minisearch`, which the project itself does not install. */
interface MiniSearch {
  addAll(rows: readonly object[]): void;
  search(text: string): readonly { readonly id: string; readonly score: number }[];
  getStoredFields(id: string): Readonly<Record<string, unknown>> | undefined;
}
interface MiniSearchModule {
  readonly default: {
    new (options: object): MiniSearch;
    loadJSON(json: string, options: object): MiniSearch;
  };
}

const packageName: string = 'minisearch';
const options = { fields: ['title', 'headings', 'content'], storeFields: ['content'] };

/** MiniSearch's BM25 in memory, kept as JSON, beside a plain scan of float32 vectors: it has none of its own. */
export async function minisearchSystem(): Promise<EngineSystem> {
  const { default: Index } = (await import(packageName)) as MiniSearchModule;
  return {
    name: `minisearch@${peerVersion(packageName)} + vectors`,
    async create(directory) {
      const vectors = await bruteForceSystem.create(directory);
      const index = new Index(options);
      return {
        async write(batch) {
          await vectors.write(batch);
          index.addAll(
            batch.map(({ chunk: { id, title, headingPath, content } }) => {
              return { id, title, headings: headingPath.join('\n'), content };
            }),
          );
        },
        async finish() {
          await vectors.finish();
          await writeFile(fileIn(directory), JSON.stringify(index));
        },
      };
    },
    async open(directory) {
      const vectors = await bruteForceSystem.open(directory);
      const index = Index.loadJSON(await readFile(fileIn(directory), 'utf8'), options);
      return {
        vector: vectors.vector,
        keyword: async (text, limit) => index.search(text).slice(0, limit),
        texts: async (ids) => ids.map((id) => String(index.getStoredFields(id)?.['content'])),
        close: () => vectors.close(),
      };
    },
  };
}

function fileIn(directory: string): string {
  return join(directory, 'minisearch.json');
}
