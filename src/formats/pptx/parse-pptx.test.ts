import { expect, test } from 'vitest';
import { blockLines, officeFile, placeLines, relationshipsXml } from '../office/office-file.test-support.ts';
import { pptxParser } from '../office/office-parsers.ts';

const p = (text: string, properties = ''): string =>
  `<a:p><a:pPr${properties}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
const plain = (text: string): string => p(text, '>');
const shape = (
  content: string,
  { ph = '', x = 0, y = 0, tall = 100 }: { ph?: string; x?: number; y?: number; tall?: number },
): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name=""/><p:nvPr>${ph && `<p:ph ${ph}/>`}</p:nvPr></p:nvSpPr><p:spPr>${
    y < 0 ? '' : `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="100" cy="${tall}"/></a:xfrm>`
  }</p:spPr><p:txBody>${content}</p:txBody></p:sp>`;
const title = (text: string, type = 'title'): string => shape(plain(text), { ph: `type="${type}"` });
const slide = (content: string, attributes = ''): string =>
  `<p:sld ${attributes}><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`;

function parse(slides: readonly string[], more: Record<string, string> = {}) {
  const parts: Record<string, string> = {};
  for (const [index, xml] of slides.entries()) parts[`ppt/slides/s${index}.xml`] = xml;
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`);
  return pptxParser.parse(
    officeFile('a.pptx', 'ppt/presentation.xml', {
      'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids.join('')}</p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationshipsXml(
        Object.fromEntries(slides.map((_, index) => [`r${index}`, ['slide', `slides/s${index}.xml`]])),
      ),
      ...parts,
      ...more,
    }),
  );
}

test('slides are pages under their titles; hidden and silent ones are warned of', async () => {
  const parsed = await parse([
    slide(title('The deck', 'ctrTitle')),
    slide(title('Plan') + shape(plain('Alone'), { ph: 'idx="1"', y: 5 }), 'show="0"'),
    slide(''),
    slide(shape(plain('No title here'), {}) + shape(plain('7'), { ph: 'type="sldNum"' })),
  ]);
  expect(parsed.title).toBe('The deck');
  expect(blockLines(parsed)).toEqual([
    'heading1 @1: The deck',
    'heading2 @2: Plan',
    'paragraph @2: Alone',
    'heading2 @4: Slide 4',
    'paragraph @4: No title here',
  ]);
  expect(parsed.warnings).toEqual(['slide 2 is hidden; its text was kept', 'slide 3 has no text']);
});

test('bullets by placeholder, level and mark; numbers as shown', async () => {
  const body = [
    plain('one'),
    p('deeper', ' lvl="1">'),
    p('aside', '><a:buNone/>'),
    p('first', '><a:buAutoNum type="alphaLcParenR" startAt="3"/>'),
    p('second', '><a:buAutoNum type="alphaLcParenR" startAt="3"/>'),
  ];
  const box =
    plain('loose') + p('marked', '><a:buChar char="•"/>') + p('marked too', '><a:buChar char="•"/>');
  const parsed = await parse([
    slide(title('T') + shape(body.join(''), { ph: 'idx="1"', y: 1 }) + shape(box, { y: 900 })),
  ]);
  expect(blockLines(parsed).slice(1)).toEqual([
    'list @1: - one\n  - deeper',
    'paragraph @1: aside',
    'list @1: c) first\nd) second',
    'paragraph @1: loose',
    'list @1: - marked\n- marked too',
  ]);
});

test('shapes are read by rows, then from the left; places come from the layout where a shape has none', async () => {
  const placed = (text: string, x: number, y: number): string => shape(plain(text), { x, y });
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr name="G" descr="a group"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="210"/><a:ext cx="1" cy="100"/></a:xfrm></p:grpSpPr>${placed('in group', 0, 0)}</p:grpSp>`;
  const inherited = shape(plain('from layout'), { ph: 'idx="4"', y: -1 });
  const parsed = await parse(
    [slide(group + placed('right', 500, 10) + inherited + placed('left', 0, 20) + title('T'))],
    {
      'ppt/slides/_rels/s0.xml.rels': relationshipsXml({ l: ['slideLayout', '../slideLayouts/l.xml'] }),
      'ppt/slideLayouts/l.xml': slide(shape('', { ph: 'idx="4"', x: 0, y: 900 })),
    },
  );
  expect(blockLines(parsed).map((line) => line.slice(line.indexOf(':') + 2))).toEqual([
    'T',
    'left',
    'right',
    'a group',
    'in group',
    'from layout',
  ]);
});

