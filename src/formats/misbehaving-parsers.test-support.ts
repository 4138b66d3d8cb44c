import process from 'node:process';
import type { Container, ParsedDocument, ParseOptions, Parser } from '../contracts/parser.ts';
import { FootnoteError } from '../errors.ts';

/** Parsers that do what parsers must not, by name; and a few that do as they should. */
const behaviours: Readonly<
  Record<string, (path: string, bytes: Uint8Array, options: ParseOptions) => unknown>
> = {
  hang() {
    for (;;);
  },
  'wait forever': () => new Promise(() => {}),
  'fill the heap'() {
    const kept: number[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, () => 0.5));
  },
  'allocate at once': () => 'ab,'.repeat(150_000_000).split(','),
  'fill memory outside the heap'() {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(50_000_000).fill(1));
  },
  exit: () => process.exit(3),
  abort: () => process.abort(),
  throw() {
    throw new TypeError('x is not a function');
  },
  'fail later': () => void Promise.reject(new Error('nobody waits for this')),
  'answer with a function': () => ({ text: () => 'no data' }),
  refuse(path) {
    throw new FootnoteError('file_malformed', { path, line: 7, problem: 'no end' });
  },
  'start a program': () => process.getBuiltinModule('node:child_process').execSync('true'),
  'write a file': (path) => process.getBuiltinModule('node:fs').writeFileSync(path, 'written'),
  'read the environment': () => plain(Object.keys(process.env).join(' ')),
  'name the process': () => plain(String(process.pid)),
  'name the type of the bytes': (_, bytes) => plain(bytes.constructor.name),
  'tell how far it is'(_, __, { onProgress }) {
    for (const done of [1, 2, 3]) onProgress?.({ done, total: 3, unit: 'page' });
  },
  echo: (_, bytes) => plain(new TextDecoder().decode(bytes)),
};

function plain(text: string): ParsedDocument {
  return {
    text,
    blocks: [{ kind: 'paragraph', start: 0, end: text.length }],
    metadata: {},
    warnings: [],
  };
}

export const parsers: readonly Parser[] = Object.entries(behaviours).map(([name, behave]) => ({
  name,
  extensions: [],
  version: 1,
  recognise: () => 'maybe',
  parse: async ({ path, bytes }, options = {}) =>
    ((await behave(path, bytes, options)) ?? plain('done')) as ParsedDocument,
}));

const unpackings: Readonly<Record<string, (bytes: Uint8Array) => Iterable<string>>> = {
  lines: (bytes) => new TextDecoder().decode(bytes).split('\n'),
  *endless() {
    for (;;) yield 'more';
  },
  *'hang at the second'() {
    yield 'first';
    for (;;);
  },
};

export const containers: readonly Container[] = Object.entries(unpackings).map(([name, unpack]) => ({
  name,
  extensions: [],
  recognise: () => 'maybe',
  async *members({ path, bytes }) {
    let index = 0;
    for (const text of unpack(bytes)) {
      const member = `${path}/${index++}`;
      yield text === 'damaged'
        ? { path: member, error: new FootnoteError('file_damaged', { path: member, problem: 'it is torn' }) }
        : { path: member, bytes: new TextEncoder().encode(text) };
    }
  },
}));

export const parserLoaders = Object.fromEntries(parsers.map((parser) => [parser.name, async () => parser]));

export const containerLoaders = Object.fromEntries(
  containers.map((container) => [container.name, async () => container]),
);
