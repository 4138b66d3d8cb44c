import { answerStream } from '../answer/answer.ts';
import type { Principal } from '../contracts/principal.ts';
import type { QuotaUsage, Usage, UsageOptions } from '../contracts/question-log.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { isoTime } from '../values/iso-time.ts';
import { isInForce } from './keys.ts';
import type { StoredCollections } from './stored-collections.ts';

/** The wiring of what administrators see of use and quotas; see `Footnote.usage`. */
export class UsageOfStore {
  readonly #ingest: Config['ingest'];
  readonly #collections: StoredCollections;
  readonly #flush: () => Promise<void>;

  /** @param flush writes what of the log still waits */
  constructor(
    { ingest }: Pick<Config, 'ingest'>,
    collections: StoredCollections,
    flush: () => Promise<void>,
  ) {
    this.#ingest = ingest;
    this.#collections = collections;
    this.#flush = flush;
  }

  async usage(options: UsageOptions = {}): Promise<Usage> {
    const now = new Date().toISOString();
    const [day, month] = [now.slice(0, 10), now.slice(0, 7)];
    const since = options.since === undefined ? `${month}-01T00:00:00.000Z` : isoTime('since', options.since);
    const until = options.until === undefined ? now : isoTime('until', options.until);
    const store = await this.#collections.existingStore();
    const maxKeptBytes = this.#ingest.maxKeptBytes || null;
    if (!store) return { since, until, asked: [], collections: [], maxKeptBytes, quotas: [] };
    await this.#flush();
    const { usage, keys } = store.records;
    // What was asked within this very millisecond counts too.
    const span = {
      since,
      until: options.until === undefined ? new Date(Date.now() + 1).toISOString() : until,
    };
    const [asked, collections, counted, all] = await Promise.all([
      usage.asked(span),
      usage.held(),
      usage.counted([day, month]),
      keys.list(),
    ]);
    const quotas = all
      .filter((key) => isInForce(key))
      .flatMap(({ id, name, quota }): QuotaUsage[] => {
        const used = (period: string) => counted.find((row) => row.keyId === id && row.period === period);
        if (!quota) return [];
        return [
          {
            id,
            name,
            quota,
            questionsToday: used(day)?.questions ?? 0,
            questionsThisMonth: used(month)?.questions ?? 0,
            tokensToday: used(day)?.tokens ?? 0,
            tokensThisMonth: used(month)?.tokens ?? 0,
          },
        ];
      })
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return { since, until, asked, collections, maxKeptBytes, quotas };
  }
}

/**
 * Footnote for whoever has a quota: each question and each search counts, and so do the tokens of its model once it is
 * answered. `meter` is where it is counted. Errors of both calls besides their own: `quota_exceeded`.
 */
export function meteredFootnote(
  footnote: Footnote,
  { id, quota }: Principal,
  meter: Pick<Footnote, 'countQuestion' | 'countTokens'>,
): Footnote {
  if (!quota) return footnote;
  return {
    ...footnote,
    ask: (question, options) =>
      answerStream(async function* () {
        await meter.countQuestion(id, quota);
        for await (const event of footnote.ask(question, options)) {
          if (event.type === 'done') {
            const { promptTokens = 0, completionTokens = 0 } = event.answer.model ?? {};
            const tokens = (promptTokens ?? 0) + (completionTokens ?? 0);
            if (tokens > 0) await meter.countTokens(id, quota, tokens);
          }
          yield event;
        }
      }),
    search: async (question, options) => {
      await meter.countQuestion(id, quota);
      return footnote.search(question, options);
    },
  };
}
