import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accessibility, ask, closeSite, firstMarker, servedSite, webDocuments } from './web-fixture.ts';

const site = servedSite(webDocuments);

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

describe('the page', () => {
  it('is built for its readers', async () => {
    const { page, requests, close } = await site.open();
    await page.getByRole('textbox').waitFor();
    const scripts = requests.filter((url) => url.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    // React asks its developers alone to install them.
    for (const url of scripts) expect(await (await fetch(url)).text()).not.toContain('React DevTools');
    await close();
  });

  it('says that what it shows is on its way, where that takes long', async () => {
    const { conversationId } = await site.footnote.ask('How was the lamp lit?', { conversationId: null });
    const { page, close } = await site.open('about:blank', { reducedMotion: 'reduce' });
    const isHeldBack = async (pattern: string, shown: string, act: () => Promise<unknown>) => {
      const held = Promise.withResolvers<void>();
      await page.route(pattern, async (route) => {
        await held.promise;
        await route.continue();
      });
      await act();
      await page.getByRole('status').getByText('Loading…').waitFor();
      held.resolve();
      await page.locator(shown).first().waitFor();
      await expect.poll(() => page.getByText('Loading…').count()).toBe(0);
      await page.unroute(pattern);
    };
    await isHeldBack('**/collections', '.ask-box', () => page.goto(site.address));
    const toPage = (name: string) => page.getByRole('link', { name, exact: true }).click();
    await isHeldBack('**/conversations?*', '.list-page-total', () => toPage('Conversations'));
    await isHeldBack('**/documents?*', '.documents-list', () => toPage('Documents'));
    await isHeldBack('**/text', '.source-text', () => page.locator('.documents-list button').first().click());
    const address = `${site.address}/#/ask?conversation=${conversationId}`;
    await isHeldBack('**/conversations/*', '.answer', () => page.goto(address));
    await close();
  });
});

describe('asking', () => {
  it.each([
    'When was the lamp first lit?',
    'How much honey does a hive lose in winter?',
    'What is the starter fed with?',
  ])('opens the source of "%s" with exactly the quote highlighted and in view', async (question) => {
    const { page, requests, complaints, close } = await site.open();
    const citation = await firstCitation(question);
    await ask(page, question);
    await firstMarker(page).click();
    await page.locator('.source-text mark').first().waitFor();
    await expect.poll(() => marked(page)).toBe(citation.quote);
    const isInView = async () => {
      const { y = -1 } = (await page.locator('.source-text mark').first().boundingBox()) ?? {};
      return y > 0 && y < 800;
    };
    await expect.poll(isInView).toBe(true);
    const { text } = await site.footnote.getDocumentText(citation.documentId);
    await expect.poll(() => page.locator('.source-text').textContent()).toBe(text);
    expect(requests.filter((url) => new URL(url).origin !== site.address)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('works by keyboard alone and gives the focus back', async () => {
    const { page, close } = await site.open();
    await page.getByRole('textbox').waitFor();
    await expect.poll(() => focusedLabel(page)).toBe('question');
    await page.keyboard.type('When was the lamp first lit?');
    // What ends the composing of a word, as Safari tells it.
    const composing = `new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })`;
    await page.evaluate(`document.activeElement.dispatchEvent(${composing})`);
    await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('When was the lamp first lit?');
    await page.keyboard.press('Enter');
    await firstMarker(page).waitFor();
    const label = (await firstMarker(page).getAttribute('aria-label')) ?? '';
    await expect.poll(() => focusedLabel(page)).toBe('question');
    while ((await focusedLabel(page)) !== label) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('.source-text mark').first().waitFor();
    await expect.poll(() => focusedLabel(page)).toBe('Text of the source');
    await page.keyboard.press('Escape');
    await page.locator('.source-panel').waitFor({ state: 'detached' });
    await expect.poll(() => focusedLabel(page)).toBe(label);
    await page.keyboard.press('/');
    await expect.poll(() => focusedLabel(page)).toBe('question');
    await close();
  });

  it('can be linked to, and Back goes through what was shown', async () => {
    const { page, close } = await site.open();
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
    await expect.poll(() => marked(page)).toBe((await firstCitation('When was the lamp first lit?')).quote);
    await expect.poll(() => page.locator('.turn').count()).toBe(1);
    await close();
  });

  it('marks what was cited where its document has it by now, and says so where it is gone', async () => {
    const { page, close } = await site.open();
    await ask(page, 'How long does sourdough bread rise?');
    await page.locator('.answer-foot').waitFor();
    const { quote, path } = await firstCitation('How long does sourdough bread rise?');
    const text = await readFile(path, 'utf8');
    await writeFile(path, `Bread is baked.\n${text}`);
    await site.footnote.ingest([path]);
    await firstMarker(page).click();
    await page.locator('.source-text mark').first().waitFor();
    await expect.poll(() => page.locator('.source-text').textContent()).toContain('Bread is baked.');
    await expect.poll(() => marked(page)).toBe(quote);
    await writeFile(path, text.replace('twelve', 'thirteen'));
    await site.footnote.ingest([path]);
    await page.reload();
    await page.locator('.changed-quote ins').waitFor();
    await expect.poll(() => page.locator('.changed-quote ins').innerText()).toBe('thirteen');
    await expect.poll(() => page.locator('.source-text mark').innerText()).toContain('thirteen');
    await writeFile(path, 'Nothing is said of it here.\n');
    await site.footnote.ingest([path]);
    await page.reload();
    await page.getByText('These words are no longer in it.').waitFor();
    await expect.poll(() => page.locator('.source-text mark').count()).toBe(0);
    await expect.poll(() => page.locator('.changed-quote').innerText()).toContain('twelve');
    await writeFile(path, text);
    await site.footnote.ingest([path]);
    await close();
  });

  it('begins at once with a question in the address', async () => {
    const question = encodeURIComponent('What is the starter fed with?');
    const { page, close } = await site.open(`${site.address}/#/ask?q=${question}`);
    await page.getByText('rye flour').first().waitFor();
    await close();
  });

  it('explains each passage and the time of each stage', async () => {
    const { page, close } = await site.open();
    const question = 'When was the lamp first lit?';
    const { hits, question: read } = await site.footnote.ask(question);
    await ask(page, question);
    await page.getByText('Why these passages').click();
    const explained = page.locator('.explain-hit').first();
    await expect.poll(() => explained.textContent()).toContain(hits[0]?.title);
    expect(hits[0]?.content).toContain('| Night | Ada |');
    await expect
      .poll(() => explained.locator('.explain-excerpt').textContent())
      .toContain('Watch · Keeper; Night · Ada');
    await explained.locator('.score-part').nth(1).waitFor();
    const parts = await explained.locator('.score-part').allTextContents();
    expect(parts[0]).toMatch(/^Meaning−?\d.*rank \d+, cosine/);
    expect(parts[1]).toMatch(/^Words−?\d.*rank \d+, BM25/);
    const words = new Map(read.terms.map(({ term, word = term }) => [term, word]));
    for (const { term } of hits[0]?.explain.matchedTerms ?? []) {
      expect(parts).toContainEqual(expect.stringMatching(new RegExp(`^${words.get(term)}\\d`)));
    }
    await expect
      .poll(() => explained.locator('.score-parts p').textContent())
      .toContain(`Score ${hits[0]?.score.toFixed(2)}`);
    await expect.poll(() => page.locator('.stage-timings dt').allTextContents()).toContain('total');
    await close();
  });

  it('says so where nothing is relevant, without footnotes', async () => {
    const { page, close } = await site.open();
    await ask(page, 'Which quarterback threw the longest pass of the championship?');
    await page.getByRole('heading', { name: 'Nothing relevant found' }).waitFor();
    await expect.poll(() => page.locator('.footnote-marker, .footnotes').count()).toBe(0);
    await expect.poll(() => page.locator('.nothing-relevant').textContent()).toContain('Keeping bees');
    await close();
  });

  it("shows the server's own words where it refuses, and tries again when asked to", async () => {
    const { page, close } = await site.open();
    await ask(page, 'why '.repeat(1500));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain('the limit is 4000. Shorten it');
    const again = page.waitForResponse('**/ask');
    await alert.getByRole('button', { name: 'Try again' }).click();
    expect((await again).status()).toBe(413);
    await close();
  });

  it('says once that the server does not answer, however much is asked of it', async () => {
    const { page, close } = await site.open('about:blank');
    await page.route('**/api/**', (route) => route.abort());
    await page.goto(`${site.address}/#/ask?q=Who%3F&collection=default`);
    await page.getByRole('alert').first().waitFor();
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([expect.stringContaining('The server is not responding.')]);
    await close();
  });

  it('says how to fill a store that has nothing in it', async () => {
    const empty = await site.startEmpty();
    onTestFinished(() => closeSite(empty));
    const { page, complaints, close } = await site.open(empty.address);
    await page.getByText('footnote ingest PATH').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.each([{ width: 1280 }, { width: 360 }])('at $width pixels', ({ width }) => {
  it('has no accessibility finding in light and dark, and no horizontal scroll, in any state', async () => {
    const { page, close } = await site.open(site.address, {
      reducedMotion: 'reduce',
      viewport: { width, height: 740 },
    });
    const findings = async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await accessibility(page).analyze();
      await page.emulateMedia({ colorScheme: 'dark' });
      // Nothing else depends on the colours.
      const dark = await accessibility(page).withRules('color-contrast').analyze();
      return [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id} ${html}`),
      );
    };
    const tooWide = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const check = async (state: string) => {
      await expect.poll(findings, { message: state }).toEqual([]);
      await expect.poll(tooWide, { message: `pixels too wide: ${state}` }).toBeLessThanOrEqual(0);
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
    await page.getByText('Why these passages').click();
    await firstMarker(page).click();
    await page.locator('.source-text mark').first().selectText();
    const askAbout = page.getByRole('button', { name: 'Ask about this' });
    await askAbout.waitFor();
    await check('source with words selected');
    await askAbout.click();
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
    await close();
  });
});
