import { answerStream } from '../answer/answer.ts';
import type { AddedDocument } from '../contracts/document.ts';
import { keyIdOf } from '../contracts/principal.ts';
import type {
  Act,
  AuditedAction,
  AuditPage,
  AuditRecords,
  ReadAuditOptions,
  TimedAct,
} from '../contracts/question-log.ts';
import { isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import { LogQueue } from '../records/asked/log-queue.ts';
import type { Config } from '../settings/config.ts';
import { isoTime } from '../values/iso-time.ts';
import { homeCollection } from './scoped-footnote.ts';
import type { StoredCollections } from './stored-collections.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Longest target that is kept: a folder's paths can be as many as a command line takes. */
const maxTargetLength = 1000;

/** What only asks changes nothing, and does not wait for its entry. */
const unhurried: ReadonlySet<Act['action']> = new Set<Act['action']>(['ask', 'search', 'refused']);

/** The wiring of the audit log; see the methods of `Footnote` of the same names. */
export class Audit {
  readonly #settings: Config['audit'];
  readonly #collections: StoredCollections;
  readonly #log: LogQueue<TimedAct>;
  #expiredAtMs = -Infinity;

  constructor({ config, collections }: { config: Config; collections: StoredCollections }) {
    this.#settings = config.audit;
    this.#collections = collections;
    this.#log = new LogQueue({ write: (acts, lost) => this.#write(acts, lost) });
  }

  async recordAct(act: Act): Promise<void> {
    if (!this.#settings.enabled) return;
    const target = act.target?.slice(0, maxTargetLength) ?? null;
    const clientAddress = this.#settings.addresses === 'none' ? null : act.clientAddress;
    this.#log.add({ ...act, target, clientAddress, at: new Date().toISOString() });
    if (!unhurried.has(act.action)) await this.#log.flush();
  }

  async readAudit(options: ReadAuditOptions = {}): Promise<AuditPage> {
    const { since, until, limit = 100, offset = 0 } = options;
    await this.#log.flush();
    const store = await this.#collections.existingStore();
    if (!store) return { entries: [], matching: 0 };
    return store.records.audit.read({
      ...options,
      ...(since !== undefined && { since: isoTime('since', since) }),
      ...(until !== undefined && { until: isoTime('until', until) }),
      limit,
      offset,
    });
  }

  /** Writes what still waits. */
  async close(): Promise<void> {
    await this.#log.close();
  }

  async #write(acts: readonly TimedAct[], lost: number): Promise<void> {
    // Where there is no store yet, there is nothing that anything was done to.
    const store = await this.#collections.existingStore();
    if (!store) return;
    const { audit } = store.records;
    await audit.add(acts, lost, { hashed: this.#settings.addresses === 'hash' });
    await this.#expire(audit);
  }

  /** Once a day at most. What cannot be removed now is looked at again tomorrow. */
  async #expire(audit: AuditRecords): Promise<void> {
    const { retentionDays } = this.#settings;
    if (retentionDays === 0 || performance.now() - this.#expiredAtMs < dayMs) return;
    this.#expiredAtMs = performance.now();
    const now = Date.now();
    const expiry = { before: iso(now - retentionDays * dayMs), now: iso(now) };
    await audit.expire(expiry).catch(() => 0);
  }
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Who works with Footnote, and what they work with. */
interface Actor extends Pick<Act, 'actor' | 'clientAddress'> {
  /** The collection that is meant where none is named. */
  readonly collection: string;
  /** Whether what only asks is noted too. Default true. */
  readonly asks?: boolean;
  /** Where it is noted. Default: the one that is worked with. */
  readonly log?: Pick<Footnote, 'recordAct'>;
}

type Call = (...args: never[]) => unknown;

/** How a call is noted. */
interface Noted<Method extends Call> {
  readonly action: AuditedAction;
  /** What it was done to. Default: null. */
  readonly target?: (args: Parameters<Method>, result: Awaited<ReturnType<Method>> | undefined) => string;
  /** Whether the call does anything. Default: it does. */
  readonly when?: (args: Parameters<Method>) => boolean;
  /** Whether it is about one collection. Default true. */
  readonly inCollection?: false;
}

/** Every call: how it is noted; null where it only reads, or says of itself what is to be noted. */
const noted: { readonly [Name in keyof Footnote]: Noted<Footnote[Name]> | null } = {
  ask: { action: 'ask', target: ([, options]) => options?.conversationId ?? '' },
  search: { action: 'search' },
  ingest: {
    action: 'document.add',
    target: ([paths]) => paths.join(', '),
    when: ([, options]) => options?.dryRun !== true,
  },
  add: { action: 'document.add', target: ([documents]) => namesOf(documents) },
  watch: { action: 'document.add', target: ([paths]) => paths.join(', ') },
  watchFolder: { action: 'folder.watch', target: ([path]) => path },
  changeWatchedFolder: {
    action: 'folder.watch',
    target: ([folderId, { isActive }]) => `${isActive ? 'start' : 'stop'} ${folderId}`,
  },
  removeWatchedFolder: { action: 'folder.unwatch', target: ([folderId]) => folderId },
  editDocument: { action: 'document.change', target: ([idOrPath]) => idOrPath },
  removeDocument: {
    action: 'document.remove',
    target: ([idOrPath], removed) => removed?.documentId ?? idOrPath,
  },
  reindex: { action: 'collection.change', target: () => 'reindex' },
  createCollection: {
    action: 'collection.change',
    target: ([name]) => `create ${name}`,
    inCollection: false,
  },
  renameCollection: {
    action: 'collection.change',
    target: ([from, to]) => `rename ${from} to ${to}`,
    inCollection: false,
  },
  deleteCollection: {
    action: 'collection.change',
    target: ([name]) => `delete ${name}`,
    inCollection: false,
  },
  saveCalibration: { action: 'collection.change', target: () => 'calibration' },
  cancelJob: { action: 'job.cancel', target: ([id]) => id },
  changeConversation: { action: 'conversation.change', target: ([id]) => id },
  branchConversation: { action: 'conversation.change', target: ([id]) => `branch ${id}` },
  shareAnswer: { action: 'answer.share', target: ([messageId]) => messageId },
  revokeShare: { action: 'answer.unshare' },
  eraseConversations: {
    action: 'conversation.erase',
    target: ([{ conversationId, before }]) =>
      conversationId ?? (before === undefined ? '' : `before ${before}`),
  },
  backup: { action: 'store.copy', inCollection: false },
  createKey: { action: 'key.create', target: (_, created) => created?.id ?? '', inCollection: false },
  revokeKey: { action: 'key.revoke', target: ([id]) => keyIdOf(id), inCollection: false },
  listKeys: null,
  checkKey: null,
  embed: null,
  rerank: null,
  noteRefused: null,
  countQuestion: null,
  countTokens: null,
  beginSession: null,
  checkSession: null,
  endSession: null,
  missing: null,
  resume: null,
  getJob: null,
  listJobs: null,
  indexReport: null,
  listQueued: null,
  listDocuments: null,
  findDocuments: null,
  getDocument: null,
  getDocumentText: null,
  getDocumentPlaces: null,
  getOriginal: null,
  getPicture: null,
  manifest: null,
  getDocumentPassages: null,
  verifyReceipt: null,
  listCollections: null,
  calibration: null,
  listConversations: null,
  getConversation: null,
  listShares: null,
  openShare: null,
  recordFeedback: null,
  readLog: null,
  recordAct: null,
  readAudit: null,
  usage: null,
  listWatchedFolders: null,
  followFolders: null,
  warmUp: null,
  close: null,
};

const asking: ReadonlySet<AuditedAction> = new Set<AuditedAction>(['ask', 'search']);

/**
 * Footnote, or a part of it, that notes in its audit log what `actor` asks, changes and removes, and how that ended.
 * What changes something resolves once its entry is written. Words of questions are never noted.
 */
export function auditedFootnote<Part extends Partial<Footnote> & Pick<Footnote, 'recordAct'>>(
  footnote: Part,
  { actor, clientAddress, collection: configured, asks = true, log = footnote }: Actor,
): Part {
  const note = async (
    how: Noted<Call>,
    args: readonly unknown[],
    outcome: Act['outcome'],
    result?: unknown,
  ) => {
    const { action, target, inCollection = true, when } = how;
    if (when?.(args as never) === false) return;
    const options = args.find((arg): arg is object => isOptions(arg)) ?? {};
    await log.recordAct({
      actor,
      action,
      collection: inCollection ? homeCollection(options, configured) : null,
      target: target?.(args as never, result) || null,
      clientAddress,
      outcome,
    });
  };

  async function* followed<Event>(
    how: Noted<Call>,
    args: readonly unknown[],
    events: () => AsyncIterable<Event>,
  ) {
    let outcome: Act['outcome'] = 'aborted';
    try {
      for await (const event of events()) {
        // Whoever has all of it asks for nothing more.
        if (isLast(event)) outcome = 'ok';
        yield event;
      }
      outcome = 'ok';
    } catch (error) {
      outcome = codeOf(error);
      throw error;
    } finally {
      await note(how, args, outcome);
    }
  }
  const whole = async (how: Noted<Call>, args: readonly unknown[], call: () => Promise<unknown>) => {
    let result: unknown;
    try {
      result = await call();
    } catch (error) {
      await note(how, args, codeOf(error));
      throw error;
    }
    await note(how, args, 'ok', result);
    return result;
  };

  const calls: Record<string, unknown> = { ...footnote };
  for (const [name, entry] of Object.entries(noted)) {
    const method = footnote[name as keyof Part] as ((...args: unknown[]) => unknown) | undefined;
    if (!entry || !method || (!asks && asking.has(entry.action))) continue;
    const how = entry as unknown as Noted<Call>;
    const call = (args: unknown[]) => Reflect.apply(method, footnote, args);
    calls[name] =
      {
        ask: (...args: unknown[]) =>
          answerStream(() => followed(how, args, () => call(args) as ReturnType<Footnote['ask']>)),
        watch: (...args: unknown[]) => followed(how, args, () => call(args) as ReturnType<Footnote['watch']>),
      }[name] ?? ((...args: unknown[]) => whole(how, args, () => call(args) as Promise<unknown>));
  }
  return calls as Part;
}

/** Of documents that come one by one, it is not known which there will be. */
function namesOf(documents: Parameters<Footnote['add']>[0]): string {
  const listed = 'name' in documents ? [documents] : Array.isArray(documents) ? documents : [];
  return listed.map(({ name }: AddedDocument) => name).join(', ');
}

function codeOf(error: unknown): Act['outcome'] {
  return isFootnoteError(error) ? error.code : 'internal';
}

function isLast(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'done';
}

/** Options of a call are the only objects among its arguments that name a collection. */
function isOptions(arg: unknown): boolean {
  return typeof arg === 'object' && arg !== null && ('collection' in arg || 'collections' in arg);
}
