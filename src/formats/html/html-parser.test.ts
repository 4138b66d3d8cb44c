import { expect, test } from 'vitest';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { htmlParser } from './html-parser.ts';

const encode = (text: string) => new TextEncoder().encode(text);

const parse = (source: string | Uint8Array): Promise<ParsedDocument> =>
  htmlParser.parse({ path: 'a.html', bytes: typeof source === 'string' ? encode(source) : source });

const page = (body: string) => `<!doctype html><html><body>${body}</body></html>`;

function blocksOf({ text, blocks }: ParsedDocument): readonly (readonly [string, string])[] {
  return blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]);
}

test.each([
  ['<!DOCTYPE html><p>x', 'yes'],
  ['\n<!-- a comment -->\n<html>', 'yes'],
  ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>', 'yes'],
  ['<p>a fragment</p>', 'maybe'],
  ['%PDF-1.4', 'no'],
])('%s is HTML: %s', (source, recognition) => {
  expect(htmlParser.recognise({ path: 'a', bytes: encode(source) })).toBe(recognition);
});

const prose =
  'Readability takes a page for an article where it holds some hundred characters of prose. '.repeat(4);

test('takes the article and leaves a wall of links and teasers out', async () => {
  const links = '<div class="teasers"><a href="/x">Read on</a> <a href="/y">Read more</a></div>'.repeat(20);
  const parsed = await parse(
    page(`${links}<div class="post"><h1>Title</h1><p>${prose}</p><p>${prose}</p></div>${links}`),
  );
  expect(blocksOf(parsed)).toEqual([
    ['heading', 'Title'],
    ['paragraph', prose.trim()],
    ['paragraph', prose.trim()],
  ]);
});

test('what an article is robbed of comes back: its headings, short sentences, code and lists, no links and no labels', async () => {
  const links = '<p>Next: <a href="/b">Valves and their seats</a>, Up: <a href="/">Pumps</a></p>';
  const parsed = await parse(
    page(
      `<div class="section">${links}<h2>Pumps</h2><p>pumps - what they are</p>` +
        `<div class="synopsis"><pre>pump_start();\npump_stop();</pre></div>` +
        `<div class="text"><h2>Details</h2><p>${prose}</p><p>${prose}</p>` +
        '<div class="sponsor">Advertisement</div><div class="footer-note">It returns 0.</div>' +
        '<h2>Install</h2><ul class="menu"><li>Linux: <code>get pump</code></li><li>macOS: <code>brew pump</code></li></ul>' +
        '<ul class="menu"><li><a href="/1">Read on</a></li><li><a href="/2">Read more</a></li></ul>' +
        `<h2>Use</h2><p>${prose}</p></div></div>`,
    ),
  );
  expect(blocksOf(parsed)).toEqual([
    ['heading', 'Pumps'],
    ['paragraph', 'pumps - what they are'],
    ['code', 'pump_start();\npump_stop();'],
    ['heading', 'Details'],
    ['paragraph', prose.trim()],
    ['paragraph', prose.trim()],
    ['paragraph', 'It returns 0.'],
    ['heading', 'Install'],
    ['list', '- Linux: get pump\n- macOS: brew pump'],
    ['heading', 'Use'],
    ['paragraph', prose.trim()],
  ]);
});

test('what an article strikes out by a style is struck out, and stands there once', async () => {
  const price = '<p>It is <span style="text-decoration:line-through">500</span> 400 EUR.</p>';
  const { text } = await parse(page(`<div class="post"><p>${prose}</p>${price}<p>${prose}</p></div>`));
  expect(text).toBe([prose.trim(), 'It is ~~500~~ 400 EUR.', prose.trim()].join('\n\n'));
});

test('equal headings keep the anchors that each has', async () => {
  const examples = ['a', 'b'].map((id) => `<h2 id="${id}">Example</h2><p>${prose}</p>`);
  const { blocks } = await parse(page(`<main>${examples.join('')}</main>`));
  expect(blocks.flatMap((block) => (block.kind === 'heading' ? [block.anchor] : []))).toEqual(['a', 'b']);
});