const cell = (text: string, attributes = ''): string =>
  `<a:tc ${attributes}><a:txBody>${plain(text)}</a:txBody></a:tc>`;

test('tables, pictures, diagrams, notes and comments', async () => {
  const table = `<p:graphicFrame><p:nvGraphicFramePr/><p:xfrm><a:off x="0" y="10"/><a:ext cx="1" cy="1"/></p:xfrm><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>
    <a:tr>${cell('A')}${cell('B')}</a:tr><a:tr>${cell('x', 'rowSpan="2"')}${cell('1')}</a:tr><a:tr>${cell('', 'vMerge="1"')}${cell('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const picture = `<p:pic><p:nvPicPr><p:cNvPr id="2" name="Picture 2" descr="A bridge"/></p:nvPicPr><p:spPr><a:xfrm><a:off x="0" y="500"/><a:ext cx="1" cy="1"/></a:xfrm></p:spPr></p:pic>`;
  const diagram = `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr name="D" descr="From file to blocks"/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="900"/><a:ext cx="1" cy="1"/></p:xfrm><a:graphic><a:graphicData><dgm:relIds r:dm="d"/></a:graphicData></a:graphic></p:graphicFrame>`;
  const parsed = await parse([slide(diagram + picture + table)], {
    'ppt/slides/_rels/s0.xml.rels': relationshipsXml({
      n: ['notesSlide', '../notes/n.xml'],
      c: ['comments', '../comments/c.xml'],
      d: ['diagramData', '../diagrams/d.xml'],
    }),
    'ppt/notes/n.xml': slide(shape(plain('Say hello.') + plain('Smile.'), { ph: 'type="body" idx="1"' })),
    'ppt/comments/c.xml': '<p:cmLst><p:cm><p:text>Too long</p:text></p:cm></p:cmLst>',
    'ppt/diagrams/d.xml': `<dgm:dataModel><dgm:ptLst><dgm:pt type="doc"/><dgm:pt><dgm:t>${plain('Load')}</dgm:t></dgm:pt><dgm:pt><dgm:t>${plain('Parse')}</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
  });
  expect(blockLines(parsed)).toEqual([
    'heading2 @1: Slide 1',
    'table @1: | A | B |‖\n| x | 1 |\n| x | 2 |',
    'figure @1: A bridge',
    'figure @1: From file to blocks',
    'list @1: - Load\n- Parse',
    'paragraph @1: Notes: Say hello.\nSmile.',
    'paragraph @1: Comment: Too long',
  ]);
});

test('labels over columns of a table stand over each', async () => {
  const rows = [
    [cell('Model', 'rowSpan="2"'), cell('Battery', 'gridSpan="2"'), cell('', 'hMerge="1"')],
    [cell('', 'vMerge="1"'), cell('Summer'), cell('Winter')],
    [cell('Heron'), cell('11 h'), cell('8 h')],
  ];
  const table = rows.map((cells) => `<a:tr>${cells.join('')}</a:tr>`).join('');
  const frame = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/>${table}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  expect(blockLines(await parse([slide(frame)])).slice(1)).toEqual([
    'table @1: | Model | Battery | Battery |\n| Model | Summer | Winter |‖\n| Heron | 11 h | 8 h |',
  ]);
});

const threadText = (text: string) => `<p188:txBody>${plain(text)}</p188:txBody>`;

