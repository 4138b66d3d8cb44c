import { servedMessages, table } from './error-table.ts';

export type ErrorCode = keyof typeof table;

/** The table behind {@link FootnoteError}, for the documentation and its test. */
export const errorTable: Readonly<
  Record<ErrorCode, { status: number; retryable: boolean; message: string }>
> = table;

const marker = Symbol.for('footnote-rag.error');

/** The placeholder names in a message of the table, for example `path` in `'{path} is empty'`. */
type Placeholders<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** What a code's message needs to be filled in, plus anything else that belongs in `details`. */
export type ErrorDetails<Code extends ErrorCode> = Readonly<
  Record<Placeholders<(typeof table)[Code]['message']>, string | number>
> &
  Readonly<Record<string, unknown>>;

/**
 * A failure with a stable `code`, a message that names the offender, the limit and the remedy, and plain
 * `details`. Recognise it with {@link isFootnoteError}, which also works across two copies of the package.
 */
export class FootnoteError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'FootnoteError';
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly [marker] = true;

  /** @param options `served`: whether it is told by a server, to whoever can type no command. Default: false. */
  constructor(
    code: Code,
    details: ErrorDetails<Code>,
    { served = false, ...options }: { readonly cause?: unknown; readonly served?: boolean } = {},
  ) {
    super(fill((served ? servedMessages[code] : undefined) ?? table[code].message, details), options);
    this.code = code;
    this.details = details;
  }

  /** The message without the remedy, where `details.remedy` is one. */
  get finding(): string {
    return fill(table[this.code].message.replace(' {remedy}.', ''), this.details);
  }

  /** HTTP status that the server answers with. */
  get status(): number {
    return table[this.code].status;
  }

  /** Whether the same call can succeed later without a change. */
  get retryable(): boolean {
    return table[this.code].retryable;
  }
}

/** The error of a setting that cannot be used; `problem` begins with its dotted name and a colon, if it is of one. */
export function settingInvalid(problem: string, options?: ErrorOptions): FootnoteError<'config_invalid'> {
  return new FootnoteError('config_invalid', { source: 'The settings', problem }, options);
}

/** Whether `error` is a {@link FootnoteError}, from this copy of the package or another. */
export function isFootnoteError(error: unknown): error is FootnoteError {
  return typeof error === 'object' && error !== null && marker in error;
}

/** A failure of any kind as one of this project's: what nobody foresaw is `internal`. */
export function asFootnoteError(error: unknown): FootnoteError {
  return isFootnoteError(error) ? error : new FootnoteError('internal', {}, { cause: error });
}

/** Whether `error` says that work was stopped before it was done. */
export function isAborted(error: unknown): boolean {
  return isFootnoteError(error) && error.code === 'aborted';
}

/** What a failure of any kind says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Rejects with `aborted` where the signal says so; called between the steps of long work. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new FootnoteError('aborted', {}, { cause: signal.reason });
}

/** Waits for what others wait for too, for as long as this call is wanted. Errors: those of `shared`, `aborted`. */
export async function unlessAborted<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  throwIfAborted(signal);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new FootnoteError('aborted', {}, { cause: signal?.reason }));
  signal?.addEventListener('abort', abort, { once: true });
  return Promise.race([shared, aborted]).finally(() => signal?.removeEventListener('abort', abort));
}

/** Aborted by either of them. */
export function eitherSignal(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, other]) : other;
}

/** What ends a sentence of the message and has a full stop already, as reasons of others may, gets no second one. */
function fill(message: string, details: Readonly<Record<string, unknown>>): string {
  return message.replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const text = String(details[name]);
    return text.endsWith(stop) ? text : text + stop;
  });
}
