import type { Act, AuditPage, AuditRecords, ReadAuditOptions, TimedAct } from '../contracts/audit.ts';
import { LogQueue } from '../records/asked/log-queue.ts';
import type { Config } from '../settings/config.ts';
import { isoTime } from '../values/iso-time.ts';
import type { StoredCollections } from './stored-collections.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Longest target that is kept: a folder's paths can be as many as a command line takes. */
const maxTargetLength = 1000;

/** What only asks changes nothing, and does not wait for its entry. */
const asking: ReadonlySet<Act['action']> = new Set<Act['action']>(['ask', 'search', 'refused']);

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
    if (!asking.has(act.action)) await this.#log.flush();
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