test('comments and the replies to them name their authors', async () => {
  const parsed = await parse([slide(title('A')), slide(title('B'))], {
    'ppt/_rels/presentation.xml.rels': relationshipsXml({
      r0: ['slide', 'slides/s0.xml'],
      r1: ['slide', 'slides/s1.xml'],
      o: ['commentAuthors', 'commentAuthors.xml'],
      n: ['authors', 'authors.xml'],
    }),
    'ppt/commentAuthors.xml': '<p:cmAuthorLst><p:cmAuthor id="1" name="Ada"/></p:cmAuthorLst>',
    'ppt/authors.xml': '<p188:authorLst><p188:author id="{B}" name="Ben"/></p188:authorLst>',
    'ppt/slides/_rels/s0.xml.rels': relationshipsXml({ c: ['comments', '../comments/old.xml'] }),
    'ppt/slides/_rels/s1.xml.rels': relationshipsXml({ c: ['comments', '../comments/new.xml'] }),
    'ppt/comments/old.xml': '<p:cmLst><p:cm authorId="1"><p:text>Too long</p:text></p:cm></p:cmLst>',
    'ppt/comments/new.xml': `<p188:cmLst><p188:cm authorId="{B}"><p188:replyLst><p188:reply authorId="{C}">${threadText('Done')}</p188:reply></p188:replyLst>${threadText('Shorten?')}</p188:cm></p188:cmLst>`,
  });
  expect(blockLines(parsed).filter((line) => line.startsWith('paragraph'))).toEqual([
    'paragraph @1: Comment by Ada: Too long',
    'paragraph @2: Comment by Ben: Shorten?',
    'paragraph @2: Comment: Done',
  ]);
});

const titled = (text: string) => `<c:title><c:tx><c:rich>${plain(text)}</c:rich></c:tx></c:title>`;
const numbers = (code: string, ...values: readonly string[]) =>
  `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:numCache></c:numRef>`;

