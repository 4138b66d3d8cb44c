import { auditedFootnote } from '../app/audited-footnote.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';

/** Footnote as whoever works on this machine uses it: what they change and remove is noted in the audit log. */
export function asLocal<Part extends Partial<Footnote> & Pick<Footnote, 'recordAct'>>(
  footnote: Part,
  { collection }: Config,
): Part {
  return auditedFootnote(footnote, { actor: 'local', clientAddress: null, collection, asks: false });
}
