import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  asFinding,
  bad,
  checkLanguageModel,
  checkModel,
  checkReranker,
  checkVerifier,
  good,
} from '../app/model-checks.ts';
import { openStore, storeBytes, storeExists, storeFile } from '../app/store.ts';
import type { Finding } from '../contracts/model-check.ts';
import type { Records } from '../contracts/records.ts';
import { checkStore, damagedVersions, giveUpSegments } from '../engines/embedded/check-store.ts';
import { type ErrorCode, FootnoteError, isFootnoteError } from '../errors.ts';
import { readInputFile } from '../files/output-files.ts';
import { manifest } from '../files/package-root.ts';
import { openFootnote } from '../pipeline.ts';
import { type LogHealth, logHealth } from '../records/asked/question-log.ts';
import { queuedPaths } from '../records/documents/library.ts';
import { sqliteRecords } from '../records/sqlite-records.ts';
import { damagedText } from '../retrieve/exclude-malformed.ts';
import { ownAddress } from '../serve/listen.ts';
import type { Config } from '../settings/config.ts';
import type { ReadableConfig } from '../settings/resolve-config.ts';
import { tellWithheld } from './commands/logs.ts';
import { probePort } from './commands/serve.ts';
import { formatBytes, formatCount, formatNumber } from './format/format-table.ts';

/** What one look at the installation came to. */
export interface HealthCheck extends Finding {
  /** What was looked at. */
  readonly name: string;
}

/** With less than this free, an ingest of a few thousand pages may not fit. */
const enoughDiskBytes = 500 * 2 ** 20;
/** For a server to say who it is, also while it is busy. */
const answerTimeoutMs = 5000;
/** Of what is wrong with a store: SQLite finds up to a hundred things where one page is lost. */
const problemsTold = 5;
/** Damaged documents told by name. */
const pathsNamed = 5;

/**
 * Looks at everything that Footnote needs to run with these settings. Changes nothing but what is damaged: segments are
 * given up, and documents queued, for the next search and ingest to make them anew. Never rejects.
 */
export async function checkHealth(settings: ReadableConfig): Promise<readonly HealthCheck[]> {
  const { config } = settings;
  const looks = {
    Node: async () => checkNode(),
    settings: () => checkSettings(settings),
    model: () => checkModel(config),
    ...(config.reranker.kind !== 'none' && { reranker: () => checkReranker(config).catch(toldBySettings) }),
    'language model': () => checkLanguageModel(config),
    ...(config.verifier.kind !== 'none' && { verifier: () => checkVerifier(config).catch(toldBySettings) }),
    store: () => checkStoreFile(config),
    ...(config.engine.kind !== 'embedded' && { engine: () => checkEngine(config) }),
    log: () => checkLog(config),
    disk: () => checkDisk(config),
    port: () => checkPort(config),
  };
  return Promise.all(
    Object.entries(looks).map(async ([name, look]) => ({
      name,
      ...(await look().catch((error: unknown) => asFinding(error))),
    })),
  );
}

function checkNode(): Finding {
  // The launcher has refused an older one before this runs; the check shows which of several Nodes it took.
  return good(`${process.versions.node} at ${process.execPath}; needs ${manifest.engines.node}`);
}

/** What shows only where the settings are put to use. What is wrong with a model shows in a look of its own. */
async function checkSettings({ config, problem, leftOut }: ReadableConfig): Promise<Finding> {
  if (problem) {
    const { finding, remedy } = asFinding(problem);
    return bad(finding, `${remedy} Everything else was checked without ${leftOut}.`);
  }
  for (const file of [config.metadata.file, config.question.synonyms]) {
    if (file !== '') await readInputFile(file);
  }
  const footnote = await openFootnote(config).catch(unless('model_missing'));
  await footnote?.close();
  return good(config.preset === 'none' ? 'valid' : `valid, with the preset ${config.preset}`);
}

function toldBySettings(error: unknown): Finding {
  if (isFootnoteError(error) && error.code === 'config_invalid') return good('not checked; see the settings');
  throw error;
}

