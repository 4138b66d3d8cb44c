import type { Transaction } from 'kysely';
import type { Quota } from '../contracts/principal.ts';
import { FootnoteError } from '../errors.ts';
import type { RecordTables } from './schema.ts';

type Tx = Transaction<RecordTables>;

/** A stretch of time, in UTC, that a quota is for. */
interface Period {
  /** `2026-11-29`, or `2026-11`. */
  readonly name: string;
  readonly word: 'day' | 'month';
  /** When the next one begins, in milliseconds. */
  readonly renewsAtMs: number;
  readonly questions: number | undefined;
  readonly tokens: number | undefined;
}

function periodsOf(quota: Quota, now: Date): readonly Period[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const iso = now.toISOString();
  const { questionsPerDay, questionsPerMonth, tokensPerDay, tokensPerMonth } = quota;
  const periods: readonly Period[] = [
    {
      name: iso.slice(0, 10),
      word: 'day',
      renewsAtMs: Date.UTC(year, month, day + 1),
      questions: questionsPerDay,
      tokens: tokensPerDay,
    },
    {
      name: iso.slice(0, 7),
      word: 'month',
      renewsAtMs: Date.UTC(year, month + 1, 1),
      questions: questionsPerMonth,
      tokens: tokensPerMonth,
    },
  ];
  return periods.filter(({ questions, tokens }) => questions !== undefined || tokens !== undefined);
}

/**
 * Counts one question of a key in each period of its quota. Where one is used up nothing is counted: the transaction
 * has to be given up. Each row is read and counted in one statement, so that processes that count at once count both.
 * Errors: `quota_exceeded`.
 */
export async function countQuestion(tx: Tx, keyId: string, quota: Quota, now: Date): Promise<void> {
  for (const period of periodsOf(quota, now)) {
    const { name, questions = Infinity, tokens = Infinity } = period;
    const used = await tx
      .insertInto('key_usage')
      .values({ key_id: keyId, period: name, questions: 1, tokens: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['key_id', 'period'])
          .doUpdateSet((where) => ({ questions: where('key_usage.questions', '+', 1) })),
      )
      .returning(['questions', 'tokens'])
      .executeTakeFirstOrThrow();
    if (used.questions > questions) throw exceeded(period, questions, 'questions', now);
    if (used.tokens >= tokens) throw exceeded(period, tokens, 'tokens', now);
  }
}

/** Counts what a model has read and written for a key. */
export async function countTokens(
  tx: Tx,
  { keyId, quota, tokens, now }: { keyId: string; quota: Quota; tokens: number; now: Date },
): Promise<void> {
  for (const { name } of periodsOf(quota, now)) {
    await tx
      .updateTable('key_usage')
      .set((where) => ({ tokens: where('tokens', '+', tokens) }))
      .where('key_id', '=', keyId)
      .where('period', '=', name)
      .execute();
  }
}

function exceeded({ word, renewsAtMs }: Period, limit: number, what: string, now: Date): FootnoteError {
  const seconds = Math.max(1, Math.ceil((renewsAtMs - now.getTime()) / 1000));
  const renewsAt = new Date(renewsAtMs).toISOString();
  return new FootnoteError('quota_exceeded', { limit, what, period: word, renewsAt, seconds });
}
