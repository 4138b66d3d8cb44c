import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { completeConfig } from '../src/resolve-config.ts';
import { createServer } from '../src/serve/create-server.ts';
import { listen } from '../src/serve/listen.ts';

/** A server with the page, and what answers behind it. */
export interface Site {
  readonly footnote: Footnote;
  readonly server: FastifyInstance;
  readonly address: string;
}

/** Builds the page into a folder. */
export async function buildPage(folder: string): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('../web/vite.config.ts', import.meta.url)),
    logLevel: 'error',
    build: { outDir: folder },
  });
}

/** Serves a store with the page, after these paths were ingested. */
export async function startSite(
  store: string,
  webDirectory: string,
  paths: readonly string[],
): Promise<Site> {
  const config = completeConfig({ store, server: { port: 0 } });
  const footnote = await openFootnote(config);
  if (paths.length > 0) await footnote.ingest(paths);
  const server = createServer({ footnote, config, webDirectory, logStream: { write: () => undefined } });
  return { footnote, server, address: await listen(server, config.server) };
}

/** A page that remembers every request and every complaint of the browser's, content security policy included. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
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

/** Ends what was started. */
export async function closeSites(sites: readonly Site[]): Promise<void> {
  for (const { server, footnote } of sites) {
    await server.close();
    await footnote.close();
  }
}
