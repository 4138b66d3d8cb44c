import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AnswerEvent } from '../src/answer/answer.ts';
import { answerStream } from '../src/answer/answer-stream.ts';
import { FootnoteError } from '../src/errors.ts';
import type { AskOptions } from '../src/footnote.ts';
import { launchBrowser } from './browser.ts';
import { ask, buildPage, closeSites, openPage as openPageIn, type Site, startSite } from './web-fixture.ts';

const files = {
  'lighthouse.md': `# The lighthouse at Marrow Point

## How the lamp was lit

The lamp was first lit on the ninth of March 1871 by Ada Thorne. It burned **colza oil** for
twenty years and was then changed to paraffin.

## Routine

The keeper winds the clockwork every four hours, so that the lens never stops turning.

| Watch | Keeper |
|---|---|
| Night | Ada |

<img src="https://elsewhere.example/x.png" onerror="document.title = 'run'"> and
![a chart](https://elsewhere.example/chart.png) are words to a reader.
`,
  'bees.md': `# Keeping bees

Bees are fed sugar syrup in autumn, when there is little nectar left in the fields.

${Array.from({ length: 300 }, (_, day) => `Day ${day + 1}: the hive was inspected and found in order.`).join('\n\n')}

## Winter stores

A hive loses about a third of its honey stores during a hard winter. The cluster keeps itself warm by
shivering, eats its way upwards through the comb, and leaves the empty cells behind. Whoever lifts the lid on a
cold day lets that warmth out, so the weight of the box is judged from outside, by lifting one side of it with a
hand. A box that has become light is given a slab of firm sugar above the frames, where the bees reach it without
crossing cold comb. Snow before the entrance does no harm, for air passes through it, but ice is broken away with
care. On the first mild afternoon the bees fly out to relieve themselves, and yellow spots on the snow are the
keeper's sign that all is well inside.
`,
  'bread.txt': 'Sourdough bread rises for twelve hours.\nIts starter is fed with rye flour each morning.\n',
};

let folder: string;
let browser: Browser;
let site: Site;
let emptySite: Site;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-web-'));
  const webDirectory = join(folder, 'web');
  const source = join(folder, 'documents');
  await mkdir(source);
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(source, name), text)));
  [browser] = await Promise.all([launchBrowser(), buildPage(webDirectory)]);
  [site, emptySite] = await Promise.all([
    startSite(join(folder, 'store'), webDirectory, [source]),
    startSite(join(folder, 'empty-store'), webDirectory, []),
  ]);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await closeSites([site, emptySite].filter(Boolean));
  await rm(folder, { recursive: true, force: true });
});

const openPage = (address: string, options?: BrowserContextOptions) => openPageIn(browser, address, options);

const firstMarker = (page: Page) => page.locator('.footnote-marker').first();
const marked = async (page: Page) => (await page.locator('.source-text mark').allTextContents()).join('');
const focusedLabel = (page: Page) =>
  page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.id');

/** What the page was told, so that it can be compared with what it shows. */
async function firstCitation(question: string) {
  const { citations } = await site.footnote.ask(question);
  const citation = citations[0];
  if (!citation) throw new Error(`"${question}" should have an answer.`);
  return citation;
}

