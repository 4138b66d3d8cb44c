import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type AnswerEvent, answerStream } from '../src/answer/answer.ts';
import { packageRoot } from '../src/files/package-root.ts';
import type { AskOptions, Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { createServer } from '../src/serve/create-server.ts';
import { listen } from '../src/serve/listen.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { completeConfig } from '../src/settings/resolve-config.ts';
import { launchBrowser } from './browser.ts';
import { quickAdapters } from './shared-embedder.ts';

/** Three documents, one of them long: by name, what is in them. */
export const webDocuments = {
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

/** A server with the page, and what answers behind it. */
export interface Site {
  readonly footnote: Footnote;
  readonly server: FastifyInstance;
  readonly address: string;
}

/** Where the page is, built before the first test: see `build-page.ts`. */
const webDirectory = join(packageRoot, 'dist', 'web');

/** Serves a store with the page, after these paths were ingested. */
async function startSite(
  store: string,
  paths: readonly string[],
  settings: PartialConfig = {},
): Promise<Site> {
  // Calls are counted by a copy of Footnote, in which what a test puts in their place is not seen.
  const config = completeConfig({
    store,
    embedder: { threads: 1 },
    server: { port: 0, metrics: 'off' },
    ...settings,
  });
  const footnote = await openFootnote(config, await quickAdapters());
  if (paths.length > 0) await footnote.ingest(paths);
  const server = createServer({ footnote, config, webDirectory, logStream: { write: () => undefined } });
  return { footnote, server, address: await listen(server, config.server) };
}

type Files = Readonly<Record<string, string | Uint8Array>>;

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Of this process, whose test files all look at their pages in it: to start one takes longer than to open a page. */
let launched: Promise<Browser> | undefined;

/** That browser, started where there is none or it has crashed. */
async function sharedBrowser(): Promise<Browser> {
  const known = await launched?.catch(() => undefined);
  if (known?.isConnected()) return known;
  launched = launchBrowser();
  return launched;
}

/** A browser, and a site over these documents, for the tests of a file; `others` are those of further collections. */
export function servedSite(
  documents: Files,
  others: Readonly<Record<string, Files>> = {},
  settings: PartialConfig = {},
) {
  let folder: string;
  let browser: Browser;
  let site: Site;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footnote-web-'));
    const source = join(folder, 'documents');
    await writeFiles(source, documents);
    [browser, site] = await Promise.all([
      sharedBrowser(),
      startSite(join(folder, 'store'), [source], settings),
    ]);
    for (const [collection, files] of Object.entries(others)) {
      await writeFiles(join(folder, collection), files);
      await site.footnote.ingest([join(folder, collection)], { collection });
    }
  });

  afterAll(async () => {
    for (const context of contexts) await context.close();
    if (site) await closeSite(site);
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get footnote() {
      return site.footnote;
    },
    get address() {
      return site.address;
    },
    /**
     * Breaks off the connections of answers from now on. What else the page is reading meanwhile goes on, since its
     * failure would be told beside theirs. Returns what does so.
     */
    breakAnswers: () => {
      const answering = new Set<Socket>();
      const note = ({ url = '', socket }: IncomingMessage) => {
        if (url.endsWith('/ask')) answering.add(socket);
      };
      site.server.server.prependListener('request', note);
      onTestFinished(() => {
        site.server.server.off('request', note);
      });
      return () => answering.forEach((socket) => socket.destroy());
    },
    /** Opens the site's page, or another address. */
    open: async (address = site.address, options?: BrowserContextOptions) => {
      const opened = await openPage(browser, address, options);
      contexts.push(opened.page.context());
      return opened;
    },
    /** What the page sends and gets, from a footnote whose answers are made by the test. */
    answersMade: (make: (options: AskOptions) => AsyncGenerator<AnswerEvent, void>) => {
      const own = site.footnote.ask.bind(site.footnote);
      site.footnote.ask = (_, options = {}) => answerStream(() => make(options));
      onTestFinished(() => {
        site.footnote.ask = own;
      });
    },
    /** The folder that the site's store is in. */
    get store() {
      return join(folder, 'store');
    },
    /** Where the documents of a further collection are. */
    folderOf: (collection: string) => join(folder, collection),
    /** Another site with the same page, over a store in which nothing is. */
    startEmpty: () => startSite(join(folder, 'empty-store'), []),
  };
}

/** A page that remembers every request and every complaint of the browser's, content security policy included. */
async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // As long as a busy machine takes.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, requests, complaints, close: () => context.close() };
}

/** Asks a question on a page. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.keyboard.press('Enter');
}

/** What checks a page without frames: to put those of frames together it would open a page of its own each time. */
export const accessibility = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** The first footnote's number in an answer. */
export const firstMarker = (page: Page) => page.locator('.footnote-marker').first();

/** Ends what was started. */
export async function closeSite({ server, footnote }: Site): Promise<void> {
  await server.close();
  await footnote.close();
}
