import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { ContainerLimits, SourceFile } from '../contracts/parser.ts';
import { expectReadOrRefused, refusedByCode } from './fuzz.test-support.ts';
import { containerFor, parsers } from './parsers.ts';

const numRuns = 200;

const limits: ContainerLimits = {
  maxMembers: 100,
  maxBytes: 10_000_000,
  maxMemberBytes: 10_000_000,
  maxRatio: 100,
  maxDepth: 3,
};

const cases = join(import.meta.dirname, 'cases');

function sourceOf(name: string): SourceFile {
  const folder = join(cases, name);
  const path = readdirSync(folder).find((file) => file.startsWith('source.')) as string;
  return { path, bytes: readFileSync(join(folder, path)) };
}

const book: SourceFile = {
  path: 'source.epub',
  bytes: zipSync(
    {
      mimetype: Buffer.from('application/epub+zip'),
      'META-INF/container.xml': Buffer.from(
        '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
      ),
      'a.opf': Buffer.from(
        '<package><metadata><title>T</title></metadata><manifest><item id="a" href="a.html" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>',
      ),
      'a.html': sourceOf('html-page').bytes,
    },
    // Packed files mostly fail at their checksums; stored ones reach the parser more often.
    { level: 0 },
  ),
};

const separator = Buffer.from('From - Tue May  5 10:12:31 2026\n');
const { bytes: message } = sourceOf('email');
const mailbox: SourceFile = {
  path: 'a.mbox',
  bytes: Buffer.concat([separator, message, Buffer.from('\n'), separator, message]),
};

/** Places are fractions of the length, so that a change shrinks well. */
const change = fc.record({
  kind: fc.constantFrom('replace', 'remove', 'repeat', 'insert'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.integer({ min: 1, max: 60 }),
  bytes: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 4 }),
    fc
      .constantFrom(
        '<',
        '>',
        '</',
        '{',
        '}',
        '\\',
        '"',
        '\n',
        '\\u-1',
        '<!--',
        '--x',
        '> ',
        '\0',
        '&#x110000;',
      )
      .map((text) => Buffer.from(text)),
  ),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(bytes: Uint8Array, changes: readonly Change[]): Uint8Array {
  let current = Buffer.from(bytes);
  for (const { kind, at, length, bytes: inserted } of changes) {
    const start = Math.floor(at * current.length);
    const end = Math.min(current.length, start + length);
    const middle = {
      replace: () => [inserted],
      remove: () => [],
      repeat: () => Array.from({ length: 5 }, () => current.subarray(start, end)),
      insert: () => [inserted, current.subarray(start, end)],
    }[kind]();
    current = Buffer.concat([current.subarray(0, start), ...middle, current.subarray(end)]);
  }
  return current;
}

test.each([
  ['html', sourceOf('html-page')],
  ['html', sourceOf('html-layout-table')],
  ['epub', book],
  ['email', sourceOf('email')],
  ['notebook', sourceOf('notebook')],
  ['csv', sourceOf('csv-quotes')],
  ['json', sourceOf('json-object')],
  ['jsonl', sourceOf('jsonl')],
  ['rtf', sourceOf('rtf')],
  ['mdx', sourceOf('mdx')],
  ['source-code', sourceOf('code-python')],
  ['source-code', sourceOf('code-c')],
  ['transcript', sourceOf('transcript-teams')],
  ['transcript', sourceOf('transcript-youtube')],
  ['transcript', sourceOf('subtitles')],
  ['whatsapp', sourceOf('chat-whatsapp-android')],
  ['slack', sourceOf('chat-slack')],
  ['telegram', sourceOf('chat-telegram')],
  ['calendar', sourceOf('calendar')],
  ['contacts', sourceOf('contacts')],
  ['bibliography', sourceOf('bibliography')],
  ['keep-note', sourceOf('note-keep-list')],
  ['canvas', sourceOf('canvas')],
  ['markdown', sourceOf('excalidraw')],
])('%s: whatever is changed in a file, it is read or refused by a code', async (name, file) => {
  const parser = parsers.find((candidate) => candidate.name === name);
  if (!parser) throw new Error(`there is no parser ${name}`);
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      await expectReadOrRefused(parser, { path: file.path, bytes: changed(file.bytes, changes) });
    }),
    { numRuns },
  );
});

test.each([
  [
    'a ZIP archive',
    { path: 'a.zip', bytes: zipSync({ 'a.txt': Buffer.from('a'), 'b/c.txt': Buffer.from('c'.repeat(500)) }) },
  ],
  ['an e-mail', sourceOf('email')],
  ['a mailbox', mailbox],
])('whatever is changed in %s, its members are handed out or it is refused by a code', async (_, file) => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const source = { path: file.path, bytes: changed(file.bytes, changes) };
      await refusedByCode(async () => {
        for await (const { path } of containerFor(source)?.members(source, limits) ?? []) {
          expect(path.split('/')).not.toContain('..');
        }
      });
    }),
    { numRuns },
  );
});