describe('asking', () => {
  it.each([
    'When was the lamp first lit?',
    'How much honey does a hive lose in winter?',
    'What is the starter fed with?',
  ])('opens the source of "%s" with exactly the quote highlighted and in view', async (question) => {
    const { page, requests, complaints, close } = await openPage(site.address);
    const citation = await firstCitation(question);
    await ask(page, question);
    await firstMarker(page).click();
    await page.locator('.source-text mark').first().waitFor();
    expect(await marked(page)).toBe(citation.quote);
    const place = await page.locator('.source-text mark').first().boundingBox();
    expect(place?.y).toBeGreaterThan(0);
    expect(place?.y).toBeLessThan(800);
    const shown = await page.locator('.source-text').textContent();
    expect(shown).toBe((await site.footnote.getDocumentText(citation.documentId)).text);
    expect(requests.filter((url) => new URL(url).origin !== site.address)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lists each footnote with its title and heading path', async () => {
    const { page, close } = await openPage(site.address);
    const question = 'How much honey does a hive lose in winter?';
    const { title, headingPath, quote } = await firstCitation(question);
    expect(headingPath.at(-1)).toBe('Winter stores');
    await ask(page, question);
    const footnote = page.locator('.footnote').first();
    const trail = [title, ...headingPath.filter((heading) => heading !== title)].join(' › ');
    expect(await footnote.locator('.heading-trail').textContent()).toBe(trail);
    await footnote.getByRole('button').click();
    await page.locator('.source-text mark').first().waitFor();
    expect(await marked(page)).toBe(quote);
    await close();
  });

  it('works by keyboard alone and gives the focus back', async () => {
    const { page, close } = await openPage(site.address);
    await page.getByRole('textbox').waitFor();
    expect(await focusedLabel(page)).toBe('question');
    await page.keyboard.type('When was the lamp first lit?');
    await page.keyboard.press('Enter');
    await firstMarker(page).waitFor();
    const label = (await firstMarker(page).getAttribute('aria-label')) ?? '';
    expect(await focusedLabel(page)).toBe('question');
    while ((await focusedLabel(page)) !== label) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.source-text mark').first().waitFor();
    expect(await focusedLabel(page)).toBe('Text of the source');
    await page.keyboard.press('Escape');
    await page.locator('.source-panel').waitFor({ state: 'detached' });
    expect(await focusedLabel(page)).toBe(label);
    await page.keyboard.press('/');
    expect(await focusedLabel(page)).toBe('question');
    await close();
  });

  it('can be linked to, and Back goes through what was shown', async () => {
    const { page, close } = await openPage(site.address);
    await ask(page, 'When was the lamp first lit?');
    await page.locator('.answer-foot').waitFor();
    await firstMarker(page).click();
    await page.locator('.source-text mark').first().waitFor();
    const link = page.url();
    await page.goBack();
    await page.locator('.source-panel').waitFor({ state: 'detached' });
    await page.getByText('1871').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Ask your documents' }).waitFor();
    await page.locator('.turn').waitFor({ state: 'detached' });
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('.source-text mark').first().waitFor();
    expect(await marked(page)).toBe((await firstCitation('When was the lamp first lit?')).quote);
    expect(await page.locator('.turn').count()).toBe(1);
    await close();
  });

  it('begins at once with a question in the address', async () => {
    const question = encodeURIComponent('What is the starter fed with?');
    const { page, close } = await openPage(`${site.address}/#/ask?q=${question}`);
    await page.getByText('rye flour').first().waitFor();
    await close();
  });

  it('explains each passage and the time of each stage', async () => {
    const { page, close } = await openPage(site.address);
    const question = 'When was the lamp first lit?';
    const { hits, question: read } = await site.footnote.ask(question);
    await ask(page, question);
    await page.getByText('Why these passages').click();
    const explained = page.locator('.explain-hit').first();
    expect(await explained.textContent()).toContain(hits[0]?.title);
    const parts = await explained.locator('.score-part').allTextContents();
    expect(parts[0]).toMatch(/^Meaning−?\d.*rank \d+, cosine/);
    expect(parts[1]).toMatch(/^Words−?\d.*rank \d+, BM25/);
    const words = new Map(read.terms.map(({ term, word = term }) => [term, word]));
    for (const { term } of hits[0]?.explain.matchedTerms ?? []) {
      expect(parts).toContainEqual(expect.stringMatching(new RegExp(`^${words.get(term)}\\d`)));
    }
    expect(await explained.locator('.score-parts-sum').textContent()).toContain(
      `Score ${hits[0]?.score.toFixed(2)}`,
    );
    expect(await page.locator('.stage-timings dt').allTextContents()).toContain('total');
    await close();
  });

  it('says so where nothing is relevant, without footnotes', async () => {
    const { page, close } = await openPage(site.address);
    await ask(page, 'Which quarterback threw the longest pass of the championship?');
    await page.getByRole('heading', { name: 'Nothing relevant found' }).waitFor();
    expect(await page.locator('.footnote-marker, .footnotes').count()).toBe(0);
    expect(await page.locator('.nothing-relevant').textContent()).toContain('Keeping bees');
    await close();
  });

  it("shows the server's own words where it refuses, and tries again when asked to", async () => {
    const { page, close } = await openPage(site.address);
    await ask(page, 'why '.repeat(1500));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('the limit is 4000. Shorten it.');
    const again = page.waitForResponse('**/ask');
    await alert.getByRole('button', { name: 'Try again' }).click();
    expect((await again).status()).toBe(413);
    await close();
  });

  it('says how to fill a store that has nothing in it', async () => {
    const { page, complaints, close } = await openPage(emptySite.address);
    await page.getByText('footnote ingest PATH').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

/** What the page sends and gets, from a footnote whose answers are made by the test. */
function answersMade(make: (options: AskOptions) => AsyncGenerator<AnswerEvent, void>): void {
  const own = site.footnote.ask.bind(site.footnote);
  site.footnote.ask = (_, options = {}) => answerStream(() => make(options));
  onTestFinished(() => {
    site.footnote.ask = own;
  });
}

describe('a conversation', () => {
  it('goes on, is kept for this browser, taken up again and erased', async () => {
    const { page, complaints, close } = await openPage(site.address);
    await ask(page, 'How much honey does a hive lose in winter?');
    await page.locator('.answer-foot').waitFor();
    await ask(page, 'And what are they fed in autumn?');
    await page.locator('.answer-foot').nth(1).waitFor();
    const shown = await page.locator('.answer-text').allTextContents();
    expect(shown[1]).toContain('sugar syrup');
    await page.reload();
    await page.locator('.answer-foot').nth(1).waitFor();
    expect(await page.locator('.answer-text').allTextContents()).toEqual(shown);

    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByText('1 conversation of this browser').waitFor();
    expect(await page.locator('.conversations-list li').textContent()).toMatch(/honey.*2 questions/);
    const other = await openPage(`${site.address}/#/conversations`);
    await other.page.getByText('None is kept yet.').waitFor();
    await other.close();
    await page.getByRole('button', { name: /^Erase/ }).click();
    await page.getByText('None is kept yet.').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps whether an answer helped, and which citation was opened', async () => {
    const { page, close } = await openPage(site.address);
    await ask(page, 'When was the lamp first lit?');
    await page.getByRole('button', { name: 'Yes' }).click();
    await firstMarker(page).click();
    const id = new URL(page.url()).hash.match(/conversation=([\w-]+)/)?.[1] ?? '';
    const kept = async () => (await site.footnote.getConversation(id)).history[1]?.answer;
    await expect.poll(async () => (await kept())?.helpful).toBe(true);
    await expect.poll(async () => (await kept())?.citations[0]?.opened).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Yes', pressed: true }).click();
    await expect.poll(async () => (await kept())?.helpful).toBe(null);
    await close();
  });

  it('shows an answer while it is made, and stops it when asked to', async () => {
    const stopped = Promise.withResolvers<void>();
    answersMade(async function* ({ signal }) {
      yield { type: 'token', text: 'The lamp was lit in 1872 [1].' };
      yield {
        type: 'verdict',
        sentence: { start: 0, end: 29, verdict: 'partial', citations: [], missing: ['1872'] },
      };
      yield { type: 'token', text: ' And then' };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      stopped.resolve();
    });
    const { page, close } = await openPage(site.address);
    await ask(page, 'When was the lamp first lit?');
    await page.getByText('And then').waitFor();
    await page.getByRole('button', { name: 'Only partly in its source' }).click();
    expect(await page.locator('.verdict-note').textContent()).toContain('Missing: 1872');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The answer broke off here.').waitFor();
    await stopped.promise;
    await close();
  });

  it('C8: says for how long the model has to be waited for, until the answer comes', async () => {
    const gate = Promise.withResolvers<void>();
    answersMade(async function* () {
      const message = 'High traffic, please wait 12 seconds.';
      yield { type: 'waiting', reason: 'high-traffic', seconds: 12, message };
      await gate.promise;
      yield { type: 'token', text: 'The lamp was lit.' };
    });
    const { page, close } = await openPage(site.address);
    await ask(page, 'When was the lamp first lit?');
    const wait = page.getByText('High traffic, please wait 12 seconds.');
    await wait.waitFor();
    gate.resolve();
    await page.getByText('The lamp was lit.').waitFor();
    expect(await wait.count()).toBe(0);
    await close();
  });

  it("says in the server's words why an answer broke off, and keeps what came", async () => {
    answersMade(async function* () {
      yield { type: 'token', text: 'The lamp <b>was</b> ' };
      throw new FootnoteError('model_rejected', { model: 'm', reason: 'no' });
    });
    const { page, close } = await openPage(site.address);
    await ask(page, 'When was the lamp first lit?');
    expect(await page.getByRole('alert').textContent()).toContain('The model m refused the request: no.');
    expect(await page.locator('.answer-text').textContent()).toBe('The lamp <b>was</b> ');
    await close();
  });
});

describe('the documents', () => {
  it('are listed, and each opens from its beginning', async () => {
    const { page, close } = await openPage(`${site.address}/#/documents`);
    const documents = await site.footnote.listDocuments();
    await page.locator('.documents-list').waitFor();
    expect(await page.locator('.documents-list .list-page-title').allTextContents()).toEqual(
      documents.map(({ title }) => title),
    );
    await page.getByRole('button', { name: 'Keeping bees' }).click();
    await page.getByRole('heading', { name: '# Keeping bees' }).waitFor();
    expect(await page.locator('.source-text mark').count()).toBe(0);
    await close();
  });
});

describe.each([
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 360 },
  { scheme: 'dark', width: 360 },
] as const)('in $scheme at $width pixels', ({ scheme, width }) => {
  it('has no accessibility finding and no horizontal scroll in any state', async () => {
    const { page, close } = await openPage(site.address, {
      colorScheme: scheme,
      reducedMotion: 'reduce',
      viewport: { width, height: 740 },
    });
    const findings: string[] = [];
    const check = async (state: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      findings.push(
        ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${state}: ${id} ${html}`)),
      );
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) findings.push(`${state}: ${overflow} pixels too wide`);
    };

    const beginAnew = async () => {
      await page.getByRole('link', { name: 'Ask', exact: true }).click();
      await page.locator('.starting-points').waitFor();
    };

    await page.locator('.starting-points').waitFor();
    await check('idle');
    await ask(page, 'When was the lamp first lit?');
    await firstMarker(page).waitFor();
    await page.getByText('Why these passages').click();
    await check('answer');
    await firstMarker(page).click();
    await page.locator('.source-text mark').first().waitFor();
    await check('source');
    await page.keyboard.press('Escape');
    await beginAnew();
    await ask(page, 'Which quarterback threw the longest pass of the championship?');
    await page.locator('.nothing-relevant').waitFor();
    await check('nothing relevant');
    await beginAnew();
    await ask(page, 'why '.repeat(1500));
    await page.getByRole('alert').waitFor();
    await check('error');
    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.locator('.conversations-list').waitFor();
    await check('conversations');
    await page.getByRole('link', { name: 'Documents' }).click();
    await page.locator('.documents-list').waitFor();
    await check('documents');
    expect(findings).toEqual([]);
    await close();
  }, 180_000);
});
