import { expect, test } from 'vitest';
import { htmlParser } from './html-parser.ts';

async function linesOf(body: string): Promise<readonly string[]> {
  const bytes = new TextEncoder().encode(`<!doctype html><html><body>${body}</body></html>`);
  const { text, blocks, title } = await htmlParser.parse({ path: 'a.html', bytes });
  return [`title: ${title}`, ...blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)];
}

test('Confluence: tasks with what is done, neither the table of contents nor what folds a part out, but its title', async () => {
  const lines = await linesOf(
    `<div class='toc-macro rbtoc17'><ul class='toc-indentation'><li><a href='#a'>Restore</a></li></ul></div>
    <h2 id="a">Restore</h2>
    <ul class="inline-task-list"><li class="checked"><span>Write the runbook</span></li><li><span>Test it</span></li></ul>
    <div class="expand-control"><span class="expand-control-text">Click here to expand...</span></div><p>It takes a night.</p>
    <div class="expand-control"><span class="expand-control-text">By mail</span></div><p>Write to Ann.</p>`,
  );
  expect(lines.slice(1)).toEqual([
    'heading: Restore',
    'list: - [x] Write the runbook\n- [ ] Test it',
    'paragraph: It takes a night.',
    'paragraph: By mail',
    'paragraph: Write to Ann.',
  ]);
});

test('MediaWiki: references without the way back, neither notices nor boxes of navigation', async () => {
  const lines = await linesOf(
    `<div id="contentSub">(Redirected from <a>Kestrels</a>)</div><table class="box-Unreferenced plainlinks metadata ambox"><tr><td>This article needs references.</td></tr></table>
    <p>It hovers.</p><ol class="references"><li><span class="mw-cite-backlink">^ <a href="#r1"><sup>a</sup></a> <a href="#r2"><sup>b</sup></a></span> Viitala, J. (1995).</li></ol>
    <div class="navbox authority-control"><table><tr><th>Authority control</th><td>GND</td></tr></table></div>`,
  );
  expect(lines.slice(1)).toEqual(['paragraph: It hovers.', 'list: 1. Viitala, J. (1995).']);
});

const googleList = (depth: number, item: string) =>
  `<ul class="c1 lst-kix_ab_c-${depth} start"><li class="c2">${item}</li></ul>`;

test('Google Docs: the title, and lists whose items of each depth are lists of their own', async () => {
  const lines = await linesOf(
    `<p class="c3 title" id="h.x1"><span>Travel policy</span></p><p class="title">Figure 1</p><h1 id="h.1">Booking</h1>
    ${googleList(0, 'Economy')}${googleList(1, 'Business above ten hours')}${googleList(0, 'No taxis')}<ul class="lst-kix_d-0"><li>Trains</li></ul>`,
  );
  expect(lines).toEqual([
    'title: Travel policy',
    'heading: Travel policy',
    'paragraph: Figure 1',
    'heading: Booking',
    'list: - Economy\n  - Business above ten hours\n- No taxis',
    'list: - Trains',
  ]);
});

test('Notion: an element for each item is one list, values stand apart, icons are no text', async () => {
  const lines = await linesOf(
    `<span class="icon">🚀</span><table class="properties"><tr><th>Tags</th><td><span class="selected-value select-value-color-red">HR</span><span class="selected-value">IT</span></td></tr></table>
    <ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Sign</span></li></ul><ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>Order</span></li></ul>
    <ul class="bulleted-list"><li>One</li></ul><p>Then</p><ul class="bulleted-list"><li>Two</li></ul>`,
  );
  expect(lines.slice(1)).toEqual([
    'table: | Tags | HR, IT |',
    'list: - [x] Sign\n- [ ] Order',
    'list: - One',
    'paragraph: Then',
    'list: - Two',
  ]);
});

test('a box that a reader may tick is no task, one that shows a state is', async () => {
  const lines = await linesOf(
    '<ul><li><input type="checkbox" checked> Red</li><li class="task-list-item"><input type="checkbox"> Paint it</li><li><p><input type="checkbox" disabled checked> Buy it</p></li></ul>',
  );
  expect(lines.at(-1)).toBe('list: - Red\n- [ ] Paint it\n- [x] Buy it');
  const form =
    '<p><input type="checkbox" disabled checked> Mould found</p><table><tr><th>Rot</th><td><input type="checkbox" disabled></td></tr><tr><th>Damp</th><td><input type="checkbox"></td></tr></table>';
  expect((await linesOf(form)).slice(1)).toEqual([
    'paragraph: [x] Mould found',
    'table: | Rot | [ ] |\n| Damp |  |',
  ]);
});

