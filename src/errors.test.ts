import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorTable, FootnoteError } from './errors.ts';
import { wordSet } from './text/words.ts';

/** The verbs that remedies begin with. */
const remedyVerbs =
  wordSet(`add allow ask bring check choose connect convert correct create enter fix free give grant
  install let list lower make move open raise redirect remove rename rephrase restart restore run save see send set shorten split start stop take try unpack
  update upgrade use`);

function isRemedy(sentence: string): boolean {
  return sentence === '{remedy}.' || remedyVerbs.has(/^\w+/.exec(sentence)?.[0].toLowerCase() ?? '');
}

/** Its `{problem}` says what is taken instead: it is told of any field of any call. */
const saysWhatIsTaken = 'request_invalid';

test.each(Object.entries(errorTable).filter(([code]) => code !== saysWhatIsTaken))(
  '%s says what to do about it',
  (_, { message }) => {
    const [, ...others] = message.split(/(?<=[.:}]) (?=[A-Z{])/);
    expect(others.some(isRemedy)).toBe(true);
  },
);

test.each(Object.entries(errorTable).filter(([code]) => code.includes('_too_')))(
  '%s names the limit',
  (_, { message }) => {
    expect(message).toContain('{limit}');
  },
);

test('every remedy that is filled in begins with its verb and leaves the full stop to the message', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.test-support.ts'),
  );
  const remedies = files.flatMap((file) =>
    [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/[rR]emedy(?::| =) (['`])(.+?)\1/g),
    ].map(([, , remedy = '']) => remedy),
  );
  expect(remedies.length).toBeGreaterThan(10);
  expect(remedies.filter((remedy) => !isRemedy(remedy) || remedy.endsWith('.'))).toEqual([]);
});

test('what others say is told with one full stop, whether it has its own or not', () => {
  const messages = ['too many open files', 'too many open files.'].map(
    (reason) => new FootnoteError('server_not_ready', { reason }).message,
  );
  expect(new Set(messages)).toEqual(
    new Set(['The server is not ready: too many open files. Try again in a moment.']),
  );
});
