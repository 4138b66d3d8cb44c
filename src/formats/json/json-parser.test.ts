import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFootnoteError } from '../../errors.ts';
import { cleanText } from '../../text/decode/clean-text.ts';
import { jsonlParser, jsonParser } from './json-parser.ts';
import { JsonObject, type JsonValue, readJson, readJsonWithComments } from './json-reader.ts';

const runs = 300;

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** What the reader gives for a value that `JSON.parse` gave. */
function asRead(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(asRead);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? cleanText(value) : JSON.stringify(value);
  const members = new Map(Object.entries(value).map(([key, member]) => [cleanText(key), asRead(member)]));
  return new JsonObject([...members.keys()], [...members.values()]);
}

async function messageOf(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    if (isFootnoteError(error) && error.code === 'file_malformed') return error.message;
    throw error;
  }
  return 'none';
}

test('values are those of JSON.parse, written with any white space', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = cleanText(JSON.stringify(value, null, indent));
      expect(readJson(text, 'a.json')).toEqual(asRead(JSON.parse(text)));
    }),
    { numRuns: runs },
  );
});

test('escapes are what JSON.parse makes of them, cleaned', () => {
  const unit = fc.constantFrom(
    'n',
    '"',
    '\\',
    '/',
    '\n',
    '\t',
    '\f',
    '\r',
    '\b',
    '\u0301',
    '\u200d',
    '👩',
    'é',
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 4 }), (strings) => {
      const text = cleanText(JSON.stringify(strings));
      let expected: JsonValue | undefined;
      try {
        expected = asRead(JSON.parse(text));
      } catch {
        // A mark composed with the letter of the escape before it.
        expect(() => readJson(text, 'a.json')).toThrow(/unknown escape/);
        return;
      }
      expect(readJson(text, 'a.json')).toEqual(expected);
    }),
    { numRuns: runs },
  );
});

test('objects keep their own keys, however alike those before are', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'a"', 'ab');
  const object = fc.array(fc.tuple(key, fc.constantFrom('1', '{"a": 1}', '[]', '[{"b": 2}]')), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(object, { maxLength: 4 }), (objects) => {
      const written = objects.map((members) =>
        members.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', '),
      );
      const text = `[${written.map((members) => `{${members}}`).join(', ')}]`;
      expect(readJson(text, 'a.json')).toEqual(asRead(JSON.parse(text)));
    }),
    { numRuns: runs },
  );
});

test('what escapes and cuts leave is cleaned', async () => {
  const unit = fc.constantFrom(
    '\u0301',
    '\ud83d',
    '\ude00',
    '\u200d',
    '\r',
    '"',
    '\\',
    'e',
    '😀',
    'k'.repeat(99),
  );
  const text = fc.string({ unit, maxLength: 6 });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, text, fc.array(tie('value')), fc.dictionary(text, tie('value'))),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (value) => {
      const json = JSON.stringify({ words: 'x', value }).replace(/[^ -~]/g, escaped);
      const parsed = await jsonParser.parse({ path: 'a.json', bytes: bytesOf(json) });
      expect(cleanText(parsed.text)).toBe(parsed.text);
    }),
    { numRuns: runs },
  );
});

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

test('what JSON.parse refuses is refused', async () => {
  const characters = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    'u',
    '0',
    '1',
    '-',
    '.',
    'e',
    ' ',
    'true',
    'null',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(characters, { maxLength: 12 }), async (pieces) => {
      const text = pieces.join('');
      let isValid = true;
      try {
        JSON.parse(text);
      } catch {
        isValid = false;
      }
      expect((await messageOf(() => readJson(text, 'a.json'))) === 'none').toBe(isValid);
    }),
    { numRuns: runs * 3 },
  );
});

test.each([
  ['{\n"a": 1,\n,}', 'line 3'],
  ['{\n,}', 'line 2'],
  ['[,]', 'a value is expected'],
  ['{} /* open', 'more text after the end'],
  ['{"a": /', 'a value is expected before "/"'],
  ['[1\n2]', 'line 2: a comma or ]'],
  ['{"a": "x\n"}', 'line 1: a string is not closed'],
  ['[1] 2', 'more text after the end'],
  ['["\\x"]', 'unknown escape'],
  ['[01]', 'a comma or ]'],
  ['["a\\', 'not closed'],
  ['['.repeat(100_000), '400 levels deep'],
  ['{"a":'.repeat(100_000), '400 levels deep'],
])('%.30j is malformed', async (text, expected) => {
  const message = await messageOf(() => jsonParser.parse({ path: 'a.json', bytes: bytesOf(text) }));
  expect(message).toContain(expected);
});

test('a line of JSON Lines that is broken is kept as it stands and named; where all are, the file fails', async () => {
  const parsed = await jsonlParser.parse({ path: 'a.jsonl', bytes: bytesOf('{"a": 1}\n\n{"a": }\n{"a": 2') });
  expect(parsed.text).toBe('a: 1\n\n{"a": }\n\n{"a": 2');
  expect(parsed.warnings).toEqual([
    '2 lines are not JSON and kept as written, the first on line 3: a value is expected before "}"',
  ]);
  const message = await messageOf(() => jsonlParser.parse({ path: 'b.jsonl', bytes: bytesOf('\nnot json') }));
  expect(message).toContain('b.jsonl, line 2: a value is expected before "n"');
});

test('a file of several values, one a line, is JSON Lines whatever its name', async () => {
  const parsed = await jsonParser.parse({ path: 'a.json', bytes: bytesOf('{"a": 1}\n\n{"a": 2}\n{"a": \n') });
  expect(parsed.text).toBe('a: 1\n\na: 2\n\n{"a":');
  expect(parsed.warnings).toHaveLength(1);
});