test('charts show their values as they are formatted, under the titles of chart and axes', async () => {
  const chart = `<c:chartSpace><c:date1904 val="0"/><c:chart>${titled('Shares')}<c:plotArea><c:barChart><c:ser><c:cat>${numbers('m/d/yyyy', '45000')}</c:cat><c:val>${numbers('0%', '0.41000000000000003')}</c:val></c:ser></c:barChart><c:valAx>${titled('of all tides')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
  const frame =
    '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></p:graphicFrame>';
  const parsed = await parse([slide(frame)], {
    'ppt/slides/_rels/s0.xml.rels': relationshipsXml({ c: ['chart', '../charts/c.xml'] }),
    'ppt/charts/c.xml': chart,
  });
  expect(blockLines(parsed).slice(1)).toEqual([
    'figure @1: Chart: Shares; of all tides',
    'table @1: |  | Series 1 |‖\n| 2023-03-15 | 41% |',
  ]);
});

const run = (text: string, properties = '/>') => `<a:r><a:rPr${properties}<a:t>${text}</a:t></a:r>`;

test('a raised figure stays apart from its number, and the arrow of Wingdings is one', async () => {
  const arrow = run('à', '><a:sym typeface="Wingdings"/></a:rPr>');
  const words = `<a:p>${run('10 m')}${run('2', ' baseline="30000"/>')}${run(' ')}${arrow}${run(' déjà', '><a:sym typeface="Wingdings"/></a:rPr>')}</a:p>`;
  expect(blockLines(await parse([slide(shape(words, {}))])).at(-1)).toBe('paragraph @1: 10 m² → déjà');
});

const box = (text: string, x: number, y: number, cx = 300): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="T"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="50"/></a:xfrm></p:spPr><p:txBody>${plain(text)}</p:txBody></p:sp>`;

/** Blocks behind the slide's heading: labels of cards with what stands on them. */
async function cardsOf(shapes: string): Promise<readonly string[]> {
  const { text, blocks } = await parse([slide(shapes)]);
  return blocks.slice(1).flatMap((block) => {
    const words = text.slice(block.start, block.end);
    if (block.kind !== 'heading') return [words];
    return [`${words}:${text.slice(block.end, block.until).replace(/\n+/g, ' ')}`];
  });
}

test('columns of a slide are read one after the other, each under the label that it begins with', async () => {
  const byColumn = [
    box('Step 1', 0, 100),
    box('Dig, in May', 0, 160),
    box('Step 2', 310, 100),
    box('Plant, in June', 310, 160),
  ];
  const cards = ['Step 1: Dig, in May', 'Dig, in May', 'Step 2: Plant, in June', 'Plant, in June'];
  expect(await cardsOf(byColumn.join(''))).toEqual(cards);
  // Far apart, in whatever order of the file.
  const apart = [
    box('Plant, in June', 900, 160),
    box('Step 1', 0, 100),
    box('Step 2', 900, 100),
    box('Dig, in May', 0, 160),
  ];
  expect(await cardsOf(apart.join(''))).toEqual(cards);
  // Labels left of what they label.
  const rows = [box('Start', 0, 100), box('May', 310, 100), box('End', 0, 160), box('June', 310, 160)];
  expect(await cardsOf(rows.join(''))).toEqual(['Start', 'May', 'End', 'June']);
  const over = [box('All steps', 0, 0, 1200), ...byColumn, box('Then rest.', 0, 400, 1200)];
  expect(await cardsOf(over.join(''))).toEqual(['All steps', ...cards, 'Then rest.']);
});

const group = (label: string, words: string, x: number): string =>
  `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="G"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="${x}" y="100"/><a:ext cx="300" cy="300"/></a:xfrm></p:grpSpPr>${box(words, x, 200)}${box(label, x, 100)}</p:grpSp>`;

test('groups that begin with a label each are cards', async () => {
  expect(await cardsOf(group('Heron', 'Weighs 655 g', 0) + group('Finch', 'Weighs 410 g', 400))).toEqual([
    'Heron: Weighs 655 g',
    'Weighs 655 g',
    'Finch: Weighs 410 g',
    'Weighs 410 g',
  ]);
});

test('what a slide says has the shape that it stands in', async () => {
  const named = (words: string, name: string, place: { ph?: string; y?: number }): string =>
    shape(plain(words), place).replace('name=""', `name="${name}"`);
  const notes = `<p:notes><p:cSld><p:spTree>${shape(plain('Say it slowly.'), { ph: 'type="body"' })}</p:spTree></p:cSld></p:notes>`;
  const parsed = await parse(
    [
      slide(
        named('Plan', 'Title 1', { ph: 'type="title"' }) +
          named('Dig.', 'Box 2', { y: 200 }) +
          shape(plain('Fill.'), { y: 400 }),
      ),
    ],
    {
      'ppt/slides/_rels/s0.xml.rels': relationshipsXml({ n: ['notesSlide', '../notes/n.xml'] }),
      'ppt/notes/n.xml': notes,
    },
  );
  expect(placeLines(parsed)).toEqual([
    '1 Title 1: Plan',
    '1 Box 2: Dig.',
    '1 Shape 1: Fill.',
    '1 Notes: Notes: Say it slowly.',
  ]);
});

test('cards in several rows are read one by one, and the foot of all slides once', async () => {
  const at = (texts: readonly string[], x: number, y: number, tall: number) =>
    shape(texts.map(plain).join(''), { x, y, tall });
  const parsed = await parse([
    slide(
      title('Shops') +
        [
          at(['Bergen'], 0, 500, 50),
          at(['Tromso'], 130, 500, 50),
          at(['Until 20:00', 'Ask for Liv'], 0, 555, 90),
          at(['Until 18:00', 'Ask for Per'], 130, 555, 90),
          at(['Oslo'], 0, 700, 50),
          at(['Alta'], 130, 700, 50),
          at(['Until 22:00'], 0, 755, 90),
          at(['Until 16:00'], 130, 755, 90),
        ].join('') +
        shape(plain('Nordkai AS'), { ph: 'type="ftr"', y: 2000 }),
    ),
    slide(title('End') + shape(plain('Nordkai AS'), { ph: 'type="ftr"', y: 2000 })),
  ]);
  const said = blockLines(parsed).map((line) => line.slice(line.indexOf(': ') + 2));
  expect(said).toEqual(
    'Shops|- Footer: Nordkai AS|Bergen|Until 20:00|Ask for Liv|Tromso|Until 18:00|Ask for Per|Oslo|Until 22:00|Alta|Until 16:00|End'.split(
      '|',
    ),
  );
});
