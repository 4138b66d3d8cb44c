import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageRoot } from '../../src/files/package-root.ts';
import { openFootnote } from '../../src/pipeline.ts';
import { createServer } from '../../src/serve/create-server.ts';
import { listen } from '../../src/serve/listen.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';
import { launchBrowser } from '../../test/browser.ts';
import { inTemporaryFolder } from '../speed/in-temporary-folder.ts';

/** How long the page took over something that a reader does, in milliseconds. */
export interface Interaction {
  readonly name: string;
  /** From the key or the press to the next picture, each time; what takes less than 16 ms counts as that. */
  readonly durationsMs: readonly number[];
}

export interface PageSizes {
  /** Documents of the collection that is listed. */
  readonly documents: number;
  /** Questions of the conversation that is shown. */
  readonly turns: number;
}

/** Keys that are written for each interaction with a field. */
const keys = 'lamp oil';

/**
 * Uses the page over a real server in a real browser: a long list of documents and a long conversation. Timed is what
 * the browser itself says of each event (Event Timing), from the input to the next frame, and while scrolling the time
 * between two frames.
 */
export function pageInteractions({ documents, turns }: PageSizes): Promise<readonly Interaction[]> {
  return inTemporaryFolder(async (directory) => {
    const folder = join(directory, 'documents');
    await mkdir(folder);
    for (let number = 0; number < documents; number += 1) {
      const name = `letter-${String(number).padStart(5, '0')}.txt`;
      await writeFile(join(folder, name), `Letter ${number} tells of the lamp that burned oil.\n`);
    }
    const config = completeConfig({ store: join(directory, 'store'), server: { port: 0, metrics: 'off' } });
    const footnote = await openFootnote(config);
    await footnote.ingest([folder]);
    let conversationId: string | null = null;
    for (let turn = 0; turn < turns; turn += 1)
      ({ conversationId } = await footnote.ask(`What does letter ${turn} tell of?`, {
        conversationId,
        topK: 3,
      }));
    const webDirectory = join(packageRoot, 'dist', 'web');
    const server = createServer({ footnote, config, webDirectory, logStream: { write: () => undefined } });
    const address = await listen(server, config.server);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.addInitScript(`
        window.timed = [];
        new PerformanceObserver((list) => window.timed.push(...list.getEntries().map((one) => one.duration)))
          .observe({ type: 'event', durationThreshold: 16 });`);
      return [
        ...(await listedDocuments(page, address)),
        ...(await longConversation(page, `${address}/#/ask?conversation=${conversationId}`, turns)),
      ];
    } finally {
      await browser.close();
      await server.close();
      await footnote.close();
    }
  });
}

async function listedDocuments(page: Page, address: string): Promise<readonly Interaction[]> {
  await page.goto(`${address}/#/documents`);
  const rows = page.locator('.documents-list li');
  await rows.first().locator('button').first().waitFor();
  const scrolled = await scroll(page);
  const field = page.getByRole('searchbox');
  await field.focus();
  const search = await timed(page, 'find a document, a key', async () => {
    await page.keyboard.type(keys, { delay: 30 });
    await page.getByRole('status').getByText(keys).waitFor();
  });
  await field.fill('');
  const order = await timed(page, 'order the list', async () => {
    for (const name of ['newest', 'byTitle', 'largest'])
      await page.locator('.documents-head select').selectOption(name);
  });
  await rows.first().locator('button').first().waitFor();
  const open = await timed(page, 'open a document', async () => {
    await rows.first().locator('button').first().click();
    await page.locator('.source-text').waitFor();
  });
  return [{ name: 'scroll the list, a frame', durationsMs: scrolled }, search, order, open];
}

async function longConversation(page: Page, address: string, turns: number): Promise<readonly Interaction[]> {
  await page.goto(address);
  await page
    .locator('.turn')
    .nth(turns - 1)
    .waitFor();
  const field = page.getByRole('textbox', { name: 'Your question' });
  await field.focus();
  const write = await timed(page, 'write in a long conversation, a key', () =>
    page.keyboard.type(keys, { delay: 30 }),
  );
  const open = await timed(page, 'open a footnote in a long conversation', async () => {
    await page.locator('.footnote-marker').last().click();
    await page.locator('.source-text mark').first().waitFor();
  });
  const next = await timed(page, 'go to the next footnote by key', async () => {
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft', { delay: 30 });
  });
  return [
    write,
    open,
    next,
    { name: 'scroll a long conversation, a frame', durationsMs: await scroll(page) },
  ];
}

/** What the browser says of the events of some work, once their last picture was drawn. */
async function timed(page: Page, name: string, work: () => Promise<void>): Promise<Interaction> {
  await settled(page);
  await page.evaluate('void (window.timed = [])');
  await work();
  await settled(page);
  const durations = await page.evaluate<readonly number[]>('window.timed');
  return { name, durationsMs: durations.length > 0 ? durations : [16] };
}

/** The times between two frames while the page is scrolled from its top to its end and back, screen by screen. */
function scroll(page: Page): Promise<readonly number[]> {
  return page.evaluate<readonly number[]>(`new Promise((resolve) => {
    const gaps = [];
    let [before, step] = [performance.now(), 0];
    const frame = (now) => {
      if (step > 0) gaps.push(now - before);
      before = now;
      if (step === 120) return resolve(gaps);
      step += 1;
      const way = document.documentElement.scrollHeight / 60;
      window.scrollBy(0, step <= 60 ? way : -way);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })`);
}

/** Two frames on, and with every event told. */
function settled(page: Page): Promise<void> {
  return page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
  );
}