async function checkStoreFile(config: Config): Promise<Finding> {
  if (config.records.kind === 'postgresql') return checkServedRecords(config);
  const file = storeFile(config.store);
  if (!storeExists(config.store)) return checkStorePlace(config.store);
  await requireReadable(file);
  const { problems, damagedSegments, indexes } = await checkStore(file);
  const damagedIndexes = indexes.filter((index) => index.damagedVectors > 0);
  if (problems.length > damagedSegments.length + damagedIndexes.length) {
    const told = problems.slice(0, problemsTold).join(' ');
    throw new FootnoteError('store_corrupt', { path: file, problem: told });
  }
  if (damagedSegments.length > 0) {
    // Whoever may not write a store has its segments rebuilt in memory.
    await giveUpSegments(file, damagedSegments).catch(unless('store_read_only'));
    return bad(
      `${formatCount(damagedSegments.length, 'segment')} of the search index of ${file} cannot be read`,
      'Nothing is lost: the next search of each collection rebuilds its segments, for example: footnote search anything',
    );
  }
  if (damagedIndexes.length > 0) {
    const vectors = damagedIndexes.reduce((sum, index) => sum + index.damagedVectors, 0);
    return bad(
      `${formatCount(vectors, 'vector')} in ${file} cannot be read, so some passages can be found only by their words`,
      'Recompute the vectors of a collection with: footnote reindex',
    );
  }
  await queueDamaged(file);
  const queued = await queuedPaths(file);
  if (queued.length > 0) {
    const named = queued.slice(0, pathsNamed).join(', ');
    const documents = formatCount(queued.length, 'document');
    return bad(
      `damaged passages were found in ${documents}${queued.length > pathsNamed ? `, including ${named}` : `: ${named}`}`,
      'Ingest them again with the command shown at the end of: footnote jobs',
    );
  }
  const chunks = indexes.reduce((sum, index) => sum + index.chunks, 0);
  const size = formatBytes(storeBytes(config.store));
  // A server keeps them, or else some of what it lacks is kept here.
  if (config.engine.kind !== 'embedded') return good(`${file}, ${size}, intact`);
  return good(`${file}, ${formatCount(chunks, 'passage')} in ${size}, intact`);
}

/** Whether the server that keeps the passages answers, and has those of the collection. */
async function checkEngine(config: Config): Promise<Finding> {
  const { collection, engine } = config;
  const footnote = await openFootnote(config).catch(unless('model_missing'));
  if (!footnote) return good(`${engine.kind} was not asked; see the model`);
  try {
    const collections = await footnote.listCollections();
    if (!collections.includes(collection))
      return good(`${engine.kind} was not asked, as there is no collection "${collection}" yet`);
    await footnote.search('ready', { collection });
    return good(`${engine.kind} answers for the collection "${collection}"`);
  } finally {
    await footnote.close();
  }
}

/** Whether records on a server can be read; what is in its tables it watches over itself. */
function checkServedRecords(config: Config): Promise<Finding> {
  return withServedRecords(config, async (records, place) => {
    const collections = await records.listCollections();
    for (const collection of collections) await records.collectionFacts(collection);
    return good(`${place}, ${formatCount(collections.length, 'collection')}`);
  });
}

/** Opens records on a server, does the work with them and closes them, whatever happens. */
async function withServedRecords<Result>(
  { store, records: settings }: Config,
  work: (records: Records, place: string) => Promise<Result>,
): Promise<Result> {
  const { records, place } = await openStore(store, settings);
  try {
    return await work(records, place);
  } finally {
    await records.close();
  }
}

/** Passes over failures of this code. */
function unless(code: ErrorCode): (error: unknown) => undefined {
  return (error) => {
    if (!isFootnoteError(error) || error.code !== code) throw error;
  };
}

/** Throws where no command could read the store, or a collection: `store_newer`, `store_older` and the like. */
async function requireReadable(file: string): Promise<void> {
  await withRecords(file, { readOnly: true }, async (records) => {
    for (const collection of await records.listCollections()) await records.collectionFacts(collection);
  });
}

/** Whether a store can be made where there is none. */
function checkStorePlace(store: string): Finding {
  const place = nearestExisting(resolve(store));
  if (!statSync(place).isDirectory())
    return bad(
      `${place} is a file, so it cannot be the folder of a store`,
      'Choose another store with --store.',
    );
  if (!isWritable(place))
    return bad(
      `no store at ${storeFile(store)} yet, and ${place} cannot be written`,
      'Give this user write permission, or choose another store with --store.',
    );
  return good(`no store at ${storeFile(store)} yet; create it with: footnote ingest PATH`);
}

