import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFootnoteError } from '../errors.ts';
import { mdxParser } from './mdx-parser.ts';

const parse = (text: string) => mdxParser.parse({ path: 'a.mdx', bytes: new TextEncoder().encode(text) });

test.each([
  ['---\na: 1\n---\n\n# A\n\n<Tabs>\n\nno end\n', /^a\.mdx, line 7: Expected a closing tag for `<Tabs>`/],
  ['# A\n\nvalue {1 +} there\n', /^a\.mdx, line 3: Could not parse expression/],
  ['import a from\n\ntext\n', /^a\.mdx, line [123]: Could not parse import/],
])('E1: file_malformed with its line for %j', async (source, message) => {
  await expect(parse(source)).rejects.toMatchObject({
    code: 'file_malformed',
    message: expect.stringMatching(message),
  });
});

test('its title is the first heading of level 1 that says something', async () => {
  expect((await parse('# \n\nWords.\n\n## Below\n\n# Pumps\n')).title).toBe('Pumps');
});

const piece = fc.constantFrom(
  '# One {#own}',
  '<Tabs>',
  '</Tabs>',
  '<Tab>',
  '</Tab>',
  '- item',
  '{1 + 1}',
  'export const a = 1',
  '<!-- note -->',
  '<!--',
  'words <b>bold</b>',
  '```js',
  '```',
  '| a |\n|---|',
  '> quote',
  '<Inline>words</Inline>',
);

test('every character that is not blank lies in a block, in order, or the file is refused with a line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
      const parsed = await parse(pieces.join('\n\n')).catch((error: unknown) => error);
      if (isFootnoteError(parsed)) {
        // A page of comments alone says nothing.
        expect(parsed.code).toBe(
          pieces.every((one) => one === '<!-- note -->') ? 'file_empty' : 'file_malformed',
        );
        return;
      }
      const { text, blocks } = parsed as Awaited<ReturnType<typeof parse>>;
      let position = 0;
      for (const { start, end } of blocks) {
        expect(text.slice(position, start).trim()).toBe('');
        expect(end).toBeGreaterThan(start);
        position = end;
      }
      expect(text.slice(position).trim()).toBe('');
    }),
    { numRuns: 200 },
  );
});

test('comments that never end are refused in linear time', async () => {
  await expect(parse('<!-- '.repeat(40_000))).rejects.toMatchObject({ code: 'file_malformed' });
});

test('components in one line are no one word', async () => {
  const { text } = await parse(
    '<Tabs><TabItem label="Ebb">Go out.</TabItem><TabItem label="Flood">Stay.</TabItem></Tabs>\n\nA <Badge>new</Badge><Badge>safe</Badge> way, `</A><B>`.\n',
  );
  expect(text).toBe('Ebb: Go out. Flood: Stay.\n\nA new safe way, `</A><B>`.\n');
});

const tableWith = (cell: string) =>
  `<table>\n  <tr><th>a</th><th>b</th></tr>\n  <tr><td>${cell}</td><td>2</td></tr>\n</table>`;

test('a table of HTML is one, but with expressions or code in it', async () => {
  const { text, blocks } = await parse(`${tableWith('1 <b>kg</b>')}\n\nWords &amp; more.`);
  expect(text).toBe('| a | b |\n| 1 kg | 2 |\n\nWords & more.');
  expect(blocks).toMatchObject([{ kind: 'table', headerEnd: 9 }, { kind: 'paragraph' }]);
  expect((await parse(tableWith('{size}'))).blocks[0]).toMatchObject({ kind: 'code', language: 'jsx' });
});

test('what a page takes in, and comments, are not shown; what it exports is code', async () => {
  const { text } = await parse(
    "import A from 'a'\n\n{/* later */}\n\nWords.\n\nimport B from 'b'\nexport const c = 'd'",
  );
  expect(text).toBe("Words.\n\nimport B from 'b'\nexport const c = 'd'");
});

test('tags of components are no words, but what they name is; parts end where their tags do', async () => {
  const { text, blocks } = await parse(
    '<Aside title="Batteries">Charge for 11 hours.</Aside>\n\n<CardGrid>\n  <Card title="Range" icon="rocket">\n    It reaches 40 km.\n  </Card>\n</CardGrid>\n\n<LinkCard title="Moor it" href="m" description="With chain." />\n\nPress <Key name="F5" /> or <Badge>new</Badge>.',
  );
  expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual([
    '## Batteries',
    'Charge for 11 hours.',
    '## Range',
    'It reaches 40 km.',
    'Moor it. With chain.',
    'Press F5 or new.',
  ]);
  const ends = blocks.flatMap((one) =>
    one.kind === 'heading' ? [text.slice(one.end, one.until).trim()] : [],
  );
  expect(ends).toEqual(['Charge for 11 hours.', 'It reaches 40 km.']);
  const signs = await parse(
    '| Pump | Quiet |\n|---|---|\n| K2 | <Check /> |\n\n<Prompt first="Write a slogan" />\n\n<Chart data={rows} />',
  );
  expect(signs.text.trim()).toBe('| Pump | Quiet |\n|---|---|\n| K2 | Check |\n\nWrite a slogan');
});