test.each([
  ['on the way to it, which nobody sees', '<h2>Valves<a href="#valves" class="mark" id="valves">#</a></h2>'],
  ['in an older page', '<h2><a name="valves">Valves</a></h2>'],
  ['right before it', '<p>x</p><span id="valves"></span>\n<h2>Valves</h2>'],
  ['in its section', '<div id="valves"><p></p><h2>Valves</h2></div>'],
])('the anchor of a heading is the one %s', async (_, source) => {
  const { blocks } = await parse(page(`${source.replaceAll('valves', 'the_valves')}<p>Below.</p>`));
  expect(blocks.at(-2)).toMatchObject({ kind: 'heading', title: 'Valves', anchor: 'the_valves' });
});

test('words before a heading that have an id are no anchor of it', async () => {
  const { blocks } = await parse(page('<span id="note">See</span><h2>Valves</h2>'));
  expect(blocks.at(-1)).toMatchObject({ kind: 'heading', anchor: 'valves' });
});

test('versions of an example side by side are blocks of their own, and lines of code lines', async () => {
  const parsed = await parse(
    page(
      '<pre><code class="language-js">import a\na.b();</code><code class="language-cjs">let a\na.b();</code></pre>' +
        '<pre><code>one</code><code>two</code></pre>',
    ),
  );
  const code = parsed.blocks.map((block) => [
    block.kind === 'code' && block.language,
    parsed.text.slice(block.start, block.end),
  ]);
  expect(code).toEqual([
    ['js', 'import a\na.b();'],
    ['cjs', 'let a\na.b();'],
    [undefined, 'one\ntwo'],
  ]);
});

test('lines of code that are items of a list are lines', async () => {
  const { text } = await parse(
    page('<pre><ol class="linenums"><li>open();</li><li>  close();</li></ol></pre>'),
  );
  expect(text).toBe('open();\n  close();');
});

test.each([
  ['<ol type="a">', 'a. one\nb. two'],
  ['<ol type="I" start="4">', 'IV. one\nV. two'],
  ['<ol style="list-style-type: lower-roman">', 'i. one\nii. two'],
  ['<ol class="upperalpha simple">', 'A. one\nB. two'],
  ['<ol type="1" class="lower">', '1. one\n2. two'],
])('items of %s have the marks that a reader sees', async (list, text) => {
  expect((await parse(page(`${list}<li>one</li><li>two</li></ol>`))).text).toBe(text);
});

test('paragraphs of an item behind its code are paragraphs', async () => {
  const parsed = await parse(
    page('<ul><li><p>One.</p><p>Two.</p><pre>open();</pre><p>Three.</p><p>Four.</p></li></ul>'),
  );
  expect(blocksOf(parsed)).toEqual([
    ['list', '- One. Two.'],
    ['code', 'open();'],
    ['paragraph', 'Three.'],
    ['paragraph', 'Four.'],
  ]);
});

test('takes the whole body where the article would leave prose out', async () => {
  const section = (name: string) =>
    `<section><h2>${name}</h2><table><tr><td>${prose}</td><td>1</td></tr></table></section>`;
  const { text } = await parse(page(`<p>${prose}</p>${'ABCDEFGH'.split('').map(section).join('')}`));
  for (const name of 'ABCDEFGH') expect(text).toContain(`\n${name}\n`);
});

test('takes the whole body of a page that has less prose than an article', async () => {
  const parsed = await parse(
    page(
      `<table><tr><td>Item</td><td>Price</td></tr><tr><td>Pen</td><td>2</td></tr></table>` +
        `<table role="presentation"><tr><td><p>${prose}</p></td></tr></table><ul><li>Call first.</li></ul>`,
    ),
  );
  expect(blocksOf(parsed)).toEqual([
    ['table', '| Item | Price |\n| Pen | 2 |'],
    ['paragraph', prose.trim()],
    ['list', '- Call first.'],
  ]);
  const [table] = parsed.blocks;
  expect(table?.kind === 'table' && parsed.text.slice(0, table.headerEnd)).toBe('| Item | Price |');
});

test.each([
  'Skip to main content',
  'Zum Inhalt springen',
  'Aller au contenu principal',
  'Saltar al contenido',
])('%s: a page that is cut off behind the link past its navigation has no text', async (words) => {
  await expect(parse(`<html><body><a href="#main">${words}</a><main id="ma`)).rejects.toMatchObject({
    code: 'file_empty',
  });
  const { text } = await parse(page(`<a href="#why"><span>${words}</span></a><p>${words}: why?</p>`));
  expect(text).toBe(`${words}: why?`);
});

