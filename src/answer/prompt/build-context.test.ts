import { describe, expect, test } from 'vitest';
import type { Chunk } from '../../contracts/chunk.ts';
import type { CitedPassage } from '../compose/cite.ts';
import { chunk, cited } from '../generate/quoting.test-support.ts';
import { buildContext, contextFormats, fourCharacterTokenizer } from './build-context.ts';

function passage(number: number, content: string, change: Partial<Chunk> = {}): CitedPassage {
  const found = chunk('lakes', content, change.start ?? 100 * number);
  return cited(number, { ...found, title: 'Lakes', headingPath: ['Lakes', 'Depth'], ...change });
}

const letters = { id: 'letters', count: (text: string) => text.length };
const lakes = [
  passage(1, 'It is deep.', { page: 4 }),
  passage(2, 'It is cold.', { metadata: { chapter: 3, tags: ['a', 'b'] } }),
];

describe('the forms of a context', () => {
  test.each([
    [
      'numbered',
      contextFormats.numbered,
      '[1] Lakes > Depth, page 4\nIt is deep.\n\n[2] Lakes > Depth\nIt is cold.',
    ],
    [
      'documents',
      contextFormats.documents,
      '[Document 1]\nTitle: Lakes\nContent: It is deep.\n\n---\n\n[Document 2]\nTitle: Lakes\nContent: It is cold.',
    ],
    ['titled (D3)', contextFormats.titled, '[Lakes > Depth]\nIt is deep.\n\n[Lakes > Depth]\nIt is cold.'],
    [
      'chapters (C5)',
      contextFormats.chapters,
      '[1] It is deep.\nSource: Lakes, Depth\n\n[2] It is cold.\nSource: 3, Depth',
    ],
    [
      'metadata (A8)',
      contextFormats.metadata,
      '[1] Lakes\nIt is deep.\n\n[2] Lakes\nchapter: 3\ntags: a, b\nIt is cold.',
    ],
  ])('%s', (_, format, text) => {
    expect(buildContext(lakes, { format, tokenizer: letters, maxTokens: 1000 }).text).toBe(text);
  });

  test.each(Object.entries(contextFormats))('%s: rows stand under the header of their table', (_, format) => {
    const rows = passage(1, '| Hallstatt | 125 m |');
    const tableHeader = { start: 0, end: 16, text: '| Lake | Depth |' };
    const { text } = buildContext([{ ...rows, passage: { ...rows.passage, tableHeader } }], {
      format,
      tokenizer: letters,
      maxTokens: 1000,
    });
    expect(text).toContain('| Lake | Depth |\n| Hallstatt | 125 m |');
  });

  test('C8: what has no chapter is named by its document, what has no section is N/A', () => {
    const metadata = { chapter: 'Unknown', section: 'N/A' };
    const { text } = buildContext([passage(1, 'It is deep.', { headingPath: [], metadata })], {
      format: contextFormats.chapters,
      tokenizer: letters,
      maxTokens: 1000,
    });
    expect(text).toBe('[1] It is deep.\nSource: Lakes, N/A');
  });

  test('a passage without a section is named by its document alone', () => {
    const { text } = buildContext([passage(1, 'It is deep.', { headingPath: [] })], {
      format: contextFormats.titled,
      tokenizer: letters,
      maxTokens: 1000,
    });
    expect(text).toBe('[Lakes]\nIt is deep.');
  });
});

const build = (passages: readonly CitedPassage[], maxTokens: number) =>
  buildContext(passages, { format: contextFormats.titled, tokenizer: letters, maxTokens });

describe('the room for a context', () => {
  test('a passage that does not fit is left out whole, and a later one may still fit', () => {
    const built = build([passage(1, 'a'.repeat(30)), passage(2, 'b'.repeat(90)), passage(3, 'c')], 80);
    expect(built.passages.map((cited) => cited.passage.number)).toEqual([1, 3]);
    expect(built.text.length).toBeLessThanOrEqual(80);
  });

  test('D3: four characters count as a token, begun ones whole', () => {
    const two = [passage(1, 'a'.repeat(30)), passage(2, 'b'.repeat(14))];
    const room = (maxTokens: number) =>
      buildContext(two, { format: contextFormats.titled, tokenizer: fourCharacterTokenizer, maxTokens });
    expect(room(12 + 1 + 8).text).toHaveLength(46 + 2 + 30);
    expect(room(12 + 8).passages).toHaveLength(1);
  });

  test('only a first passage that is longer than all the room is cut', () => {
    const built = build([passage(1, '👩‍🚒'.repeat(90))], 40);
    expect(built.passages).toHaveLength(1);
    expect(built.text).toHaveLength(40);
    expect(built.text.isWellFormed()).toBe(true);
  });

  test('what stands in a passage before it is not written twice', () => {
    const outer = passage(1, 'It is deep. It is cold.', { start: 10 });
    const inner = passage(2, 'It is cold.', { start: 22 });
    expect(build([outer, inner], 1000).passages).toEqual([outer]);
  });

  test('E2: of a passage that shares text with others before it the rest is written, and cited as it is', () => {
    const whole = 'It is deep. It is cold.\n\nIt is old. It is blue.';
    const part = (number: number, words: string) => passage(number, words, { start: whole.indexOf(words) });
    const [middle, behind, before] = [
      part(1, 'It is cold.\n\nIt is old.'),
      part(2, 'It is old. It is blue.'),
      part(3, 'It is deep. It is cold.'),
    ];
    const { text, passages } = build([middle, behind, before, part(4, 'It is old. It is')], 1000);
    const title = '[Lakes > Depth]';
    expect(text).toBe(
      `${title}\nIt is cold.\n\nIt is old.\n\n${title}\nIt is blue.\n\n${title}\nIt is deep.`,
    );
    expect(passages).toEqual([middle, behind, before]);
  });

  test('rows left of a passage that begins with what was written stand under the header of their table', () => {
    const header = '| Lake | Depth |\n|---|---|';
    const whole = `Deep lakes:\n\n${header}\n| Como | 425 m |\n| Garda | 346 m |\n\nThey are cold. They are old.`;
    const written = passage(1, whole.slice(0, whole.indexOf('\n| Garda')), { start: 0 });
    const sharing = passage(2, whole.slice(0, whole.indexOf(' They are old')), { start: 0 });
    const bareTableHeaders = [{ start: whole.indexOf(header), end: whole.indexOf('\n| Como') }];
    const rest = { ...sharing, passage: { ...sharing.passage, bareTableHeaders } };
    expect(build([written, rest], 1000).text).toMatch(
      /Como \| 425 m \|\n\n\[Lakes > Depth\]\n\| Lake \| Depth \|\n\|---\|---\|\n\| Garda[^]*cold\.$/,
    );
    const upToTable = passage(1, whole.slice(0, whole.indexOf('\n\nThey')), { start: 0 });
    expect(build([upToTable, rest], 1000).text).toMatch(
      /Garda \| 346 m \|\n\n\[Lakes > Depth\]\nThey are cold\.$/,
    );
  });
});