test('a form that is filled in says so, one that asks its reader does not', async () => {
  const filled =
    '<form><p><label><input type="checkbox" checked> Vegan</label></p><p><label><input type="checkbox"> Parking</label></p><p>Room <input type="radio" name="r" checked> single <input type="radio" name="r"> double</p><p>Name <input value="Piet Mulder"> <input type="password" value="x"></p><p>From <select><option>Norway</option><option selected>Chile</option></select></p><p>Remarks <textarea>By night train</textarea></p></form>';
  expect((await linesOf(filled)).slice(1)).toEqual([
    'paragraph: [x] Vegan',
    'paragraph: [ ] Parking',
    'paragraph: Room [x] single [ ] double',
    'paragraph: Name Piet Mulder',
    'paragraph: From Chile',
    'paragraph: Remarks By night train',
  ]);
  const asked =
    '<form><p><label><input type="checkbox"> News by mail</label></p><p>Country <select><option selected value="">Choose one</option></select> <input value="1"></p></form>';
  expect((await linesOf(asked)).slice(1)).toEqual(['paragraph: News by mail', 'paragraph: Country']);
});

test('a sign alone in a cell is what it stands for, a small table in one its values', async () => {
  const signs =
    '<table><tr><th>Part</th><th>Hut</th><th>Inn</th></tr><tr><td>Sauna</td><td><img alt="no" src="n.png"></td><td><svg role="img"><title>Included</title></svg></td></tr><tr><td>Boat</td><td><i class="fa" title="Yes"></i></td><td><span class="sr-only">Not included</span></td></tr></table>';
  expect((await linesOf(signs)).at(-1)).toBe(
    'table: | Part | Hut | Inn |\n| Sauna | no | Included |\n| Boat | Yes | Not included |',
  );
  const nested =
    '<table><tr><th>Code</th><th>Firm</th></tr><tr><td>PN-7</td><td><table><tr><td>Voss</td><td>Bergen</td></tr><tr><td>Lie</td><td>Alta</td></tr></table></td></tr></table>';
  expect((await linesOf(nested)).at(-1)).toBe('table: | Code | Firm |\n| PN-7 | Voss, Bergen; Lie, Alta |');
});

const wordItem = (mark: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle><span style='font-family:Symbol'>${mark}<span>&nbsp;&nbsp;&nbsp; </span></span>${words}</p>`;

test('Word: the title and paragraphs that are items of lists, without the table of contents', async () => {
  const lines = await linesOf(
    `<p class=MsoTitle>Fire</p><p class=MsoToc1><a href="#_1">1 Alarm 2</a></p><h1><a name="_1">1&nbsp; Alarm</a></h1>
    ${wordItem('·', 'Close the windows.')}${wordItem('a)', 'Count the people.')}${wordItem('', 'Wait. The brigade comes.')}`,
  );
  expect(lines).toEqual([
    'title: Fire',
    'heading: Fire',
    'heading: 1 Alarm',
    'list: - Close the windows.\na) Count the people.',
    'paragraph: Wait. The brigade comes.',
  ]);
});

test('a heading over nothing but links to other pages stays out of an article with them', async () => {
  const prose = 'The move took nine weeks, of which the search took five; nobody had expected that at all. ';
  const links =
    '<ul class="related"><li><a href="/a">How we test</a></li><li><a href="/b">Ten things</a></li></ul>';
  const lines = await linesOf(
    `<div class="post"><h1>Why</h1><p>${prose.repeat(5)}</p><h2>Related articles</h2>${links}<h2>How</h2><p>${prose.repeat(5)}</p>
    <h3>Share this</h3><div class="share-buttons"><a href="#">Mail</a></div><h3>You may also like</h3>${links}</div><footer>© 2026</footer>`,
  );
  expect(lines.filter((line) => line.startsWith('heading'))).toEqual(['heading: Why', 'heading: How']);
});

const rowNumber = (row: number) => `<th class="row-headers-background"><div>${row}</div></th>`;

test('Google Sheets: a table without the letters of its columns and the numbers of its rows', async () => {
  const lines = await linesOf(
    `<table class="waffle"><thead><tr><th class="row-header freezebar-origin-ltr"></th>
    <th class="column-headers-background">A</th><th class="column-headers-background">B</th></tr></thead>
    <tbody><tr>${rowNumber(1)}<td>Person</td><td>Phone</td></tr><tr>${rowNumber(2)}<td>Anna</td><td>0228</td></tr></tbody></table>`,
  );
  expect(lines).toEqual(['title: undefined', 'table: | Person | Phone |\n| Anna | 0228 |']);
});

const group = (state: string) =>
  `<div role="group"><p><span role="checkbox" aria-checked="${state}"></span> Valve shut</p><div role="checkbox" aria-checked="false">Hatch locked</div></div>`;

test('boxes by their role say what they say where one of them is ticked; those of Notion in cells too', async () => {
  expect((await linesOf(group('true'))).slice(1)).toEqual([
    'paragraph: [x] Valve shut',
    'paragraph: [ ] Hatch locked',
  ]);
  expect((await linesOf(group('false'))).slice(1)).toEqual([
    'paragraph: Valve shut',
    'paragraph: Hatch locked',
  ]);
  expect(
    (await linesOf('<p>At home: <button role="switch" aria-checked="true">Heating</button></p>')).at(-1),
  ).toBe('paragraph: At home: [x] Heating');
  const cells =
    '<table><tr><th>Paid</th><td><div class="checkbox checkbox-on"></div></td></tr><tr><th>Sent</th><td><div class="checkbox checkbox-off"></div></td></tr></table>';
  expect((await linesOf(cells)).at(-1)).toBe('table: | Paid | [x] |\n| Sent | [ ] |');
});
