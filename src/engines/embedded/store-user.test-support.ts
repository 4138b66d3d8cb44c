/** A process of its own that uses a store: reads commands from standard input and answers each with one line. */
import { createInterface } from 'node:readline';
import { countsOf, spec, write } from '../../../conformance/engine-fixtures.ts';
import { isFootnoteError } from '../../errors.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { wordAnalyser } from './word-analyser.test-support.ts';

const [file = '', mode] = process.argv.slice(2);
const nobody = 65_534;
// Permissions say nothing to root.
if (mode === 'unprivileged' && process.getuid?.() === 0) process.setuid?.(nobody);

const index = await embeddedEngine({ file, analyser: wordAnalyser }).open(spec);

async function answer(command: string): Promise<string> {
  const [verb, argument = '', count = '1'] = command.split(' ');
  if (verb === 'count') {
    const { chunks, keywordChunks, vectors } = await countsOf(index);
    return `${chunks} ${keywordChunks} ${vectors}`;
  }
  if (verb === 'search') {
    return String((await index.keywords.search({ text: argument, language: 'en', limit: 100 })).length);
  }
  const ordinals = Array.from({ length: Number(count) }, (_, ordinal) => ordinal);
  await index.write(ordinals.map((ordinal) => write({ documentId: argument, ordinal, content: 'theirs' })));
  return 'written';
}

for await (const command of createInterface({ input: process.stdin })) {
  const line = await answer(command).catch((error: unknown) =>
    isFootnoteError(error) ? error.code : String(error),
  );
  process.stdout.write(`${line}\n`);
}