test('a power changes no number, and the sign of a footnote no word', async () => {
  const { text } = await parse(
    page(
      '<p>3 m<sup>2</sup>, 10<sup>-3</sup>, the 1<sup>st</sup>, a word<a role="doc-noteref" href="#n">4</a>, ' +
        'another<a epub:type="noteref" href="n.xhtml#n">5</a>, a <a href="#n">6</a>.</p>',
    ),
  );
  expect(text).toBe('3 m², 10⁻³, the 1st, a word[4], another[5], a 6.');
});

test('a footnote that is told apart by a mark of its element has the sign that points to it, once', async () => {
  const { text } = await parse(
    page(
      '<p>One<span epub:type="noteref"><a href="#a">1</a></span>, two<a epub:type="x noteref" href="#b">2</a>, ' +
        'three<a role="doc-noteref" href="#c">*</a>, four<a role="doc-noteref" href="#d">[4]</a>.</p>' +
        '<aside id="a" epub:type="footnote"><div><p>First.</p></div></aside>' +
        '<aside id="b" epub:type="footnote"><p><a epub:type="backlink" href="#r">2</a> Second.</p></aside>' +
        '<div id="c" role="doc-footnote"><a role="doc-backlink" href="#r">*</a> Third.</div>' +
        '<div id="d" role="doc-footnote"><p>2024 was the fourth.</p></div><div id="e">See <a href="#e">5</a>.</div>',
    ),
  );
  expect(text).toBe(
    'One[1], two[2], three[*], four[4].\n\n[1] First.\n\n2 Second.\n\n* Third.\n\n' +
      '[4] 2024 was the fourth.\n\nSee 5.',
  );
});

test('a quotation in a line has marks, one within it others', async () => {
  const { text } = await parse(page('<p>He said <q>the <q>old</q> harbour</q>.</p>'));
  expect(text).toBe('He said “the ‘old’ harbour”.');
});

test('what is said of a picture that stands alone is its caption; names and links say nothing', async () => {
  const parsed = await parse(
    page(
      '<p><img alt="Ada leads the harbour"></p><p>See <img alt="the crest of Oban"> here.</p><p><img alt="Logo"></p><a href="/"><img alt="Back to start"></a><p>End.</p>',
    ),
  );
  expect(blocksOf(parsed)).toEqual([
    ['figure', 'Ada leads the harbour'],
    ['paragraph', 'See here.'],
    ['paragraph', 'End.'],
  ]);
});

test('takes what the page marks as its main part whole, short lines and all', async () => {
  const calls = 'start stop wait'
    .split(' ')
    .map((name) => `<div><h3>${name}()</h3><div>${name}s it</div></div>`);
  const related = `<section class="rows"><p>${prose}</p></section>`;
  const { text } = await parse(
    page(`${related}<main><div>Calls of a pump.</div>${calls.join('')}<p>${prose.repeat(3)}</p></main>`),
  );
  expect(text).toMatch(/^Calls of a pump\.\n\nstart\(\)\n\nstarts it\n\nstop\(\)\n\nstops it\n\nwait\(\)/);
  expect(text.split('\n\n')).toHaveLength(8);
});

test('keeps the hints, footnotes and closed tabs of an article that nothing marks', async () => {
  const { text } = await parse(
    page(
      `<div class="post"><h1>Pumps</h1><p>${prose}</p><aside class="admonition note"><p>Off first.</p></aside>` +
        `<div role="tabpanel" hidden><p>On Windows.</p></div><p>${prose}</p>` +
        '<div role="doc-endnotes" id="notes"><p>Oil is 10W-30.</p></div><aside><p>Read more about us.</p></aside></div>',
    ),
  );
  for (const words of ['Off first.', 'On Windows.', 'Oil is 10W-30.']) expect(text).toContain(words);
  expect(text).not.toContain('Read more');
});

