/** What a look at some part of the installation came to. */
export interface Finding {
  readonly ok: boolean;
  readonly finding: string;
  /** How to mend it; null where there is nothing to mend. */
  readonly remedy: string | null;
}

/** Nothing is wrong. */
export function good(finding: string): Finding {
  return { ok: true, finding, remedy: null };
}

/** Something is, and this helps. */
export function bad(finding: string, remedy: string): Finding {
  return { ok: false, finding, remedy };
}
