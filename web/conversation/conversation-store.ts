import type { ConversationState } from './conversation-state.ts';
import { OpenConversation } from './open-conversation.ts';
import type { AskedTurn, ShownCitation } from './turn.ts';

/** What an address says of a conversation. */
export interface ConversationAddress {
  /** The question that begins it; an empty one begins none. The first collection is that which keeps it. */
  readonly asked: AskedTurn;
  /** Id of one that is kept, where no question begins one. */
  readonly conversationId: string | undefined;
}

/** Conversations that were left which are still there as they were, with how their answers came about. */
const mostLeft = 20;

/** The conversation that the page shows, and those that were left: their answers are made to the end. */
export class ConversationStore {
  readonly #listeners = new Set<() => void>();
  #shown = this.#open('', null);
  #left: readonly OpenConversation[] = [];
  /** The footnote that was opened last: two can have the same place. */
  opened: ShownCitation | undefined;

  get shown(): OpenConversation {
    return this.#shown;
  }

  /** What is shown: the same object as long as nothing happens to it. */
  readonly state = (): ConversationState => this.#shown.state;

  /** Calls after whatever happens to a conversation. Returns what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows what an address names. What is there already is not asked again; what is kept of it is read once more. */
  show(address: ConversationAddress): void {
    const before = this.#shown;
    const isBegun = beginsWith(before, address);
    const there = isBegun ? before : [before, ...this.#left].find((one) => isKeptAs(one, address));
    if (there !== before) before.leave();
    this.#left = [before, ...this.#left]
      .filter((one) => one !== there && one.state.conversationId !== null)
      .slice(0, mostLeft);
    const { asked, conversationId = null } = address;
    const isAsked = there === undefined && asked.question !== '';
    this.#shown = there ?? this.#open(asked.collections[0] ?? '', isAsked ? null : conversationId);
    this.#tell();
    if (isAsked) this.#shown.ask(asked);
    else void this.#shown.read();
  }

  #open(home: string, conversationId: string | null): OpenConversation {
    return new OpenConversation(home, conversationId, () => this.#tell());
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function beginsWith({ home, state }: OpenConversation, { asked }: ConversationAddress): boolean {
  const [first] = state.turns;
  return home === asked.collections[0] && first?.question === asked.question && first.about === asked.about;
}

function isKeptAs(
  { home, state }: OpenConversation,
  { asked, conversationId }: ConversationAddress,
): boolean {
  return (
    home === asked.collections[0] && asked.question === '' && state.conversationId === (conversationId ?? '')
  );
}