test('the name of a book above each of its pages is no heading of theirs, nor the frame of an example its code', async () => {
  const { title, text } = await parse(
    `<html><head><title>Valves - The Pump Book</title></head><body><div id="menu-bar"><h1>The Pump Book</h1></div>` +
      `<main><h2>Valves</h2><p>${prose}</p><pre><code><span class="boring">fn main() {\n</span>open();\n` +
      '<span class="boring">}</span></code></pre></main></body></html>',
  );
  expect(title).toBe('Valves - The Pump Book');
  expect(text).toBe(`Valves\n\n${prose.trim()}\n\nopen();`);
});

test('a top heading that is the name of the site gives way to the heading of the page', async () => {
  const page =
    '<title>Valves | Pump 2 Documentation</title><body><h1>Pump 2 documentation</h1><h2>Valves</h2><p>x</p>';
  expect((await parse(page)).title).toBe('Valves');
  const post = '<title>Pumps | Valves</title><body><h1>Valves</h1><h2>Seats</h2><p>x</p>';
  expect((await parse(post)).title).toBe('Valves');
});

test('rustdoc’s own marks are left out, and code has its language by its class alone', async () => {
  const { text, blocks } = await parse(
    page(
      '<main><details open><summary class="hideme"><span>Expand description</span></summary><p>A pump.</p></details>' +
        '<div><a href="#" class="tooltip">ⓘ</a><pre class="rust rust-example-rendered"><code>open();</code></pre></div></main>',
    ),
  );
  expect(text).toBe('A pump.\n\nopen();');
  expect(blocks[1]).toMatchObject({ kind: 'code', language: 'rust' });
});

test('formulas without TeX are written in one line', async () => {
  const { text, blocks } = await parse(
    page(
      '<p>From <math><msub><mi>x</mi><mn>1</mn></msub></math> to <math><mroot><mi>y</mi><mn>3</mn></mroot></math>.</p>' +
        '<math display="block"><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>' +
        '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable></math>',
    ),
  );
  expect(text).toBe('From x_1 to 3√(y).\n\n∑_(i=1)^n[a, b; c, d]');
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'equation']);
});

test('decodes as the page declares, and by its bytes where that is wrong', async () => {
  const greek = Buffer.from([...encode('<html><meta charset="windows-1253"><p>'), 0xe1, 0xe2, 0xe3]);
  expect((await parse(greek)).text).toBe('αβγ');
  const wrong = '<html><meta charset="windows-1253"><p>Größe</p>';
  expect((await parse(wrong)).text).toBe('Größe');
});

test('the line of a manual that leads to its next page is no text', async () => {
  const line =
    '<p>Next: <a href="b.html" rel="next">Valves</a>, Up: <a href="a.html" rel="up">Pumps</a> [Index]</p>';
  const { text } = await parse(page(`<div class="header">${line}</div><h3>2.1 Seals</h3><p>They wear.</p>`));
  expect(text).toBe('2.1 Seals\n\nThey wear.');
});

test('attributes in capitals are what they are in small letters', async () => {
  const { text, language, metadata } = await parse(
    '<HTML LANG="de"><HEAD><META NAME="author" CONTENT="Ann"></HEAD><BODY><DIV CLASS="nav">Home</DIV>' +
      '<OL START=3><LI>c</OL><TABLE><TR><TD COLSPAN=2>a</TD><TD>b</TD></TR><TR><TD>1</TD><TD>2</TD><TD>3</TD></TR></TABLE>',
  );
  expect(text).toBe('- Author: Ann\n\n3. c\n\n| a | a | b |\n| 1 | 2 | 3 |');
  expect({ language, metadata }).toEqual({ language: 'de', metadata: { authors: ['Ann'] } });
});

test('what stands behind the end of a page is on the page', async () => {
  const parsed = await parse(`${page('<p>First.</p>')}<li>An item</li><h2>More</h2><p>Last.</p>`);
  expect(blocksOf(parsed)).toEqual([
    ['paragraph', 'First.'],
    ['list', '- An item'],
    ['heading', 'More'],
    ['paragraph', 'Last.'],
  ]);
});

test('empty elements of XHTML are empty', async () => {
  const { text } = await parse(
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><a id="x"/><p>Words.</p><div/><p>More.</p></body></html>',
  );
  expect(text).toBe('Words.\n\nMore.');
});

