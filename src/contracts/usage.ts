import type { ApiKey, Quota } from './principal.ts';

/** Of which time to sum up what was asked; the store is shown as it is now. */
export interface UsageOptions {
  /** ISO 8601, itself included. Default: the beginning of this month in UTC. */
  readonly since?: string;
  /** ISO 8601, itself not included. Default: until now. */
  readonly until?: string;
}

/** What somebody asked in a collection. */
export interface AskedUsage {
  /** Id of a key or user; null: nobody in particular. */
  readonly owner: string | null;
  readonly collection: string;
  readonly questions: number;
  /** Those of them that got no answer. */
  readonly unanswered: number;
  /** What a language model read and wrote; 0 where none was used, or it did not tell. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What a collection holds. */
export interface HeldUsage {
  readonly collection: string;
  readonly documents: number;
  /** Of the files that the documents were read from. */
  readonly bytes: number;
  /** Of these, what is kept in the records, since it was put in. */
  readonly keptBytes: number;
  readonly passages: number;
}

/** How much of its quota a key has used in the periods that run now. */
export interface QuotaUsage extends Pick<ApiKey, 'id' | 'name'> {
  readonly quota: Quota;
  readonly questionsToday: number;
  readonly questionsThisMonth: number;
  readonly tokensToday: number;
  readonly tokensThisMonth: number;
}

/** Who asked how much where, what is held, and what quotas are used up to. */
export interface Usage {
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  /** From the log of questions, most questions first; none where it is off. What was erased is not counted. */
  readonly asked: readonly AskedUsage[];
  /** By name. */
  readonly collections: readonly HeldUsage[];
  /** Of the keys in force that have one, by name. */
  readonly quotas: readonly QuotaUsage[];
}

/** What the records count. */
export interface UsageRecords {
  /** Most questions first. */
  asked(span: { readonly since: string; readonly until: string }): Promise<readonly AskedUsage[]>;

  /** By name. */
  held(): Promise<readonly HeldUsage[]>;

  /** What was counted of keys in periods: `2026-11-29`, `2026-11`. */
  counted(periods: readonly string[]): Promise<
    readonly {
      readonly keyId: string;
      readonly period: string;
      readonly questions: number;
      readonly tokens: number;
    }[]
  >;
}
