import { useSyncExternalStore } from 'react';
import { sendFeedback } from '../api.ts';
import type { OpenSource } from '../route.ts';
import { isOpen, quotedSpan } from '../source/quoted-span.ts';
import { useDocumentEvent } from '../use-document-event.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { ShownCitation, Turn } from './turn.ts';

/** A footnote, and the answer that it is of. */
interface Footnote {
  readonly turn: Turn;
  readonly citation: ShownCitation;
}

/** Opens the place of a footnote beside the page. `home` keeps the conversation. */
export function openFootnote(
  conversations: ConversationStore,
  home: string,
  { turn: { messageId }, citation }: Footnote,
  onOpenSource: (source: OpenSource) => void,
): void {
  const { number, collection, documentId, quote } = citation;
  conversations.opened = citation;
  onOpenSource({ collection, documentId, span: quotedSpan(citation, quote ?? '') });
  // What is opened is counted for whoever looks after the documents; a reader misses nothing without it.
  if (messageId) sendFeedback(home, { messageId, openedCitation: number }).catch(() => undefined);
}

/** Where an arrow key has a meaning of its own: in a field, and in what is moved sideways. */
const ownArrows = 'input, textarea, select, [role="group"]';

const steps: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The footnote that is opened among all of its conversation. */
export interface OpenedFootnote {
  /** Undefined where what is opened is none. */
  readonly citation: ShownCitation | undefined;
  /** 1-based; 0 where it is none. */
  readonly place: number;
  readonly total: number;
  /** Opens the one that stands so many behind it, also by the arrow keys. */
  readonly step: (by: number) => void;
}

/** Follows which footnote is opened, and goes to the ones beside it, through all answers of the conversation. */
export function useOpenedFootnote(
  conversations: ConversationStore,
  home: string,
  source: OpenSource,
  onOpenSource: (source: OpenSource) => void,
): OpenedFootnote {
  const { turns } = useSyncExternalStore(conversations.subscribe, conversations.state);
  const footnotes = turns
    .flatMap((turn) => turn.citations.map((citation) => ({ turn, citation })))
    .filter(({ citation }) => citation.quote !== null);
  const opened = footnotes.filter(({ citation }) => isOpen(source, citation));
  // Of two with the same place, the one that was opened last.
  const from = opened.find(({ citation }) => citation === conversations.opened) ?? opened[0];
  const index = from ? footnotes.indexOf(from) : -1;
  const step = (by: number): boolean => {
    const next = from && footnotes[index + by];
    if (next) openFootnote(conversations, home, next, onOpenSource);
    return next !== undefined;
  };
  useDocumentEvent('keydown', (event) => {
    const by = steps[event.key];
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const isTaken = event.target instanceof Element && event.target.closest(ownArrows) !== null;
    if (by !== undefined && !isModified && !isTaken && step(by)) event.preventDefault();
  });
  return {
    citation: from?.citation,
    place: index + 1,
    total: footnotes.length,
    step: (by) => void step(by),
  };
}