test('labels over columns stand over each, header cells at the top beside a plain corner are the header', async () => {
  const { text, blocks } = await parse(
    page(
      '<table><tr><td></td><th colspan=2>Fare</th></tr><tr><td></td><th>Single</th><th>Return</th></tr>' +
        '<tr><th>Oban</th><td>84</td><td>150</td></tr><tr><th>Leith</th><td colspan=2>free</td></tr></table>',
    ),
  );
  expect(text).toBe(
    '|  | Fare | Fare |\n|  | Single | Return |\n| Oban | 84 | 150 |\n| Leith | free | free |',
  );
  expect(blocks).toMatchObject([{ headerEnd: text.indexOf('\n| Oban') }]);
});

test('what spans rows and columns keeps its place, within bounds', async () => {
  const grid = await parse(page('<table><tr><td rowspan=3>a<td colspan=2>b<tr><td>c<tr><td>d<td>e</table>'));
  expect(grid.text).toBe('| a | b |  |\n| a | c |  |\n| a | d | e |');
  const hostile = await parse(
    page(`<table>${'<tr><td rowspan=60000 colspan=1000>aaaaaaaaaa<td>b'.repeat(2000)}</table>`),
  );
  expect(hostile.text.length).toBeLessThan(1_000_000);
});

test.each([
  ['divisions', '<div>'],
  ['tables', '<table><tr><td>'],
  ['lists', '<ul><li>a'],
  ['quotations', '<blockquote>'],
  ['spans', '<span>a'],
])('%s nested a hundred thousand deep are read', async (_, tag) => {
  const { text } = await parse(page(`${tag.repeat(100_000)}words at the bottom`));
  expect(text).toContain('words at the bottom');
  expect(text.length).toBeLessThan(20_000_000);
});

test.each(['<', '<!--', '<a ', '&', '<p>', 'a<br>', '<b> </b>', '<table>', '<td>x', '<h1>'])(
  'takes fifty thousand times %s',
  async (unit) => {
    const { text } = await parse(page(`<p>first</p>${unit.repeat(50_000)}`));
    expect(text).toMatch(/^first/);
  },
);

test('a page without words is no document', async () => {
  await expect(parse(page('<script>let a</script><nav>Home</nav>'))).rejects.toMatchObject({
    code: 'file_empty',
  });
});