/** Whether questions can be written down. What was lost is told, but is nothing to mend any more. */
async function checkLog(config: Config): Promise<Finding> {
  const { store, log } = config;
  const file = storeFile(store);
  if (!log.enabled) return good('off, because log.enabled is false');
  if (config.records.kind === 'postgresql') return checkServedLog(config);
  if (!storeExists(store)) return good('nothing has been asked yet');
  if (!isWritable(file))
    return bad(`${file} cannot be written, so questions are not logged`, 'Give this user write permission.');
  const health = await readableLog(file);
  if (!health) return good('cannot be read; see the store');
  const { entries, lost, lastLostAt, withheld } = health;
  if (withheld) {
    const [finding, remedy] = tellWithheld(withheld).split(/ (?=Check the date)/);
    return bad(finding as string, remedy as string);
  }
  const losses = lost === 0 ? '' : `, ${formatNumber(lost)} lost, the last by ${lastLostAt}`;
  return good(`${formatCount(entries, 'question')}${losses}`);
}

function checkServedLog(config: Config): Promise<Finding> {
  return withServedRecords(config, async (records) => {
    const collections = await records.listCollections();
    const pages = await Promise.all(
      collections.map((collection) => records.interactions.readLog(collection, { limit: 1, offset: 0 })),
    );
    const entries = pages.reduce((sum, { matching }) => sum + matching, 0);
    const lost = pages[0]?.lost ?? 0;
    return good(`${formatCount(entries, 'question')}${lost === 0 ? '' : `, ${formatNumber(lost)} lost`}`);
  }).catch((error: unknown) => {
    if (isFootnoteError(error)) return good('cannot be read; see the store');
    throw error;
  });
}

/** Undefined where the store is damaged, which its own look tells. */
function readableLog(file: string): Promise<LogHealth | undefined> {
  return logHealth(file).catch((error: unknown) => {
    if (isFootnoteError(error)) return undefined;
    throw error;
  });
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function checkDisk(config: Config): Promise<Finding> {
  const directory = nearestExisting(resolve(config.store));
  const { bavail, bsize } = await statfs(directory);
  const free = `${formatBytes(bavail * bsize)} free for ${directory}`;
  return bavail * bsize >= enoughDiskBytes
    ? good(free)
    : bad(free, `Free at least ${formatBytes(enoughDiskBytes)}, or choose another store with --store.`);
}

async function checkPort({ server: { host, port } }: Config): Promise<Finding> {
  const problem = await probePort(host, port);
  if (problem === undefined) return good(`${port} on ${host} is free`);
  if (problem === 'EADDRINUSE' && (await isFootnote(host, port)))
    return good(`Footnote is serving on ${host}:${port}`);
  return bad(
    `${port} on ${host} cannot be used (${problem})`,
    problem === 'EADDRINUSE'
      ? 'Stop the program that uses it, or choose another port with --port.'
      : 'Choose others with --port and --host.',
  );
}

async function isFootnote(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${ownAddress(host)}:${port}/healthz`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return response.ok && ((await response.json()) as { status?: unknown }).status === 'live';
  } catch {
    return false;
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

/**
 * Has the next ingest take documents again of which something cannot be read, or whose passages are not what they say,
 * as a question does that finds one.
 */
async function queueDamaged(file: string): Promise<void> {
  const damaged = await withRecords(file, { readOnly: true }, async ({ library, reingestion }) => [
    ...(await reingestion.illegible()),
    ...(await damagedVersions(file, ({ documentId, version }) =>
      library.text(documentId, version).then((stored) => stored?.text, damagedText),
    )),
  ]);
  if (damaged.length > 0) await withRecords(file, {}, ({ reingestion }) => reingestion.queue(damaged));
}

/** Opens the records of a store's file, does the work with them and closes them, whatever happens. */
async function withRecords<Result>(
  file: string,
  options: { readonly readOnly?: boolean },
  work: (records: Records) => Promise<Result>,
): Promise<Result> {
  const records = await sqliteRecords(file, options);
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}