test('numbers that JSON does not have are kept as Python writes them', async () => {
  const parsed = await jsonParser.parse({
    path: 'a.json',
    bytes: bytesOf('{"a": NaN, "b": [-Infinity, 1]}'),
  });
  expect(parsed.text).toBe('a: NaN\nb: -Infinity, 1');
});

test('deep files with long keys do not grow with the square of their depth', async () => {
  const key = 'k'.repeat(500);
  const text = `{"${key}":`.repeat(300) + '1' + '}'.repeat(300);
  const parsed = await jsonParser.parse({ path: 'a.json', bytes: bytesOf(text) });
  expect(parsed.text.length).toBeLessThan(1000);
});

test('comments are kept at what they stand at, and a comma may stand behind the last', async () => {
  const text = `// For the whole team.
{
  "name": "build", // shown in the list
  /*
   * Off until the old parts are gone.
   */
  "strict": false,
  "paths": { // where sources are
    "src": ["a", /* later */ "b",],
    // none yet
  },
  "rules": [{ "id": 1, "why": "x" }, { "id": 2, "why": "y" /* ask Ann */ }],
  "url": "http://example.org/*no comment*/",
}
// end`;
  const parsed = await jsonParser.parse({ path: 'tsconfig.json', bytes: bytesOf(text) });
  expect(parsed.title).toBe('build');
  expect(parsed.text).toBe(
    [
      '// For the whole team.\n// shown in the list\nname: build\n// Off until the old parts are gone.\nstrict: false\nurl: http://example.org/*no comment*/',
      'paths',
      '// where sources are\n// later\n// none yet\npaths.src: a, b',
      'rules',
      'rules[0].id: 1\nrules[0].why: x',
      'rules[1].id: 2\n// ask Ann\nrules[1].why: y',
      '// end',
    ].join('\n\n'),
  );
});

test('a file of nothing but comments and an empty value keeps the comments', async () => {
  const parsed = await jsonParser.parse({ path: 'a.jsonc', bytes: bytesOf('/* later */ [ // soon\n]') });
  expect(parsed.text).toBe('[]\n// later\n// soon');
});

test('a hundred thousand comments in a row are read', async () => {
  const text = `{ "a": 1, ${'/**/'.repeat(100_000)} ${'// b\n'.repeat(100_000)} "c": 2 }`;
  const parsed = await jsonParser.parse({ path: 'a.json', bytes: bytesOf(text) });
  expect(parsed.text.match(/^\/\/ b$/gm)).toHaveLength(100_000);
});

test('comments change no value', () => {
  const space = fc.constantFrom('', ' ', '\n', '// "x": {\n', '/* , } */', '/**/');
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(space), (value, spaces) => {
      const tokens =
        cleanText(JSON.stringify(value)).match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^[\]{}:,"]+/gs) ?? [];
      const commented = tokens.map((token) => token + (spaces.next().value ?? '')).join('');
      expect(readJsonWithComments(commented, 'a.json').value).toEqual(asRead(JSON.parse(tokens.join(''))));
    }),
    { numRuns: runs },
  );
});

test('numbers stay as they are written', async () => {
  const text = '{"a": 12345678901234567890.10, "b": -0.50e+3, "c": [1.0, 2.00]}';
  const parsed = await jsonParser.parse({ path: 'a.json', bytes: bytesOf(text) });
  expect(parsed.text).toBe('a: 12345678901234567890.10\nb: -0.50e+3\nc: 1.0, 2.00');
});

test.each([
  ['{"title": "Roses", "name": "r"}', 'Roses'],
  ['{"title": null, "name": "Violets"}', 'Violets'],
  ['{"title": false, "name": 7}', undefined],
  ['{"openapi": "3.1.0", "info": {"title": "Berths"}}', 'Berths'],
  ['{"info": {"name": "Ferries"}, "name": "null"}', 'Ferries'],
])('the title of %s is %s', async (source, title) => {
  expect((await jsonParser.parse({ path: 'a.json', bytes: Buffer.from(source) })).title).toBe(title);
});

test.each([
  ['one a line', '{"kiln": "A", "fired": {"at": 1240, "by": "Noor"}}\n{"kiln": "B", "fired": {"at": 980}}\n'],
  [
    'over several lines',
    '{\n "kiln": "A",\n "fired": {"at": 1240, "by": "Noor"}\n}\n{"kiln": "B", "fired": {"at": 980}}',
  ],
  ['without anything between', '{"kiln":"A","fired":{"at":1240,"by":"Noor"}}{"kiln":"B","fired":{"at":980}}'],
])('objects that are alike, %s, are a table whatever the name of the file', async (_, text) => {
  for (const parser of [jsonParser, jsonlParser]) {
    const parsed = await parser.parse({ path: 'a', bytes: bytesOf(text) });
    expect(parsed.text).toBe('| kiln | fired.at | fired.by |\n| A | 1240 | Noor |\n| B | 980 |  |');
    expect(parsed.blocks).toMatchObject([{ kind: 'table', headerEnd: 30 }]);
    expect(parsed.warnings).toEqual([]);
  }
});

test('objects that hold lists of objects, or a key like the path of another, are no rows', async () => {
  const text = '[{"a": {"b": 1}, "a.b": 2}, {"a": {"b": 3}, "a.b": 4}]';
  const { blocks } = await jsonParser.parse({ path: 'a.json', bytes: bytesOf(text) });
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
});