test.each([
  [
    'ARIA',
    '<div role="tablist"><button role="tab" aria-controls="a">Linux</button><button role="tab" aria-controls="b">Windows</button></div><div role="tabpanel" id="a"><p>Use apt.</p></div><div role="tabpanel" id="b" hidden><p>Use winget.</p></div>',
  ],
  [
    'Bootstrap 4',
    '<ul class="nav nav-tabs"><li><a class="nav-link" data-toggle="tab" href="#a">Linux</a></li><li><a class="nav-link" data-toggle="tab" href="#b">Windows</a></li></ul><div class="tab-content"><div class="tab-pane" id="a"><p>Use apt.</p></div><div class="tab-pane" id="b"><p>Use winget.</p></div></div>',
  ],
  [
    'in order',
    '<div class="tabs-container"><ul role="tablist"><li role="tab">Linux</li><li role="tab">Windows</li></ul><div><div role="tabpanel"><p>Use apt.</p></div><div role="tabpanel" hidden><p>Use winget.</p></div></div></div>',
  ],
  [
    'MkDocs Material',
    '<div class="tabbed-set"><input type="radio" id="t1"><input type="radio" id="t2"><div class="tabbed-labels"><label for="t1">Linux</label><label for="t2">Windows</label></div><div class="tabbed-content"><div class="tabbed-block"><p>Use apt.</p></div><div class="tabbed-block"><p>Use winget.</p></div></div></div>',
  ],
  [
    'Sphinx',
    '<div class="sd-tab-set"><input type="radio" id="t1"><label class="sd-tab-label" for="t1">Linux</label><div class="sd-tab-content"><p>Use apt.</p></div><input type="radio" id="t2"><label class="sd-tab-label" for="t2">Windows</label><div class="sd-tab-content"><p>Use winget.</p></div></div>',
  ],
  [
    'details',
    '<details><summary>Linux</summary><p>Use apt.</p></details><details><summary>Windows</summary>Use winget.</details>',
  ],
  [
    'an accordion',
    '<button class="accordion">Linux</button><div class="panel"><p>Use apt.</p></div><button class="accordion">Windows</button><div class="panel"><p>Use winget.</p></div>',
  ],
  [
    'an accordion of ARIA',
    '<button aria-controls="a">Linux</button><div id="a" role="region"><p>Use apt.</p></div><button aria-controls="b">Windows</button><div id="b" role="region" hidden><p>Use winget.</p></div>',
  ],
  [
    'links of a list of tabs',
    '<ul class="tabs"><li><a href="#a">Linux</a></li><li><a href="#b">Windows</a></li></ul><div id="a"><p>Use apt.</p></div><div id="b"><p>Use winget.</p></div>',
  ],
  [
    'buttons with a script',
    `<div class="tab"><button onclick="openTab(event, 'a')">Linux</button><button onclick="openTab(event, 'b')">Windows</button></div><div id="a" class="tabcontent"><p>Use apt.</p></div><div id="b" class="tabcontent"><p>Use winget.</p></div>`,
  ],
  [
    'radio buttons, each with its part behind it',
    '<div class="tabbed-set"><input type="radio" id="t1" checked><label for="t1">Linux</label><div class="tabbed-content"><p>Use apt.</p></div><input type="radio" id="t2"><label for="t2">Windows</label><div class="tabbed-content"><p>Use winget.</p></div></div>',
  ],
  [
    'radio buttons over as many parts',
    '<div class="group"><div class="tabs"><input type="radio" id="r1" checked><label for="r1">Linux</label><input type="radio" id="r2"><label for="r2">Windows</label></div><div class="blocks"><div><p>Use apt.</p></div><div><p>Use winget.</p></div></div></div>',
  ],
  [
    'elements made for tabs',
    '<sl-tab-group><sl-tab slot="nav" panel="a">Linux</sl-tab><sl-tab slot="nav" panel="b">Windows</sl-tab><sl-tab-panel name="a">Use apt.</sl-tab-panel><sl-tab-panel name="b">Use winget.</sl-tab-panel></sl-tab-group>',
  ],
  [
    'questions with answers',
    '<div class="faq-question">Linux</div><div class="faq-answer" style="display:none"><p>Use apt.</p></div><div class="faq-question">Windows</div><div class="faq-answer" style="display:none"><p>Use winget.</p></div>',
  ],
])('labels of tabs and of what is folded are headings of their panels: %s', async (_, panels) => {
  const { text, blocks } = await parse(
    page(`<main><h1>Install</h1><h2>Steps</h2>${panels}<p>Reboot.</p></main>`),
  );
  const shown = blocks.map((block) => {
    const words = text.slice(block.start, block.end);
    if (block.kind !== 'heading') return words;
    return `${block.level} ${words}${block.until === undefined ? '' : ` … ${text.slice(block.end, block.until).trim()}`}`;
  });
  expect(shown).toEqual([
    '1 Install',
    '2 Steps',
    '3 Linux … Use apt.',
    'Use apt.',
    '3 Windows … Use winget.',
    'Use winget.',
    'Reboot.',
  ]);
});

test('the button that fills a heading is its words, and what it folds is shown', async () => {
  const { text } = await parse(
    page(
      '<main><h1>Help</h1><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button" data-bs-toggle="collapse" data-bs-target="#one">Who pays?</button></h2><div id="one" class="accordion-collapse collapse" hidden><p>The owner does.</p></div></div></main>',
    ),
  );
  expect(text).toBe('Help\n\nWho pays?\n\nThe owner does.');
});

async function textOfDescribed(description: string): Promise<string> {
  const head = `<title>Ferry to Oban | North Line</title><meta name="description" content="${description}">`;
  const { text } = await parse(
    `<html><head>${head}</head><body><h1>Timetable</h1><p>At nine.</p></body></html>`,
  );
  return text;
}

test('what is said of a page in its head is shown where neither its title nor its text says it', async () => {
  expect(await textOfDescribed('Ferry to Oban – North Line')).toBe('Timetable\n\nAt nine.');
  expect(await textOfDescribed('Boats with cars')).toContain('- Description: Boats with cars');
});

test('a page that has only a title or a heading says that; one that a script is to fill is empty', async () => {
  const titled = '<html><head><title>Gate code 4471</title></head><body></body></html>';
  for (const source of [titled, '<h1>Gate code 4471</h1>'])
    expect(await parse(source)).toMatchObject({
      text: 'Gate code 4471',
      title: 'Gate code 4471',
      blocks: [{ kind: 'paragraph' }],
    });
  await expect(
    parse(titled.replace('</body>', '<script src="app.js"></script></body>')),
  ).rejects.toMatchObject({
    code: 'file_empty',
  });
});

