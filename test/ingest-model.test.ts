import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { temporaryFolder } from './corpus.ts';

/** What someone does in a folder between two ingests. Where there is no such file, it does nothing. */
type Operation =
  | { readonly do: 'write'; readonly path: string; readonly content: number }
  | { readonly do: 'remove' | 'touch'; readonly path: string }
  | Placing;

interface Placing {
  readonly do: 'move' | 'copy' | 'swap';
  readonly path: string;
  readonly to: string;
}

const path = fc.constantFrom('a.md', 'b.md', 'in/a.md', 'in/deep/a.md');
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), path, content: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constantFrom('move' as const, 'copy' as const, 'swap' as const), path, to: path }),
  fc.record({ do: fc.constantFrom('remove' as const, 'touch' as const), path }),
);
const rounds = fc.array(fc.array(operation, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 });

const textOf = (content: number) => `# Report ${content}\n\nThe code of this report is kx${content}q.\n`;

/** The folder as it should be: the content of each file. */
type Files = Map<string, number>;

function apply(operation: Operation, folder: string, files: Files): void {
  const file = join(folder, operation.path);
  const content = files.get(operation.path);
  if (operation.do === 'write') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(operation.content));
    files.set(operation.path, operation.content);
    return;
  }
  if (content === undefined) return;
  if ('to' in operation) {
    place(operation, content, folder, files);
  } else if (operation.do === 'touch') {
    utimesSync(file, new Date(), new Date());
  } else {
    rmSync(file);
    files.delete(operation.path);
  }
}

/** Brings a file to another place; where there is one already, it goes, or to the place of the first. */
function place({ do: kind, path: from, to }: Placing, content: number, folder: string, files: Files): void {
  const [file, target] = [join(folder, from), join(folder, to)];
  if (from === to) return;
  const replaced = files.get(to);
  mkdirSync(dirname(target), { recursive: true });
  if (kind === 'copy') copyFileSync(file, target);
  if (kind === 'swap' && replaced !== undefined) renameSync(target, join(folder, 'aside'));
  if (kind !== 'copy') {
    renameSync(file, target);
    files.delete(from);
  }
  if (kind === 'swap' && replaced !== undefined) {
    renameSync(join(folder, 'aside'), file);
    files.set(from, replaced);
  }
  files.set(to, content);
}

/** What a collection holds: each file's document and its content. */
type Held = ReadonlyMap<string, { readonly id: string; readonly content: string }>;

async function held(footnote: Footnote, folder: string, collection: string): Promise<Held> {
  const found = new Map<string, { id: string; content: string }>();
  for (const { documentId: id, paths } of await footnote.listDocuments({ collection })) {
    const { text: content } = await footnote.getDocumentText(id, { collection });
    for (const one of paths) found.set(one.slice(folder.length + 1), { id, content });
  }
  return found;
}

/** Holds the identities of documents to what is promised of them. */
function checkIdentities(before: Held, after: Held): void {
  const pathsOf = (state: Held, content: string) =>
    [...state].filter(([, one]) => one.content === content).map(([name]) => name);
  for (const [name, { id, content }] of before) {
    const now = after.get(name);
    if (now?.content === content) expect(now.id).toBe(id);
    // Moved: the content is found elsewhere, and nothing else has taken its place.
    const moved = pathsOf(after, content)[0];
    if (!now && moved !== undefined) expect(after.get(moved)?.id).toBe(id);
    // Edited: the only file of a content that is nowhere now, into one that was nowhere before.
    const isEdited =
      now &&
      pathsOf(before, content).length === 1 &&
      pathsOf(after, content).length === 0 &&
      pathsOf(before, now.content).length === 0 &&
      pathsOf(after, now.content).length === 1;
    if (isEdited) expect(now.id).toBe(id);
  }
  // Files of one content are one document, and no document has two.
  const contents = new Map<string, string>();
  for (const { id, content } of after.values()) contents.set(id, content);
  expect(contents.size).toBe(new Set([...after.values()].map(({ content }) => content)).size);
}

test('whatever is done to a folder, the collection comes to hold its files, each document under its id', async () => {
  const footnote = await openFootnote({ store: join(temporaryFolder(), 'store') });
  onTestFinished(() => footnote.close());
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const folder = join(temporaryFolder(), 'files');
      mkdirSync(folder);
      // Never removed, so that the collection is there and a removal of all the rest is none of most.
      writeFileSync(join(folder, 'kept.md'), textOf(99));
      const files: Files = new Map([['kept.md', 99]]);
      runs += 1;
      const collection = `run-${runs}`;
      let before: Held = new Map();
      for (const operations of all) {
        for (const one of operations) apply(one, folder, files);
        for (const name of files.keys()) expect(existsSync(join(folder, name))).toBe(true);
        const options = { collection, allowMassRemoval: true };
        const planned = await footnote.ingest([folder], { ...options, dryRun: true });
        const { status, documents, moved } = await footnote.ingest([folder], options);
        expect({ status, documents, moved }).toEqual({
          status: 'complete',
          documents: planned.documents,
          moved: planned.changes?.filter(({ change }) => change === 'moved').length,
        });
        expect(moved).toBe(planned.moved);
        const after = await held(footnote, folder, collection);
        const expected = [...files].map(([name, content]) => [name, textOf(content)] as const);
        expect(new Map([...after].map(([name, { content }]) => [name, content]))).toEqual(new Map(expected));
        checkIdentities(before, after);
        before = after;
      }
      const again = await footnote.ingest([folder], { collection });
      expect(again.documents).toEqual({ added: 0, updated: 0, unchanged: files.size, removed: 0, failed: 0 });
      const { hits } = await footnote.search('What is the code of the reports?', { collection, topK: 100 });
      expect(new Set(hits.map(({ content }) => content.trim()))).toEqual(
        new Set([...files.values()].map((content) => textOf(content).trim())),
      );
    }),
    { numRuns: 15 },
  );
});
