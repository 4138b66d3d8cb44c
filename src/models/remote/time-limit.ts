/** Runs `run` with a signal that goes off after a time, unless it is over before: see {@link TimeLimit}. */
export async function withinTime<T>(
  what: string,
  ms: number,
  run: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new TimeLimit(what, ms);
  try {
    return await run(limit.signal);
  } finally {
    limit.callOff();
  }
}

/** A signal that goes off after a time unless it is called off before. */
export class TimeLimit {
  /** Its reason is an `Error` that says in words how long was waited for what. */
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  constructor(what: string, ms: number) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setTimeout(() => controller.abort(new Error(`no ${what} within ${ms} ms`)), ms);
  }

  /** From here on it does not go off. */
  callOff(): void {
    clearTimeout(this.#timer);
  }
}