const picture = (alt: string) =>
  `<figure><img src="a.png" alt="${alt}"><figcaption>The old weir in May</figcaption></figure><p>x</p>`;

test('what a picture is said to show stands beside its caption, where that does not say it', async () => {
  expect((await parse(page(picture('Crack in the left wall')))).text).toBe(
    'The old weir in May\n\nCrack in the left wall\n\nx',
  );
  for (const alt of ['weir', 'The old weir'])
    expect((await parse(page(picture(alt)))).text).toBe('The old weir in May\n\nx');
});

test('elements that only this page knows part blocks, but not the words of a line', async () => {
  const source = '<my-card>One.</my-card><my-card>Two.</my-card><p>Press <my-key>F5</my-key> twice.</p>';
  expect((await parse(page(source))).text).toBe('One.\n\nTwo.\n\nPress F5 twice.');
});

test('what asks for cookies, links to edit a page and what is shown only on request are no content', async () => {
  const source =
    '<div id="zx"><p>We use cookies to measure visits.</p><button>Fine</button></div><div class="modal fade"><p>Join us!</p></div>' +
    '<p>The ferry takes bicycles.</p><a class="theme-edit-this-page" href="x">Edit this page</a><div class="modal show"><p>Tickets are sold on board.</p></div>';
  expect((await parse(page(source))).text).toBe('The ferry takes bicycles.\n\nTickets are sold on board.');
});

test.each([
  '<p>Oat cookies bake for twelve minutes.</p><button>Print</button>',
  '<h3>Why am I logged out?</h3><p>The session cookie ends after an hour.</p><button>Helpful</button>',
])('%s is content', async (content) => {
  const { text } = await parse(
    page(`<div>${content}</div><p>The kitchen opens at noon on every other day.</p>`),
  );
  expect(text).toMatch(/twelve minutes|after an hour/);
});

test('what is most of a page is no notice in it', async () => {
  const content = '<p>We use cookies for the basket alone.</p><p>Orders ship within three days.</p>';
  const { text } = await parse(page(`<div>${content}<button>Contact</button></div><p>Imprint</p>`));
  expect(text).toContain('Orders ship within three days.');
});

test('tables and headings by their role are such', async () => {
  const header = '<div role="row"><b role="columnheader">Ticket</b><b role="columnheader">Price</b></div>';
  const row = '<div role="row"><span role="cell">Week</span><span role="cell">17.00</span></div>';
  const table = `<div role="table"><div role="rowgroup">${header}</div>${row}</div>`;
  const { text, blocks } = await parse(page(`<div role="heading" aria-level="3">Fares</div>${table}`));
  expect(text).toBe('Fares\n\n| Ticket | Price |\n| Week | 17.00 |');
  expect(blocks).toMatchObject([{ kind: 'heading', level: 3 }, { kind: 'table' }]);
});

async function firstLine(body: string): Promise<string | undefined> {
  return (await parse(page(`${body}<p>x</p>`))).text.split('\n')[0];
}

test('names and values that a style sheet sets apart are no one word, words in parts are', async () => {
  expect(await firstLine('<div><span class="label">Time</span><span>25 <b>min</b></span></div>')).toBe(
    'Time 25 min',
  );
  expect(await firstLine('<div><b class="who">old_tom</b><time>9:15</time></div>')).toBe('old_tom 9:15');
  for (const whole of [
    '<p><span class="a">No</span><b>te</b></p>',
    '<div><i class="a">No</i><i class="a">te</i></div>',
  ])
    expect(await firstLine(whole)).toBe('Note');
  expect(await firstLine('<div>Se<b class="m">e</b><i>n</i> it</div>')).toBe('Seen it');
  const formula =
    '<p>Area <mjx-container><mjx-math aria-hidden="true"><mjx-mi>A</mjx-mi></mjx-math><mjx-assistive-mml><math><mi>A</mi></math></mjx-assistive-mml></mjx-container> grows.</p>';
  expect(await firstLine(formula)).toBe('Area A grows.');
});
