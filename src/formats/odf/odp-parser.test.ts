import { expect, test } from 'vitest';
import { blockLines, placeLines } from '../office/office-file.test-support.ts';
import { type OdfParts, odfFile } from './odf-file.test-support.ts';
import { odpParser } from './odf-parsers.ts';

interface Place {
  readonly is?: string;
  readonly x?: string;
  readonly y?: string;
}

const p = (text: string, style = ''): string => `<text:p text:style-name="${style}">${text}</text:p>`;
const framed = (content: string, { is = '', x = '0cm', y = '0cm' }: Place = {}): string =>
  `<draw:frame draw:style-name="gr1" presentation:style-name="pr1" svg:x="${x}" svg:y="${y}" svg:width="9cm" svg:height="2cm" ${is && `presentation:class="${is}"`}>${content}</draw:frame>`;
const box = (content: string, place?: Place): string =>
  framed(`<draw:text-box>${content}</draw:text-box>`, place);
const title = (text: string): string => box(p(text), { is: 'title' });
const page = (content: string, style = 'dp1'): string =>
  `<draw:page draw:name="page1" draw:style-name="${style}"><office:forms/>${content}</draw:page>`;
const list = (items: readonly string[], style = 'L1'): string =>
  `<text:list text:style-name="${style}">${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`;

const automatic = `<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>
  <style:style style:name="P9" style:family="paragraph"><style:paragraph-properties text:enable-numbering="false"/></style:style>
  <text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="●"/><text:list-level-style-bullet text:level="2" text:bullet-char="–"/></text:list-style>
  <text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")" text:start-value="3"/></text:list-style>`;

function parse(pages: readonly string[], parts: OdfParts = {}) {
  return odpParser.parse(odfFile('a.odp', 'presentation', { body: pages.join(''), automatic, ...parts }));
}

test('slides are pages under their titles; hidden and silent ones are warned of', async () => {
  const empty = '<draw:text-box/>';
  const parsed = await parse([
    page(box(p('by Ada'), { is: 'subtitle', y: '5cm' }) + title('The deck')),
    page(title('Plan') + box(list([p('Alone')]), { is: 'outline' }), 'dp2'),
    page(framed(empty, { is: 'title' })),
    page(box(p('No title here')) + box(p('7'), { is: 'page-number' }) + box(p('Foot'), { is: 'footer' })),
  ]);
  expect(parsed.title).toBe('The deck');
  expect(blockLines(parsed)).toEqual([
    'heading1 @1: The deck',
    'paragraph @1: by Ada',
    'heading2 @2: Plan',
    'paragraph @2: Alone',
    'heading2 @4: Slide 4',
    'paragraph @4: No title here',
  ]);
  expect(parsed.warnings).toEqual(['slide 2 is hidden; its text was kept', 'slide 3 has no text']);
});

test('lists nest and count as shown; a paragraph of one may show no bullet', async () => {
  const outline = list([p('one') + list([p('deeper')], 'L1'), p('two'), p('aside', 'P9'), p('')]);
  const counted = list([p('first'), p('second')], 'L2');
  expect(
    blockLines(await parse([page(title('T') + box(outline + counted, { is: 'outline' }))])).slice(1),
  ).toEqual(['list @1: - one\n  - deeper\n- two', 'paragraph @1: aside', 'list @1: c) first\nd) second']);
});

test('shapes are read by rows, then from the left, whatever their units; groups are opened up', async () => {
  const group = `<draw:g><svg:desc>a group</svg:desc>${box(p('in a group'), { y: '60mm' })}</draw:g>`;
  const turned = `<draw:custom-shape svg:width="1cm" svg:height="1cm" draw:transform="rotate (0.5) translate (1cm 9cm)">${p('turned')}</draw:custom-shape>`;
  const shapes = [
    turned,
    group,
    box(p('right'), { x: '5in', y: '1cm' }),
    title('T'),
    box(p('left'), { x: '1cm', y: '0.4in' }),
  ];
  expect(
    blockLines(await parse([page(shapes.join(''))])).map((line) => line.slice(line.indexOf(':') + 2)),
  ).toEqual(['T', 'left', 'right', 'a group', 'in a group', 'turned']);
});

test('tables, pictures, formulas, charts, notes and comments', async () => {
  const cell = (text: string, more = '') => `<table:table-cell ${more}>${p(text)}</table:table-cell>`;
  const table = `<table:table table:use-first-row-styles="true"><table:table-row>${cell('A')}${cell('B')}</table:table-row><table:table-row>${cell('x', 'table:number-rows-spanned="2"')}${cell('1')}</table:table-row><table:table-row><table:covered-table-cell/>${cell('2')}</table:table-row></table:table>`;
  const notes = `<presentation:notes><draw:page-thumbnail presentation:class="page"/>${box(p('Say hello.') + p('Smile.'), { is: 'notes' })}</presentation:notes>`;
  const comment = `<office:annotation><dc:creator>Bob</dc:creator>${p('Too long')}</office:annotation>`;
  const chart = `<office:document-content><office:body><office:chart><chart:chart><chart:title>${p('Rain')}</chart:title></chart:chart></office:chart></office:body></office:document-content>`;
  const parsed = await parse(
    [
      page(
        [
          framed('<draw:object xlink:href="./Object 2"/>', { y: '20cm' }),
          framed('<draw:object xlink:href="./Object 1"/>', { y: '15cm' }),
          framed('<draw:image/><svg:desc>A bridge</svg:desc>', { y: '10cm' }),
          framed(`${table}<draw:image/>`, { y: '1cm' }),
          notes,
          comment,
        ].join(''),
      ),
    ],
    {
      more: {
        'Object 1/content.xml': '<math><msup><mi>x</mi><mn>2</mn></msup></math>',
        'Object 2/content.xml': chart,
      },
    },
  );
  expect(blockLines(parsed)).toEqual([
    'heading2 @1: Slide 1',
    'table @1: | A | B |‖\n| x | 1 |\n| x | 2 |',
    'figure @1: A bridge',
    'equation @1: x^2',
    'figure @1: Chart: Rain',
    'paragraph @1: Notes: Say hello.\nSmile.',
    'paragraph @1: Comment by Bob: Too long',
  ]);
});

test('what a slide says has the shape that it stands in', async () => {
  const parsed = await parse([
    page(
      title('Plan') +
        box(p('One.') + p('Two.'), { y: '5cm' }) +
        box(p('Three.'), { is: 'outline', y: '9cm' }),
    ),
  ]);
  expect(placeLines(parsed)).toEqual(['1 title: Plan', '1 Shape 2: One.\n\nTwo.', '1 outline: Three.']);
});

test('what stands on every slide is a property', async () => {
  const declared =
    '<presentation:footer-decl presentation:name="f">Rowing club</presentation:footer-decl><presentation:date-time-decl presentation:source="fixed">May</presentation:date-time-decl>';
  const parsed = await parse([declared, page(title('Boats')), page(title('Oars'))]);
  expect(parsed.text).toBe('Boats\n\n- Footer: Rowing club\n\nOars');
});
