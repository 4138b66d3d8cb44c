import { type ApiError, asApiError, ask, branchConversation, getConversation, sendFeedback } from '../api.ts';
import { type ConversationState, conversationState, isAnswering } from './conversation-state.ts';
import { type AskedTurn, askedTurn, keptTurns, type Turn, withEvent, withTraces } from './turn.ts';

/** How often it is looked whether an answer that is made elsewhere has come to its end. */
const lookAgainMs = 1500;

/** How long an answer may take. What is unfinished for longer is never going to be: its server was ended. */
const longestAnswerMs = 120_000;

/**
 * A conversation that the page has open. Its answers are followed while they are made, whether or not it is shown; what
 * is kept of it is read from the server.
 */
export class OpenConversation {
  /** The collection that keeps it. */
  readonly home: string;
  readonly #onChange: () => void;
  #state: ConversationState;
  /** Of the answer that this page is having made. */
  #answer: AbortController | undefined;
  /** Of what is kept. */
  #reading: AbortController | undefined;

  /** `id` is that of one that is kept; null begins one with the first question. */
  constructor(home: string, id: string | null, onChange: () => void) {
    this.home = home;
    this.#state = conversationState(id);
    this.#onChange = onChange;
  }

  get state(): ConversationState {
    return this.#state;
  }

  /** Asks the first or the next question. */
  ask(asked: AskedTurn): void {
    const turn = askedTurn(asked);
    this.#change({ turns: [...this.#state.turns, turn], isLoading: false, error: undefined });
    void this.#follow(turn);
  }

  /** Asks the last question once more, in these collections. */
  askAgain(collections: readonly string[]): void {
    const last = this.#state.turns.at(-1);
    if (!last) return;
    const turn = askedTurn({ ...last, collections });
    this.#changeLast(() => turn);
    void this.#follow(turn);
  }

  /**
   * Begins another conversation with what was said before a turn; undefined where that was nothing. Errors:
   * `ApiError`.
   */
  async branchBefore({ messageId }: Turn): Promise<string | undefined> {
    const { conversationId } = this.#state;
    if (conversationId === null || messageId === null) return undefined;
    const { history } = await getConversation(this.home, conversationId, new AbortController().signal);
    const place = history.findIndex((message) => message.messageId === messageId) - 1;
    const question = history[place];
    if (place <= 0 || !question) return undefined;
    return (await branchConversation(this.home, conversationId, question.messageId)).conversationId;
  }

  /** Ends the answer where it is. */
  stop(): void {
    this.#answer?.abort();
    this.#reading?.abort();
    this.#changeLast((turn) => ({ ...turn, state: 'stopped' }));
  }

  /** Says whether an answer helped; saying the same again takes it back. */
  rate({ messageId, helpful: before }: Turn, said: boolean): void {
    if (messageId === null) return;
    const show = (helpful: boolean | null) => {
      const { turns } = this.#state;
      this.#change({
        turns: turns.map((turn) => (turn.messageId === messageId ? { ...turn, helpful } : turn)),
      });
    };
    const helpful = before === said ? null : said;
    show(helpful);
    sendFeedback(this.home, { messageId, helpful }).catch(() => show(before));
  }

  /**
   * Reads it as it is kept, which another window may have gone on with. What is shown stays until that has come; an
   * answer that is made elsewhere is waited for.
   */
  async read(): Promise<void> {
    const { conversationId, turns } = this.#state;
    if (conversationId === null || this.#answer) return;
    if (turns.length === 0) this.#change({ isLoading: true, error: undefined });
    this.#reading?.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const begun = performance.now();
    try {
      for (;;) {
        const kept = await getConversation(this.home, conversationId, signal);
        const waitedMs = Math.max(Date.now() - Date.parse(kept.updatedAt), performance.now() - begun);
        const keptNow = keptTurns(kept, { isAwaited: waitedMs < longestAnswerMs });
        const turns = withTraces(keptNow, this.#state.turns);
        this.#change({ turns, warnings: kept.warnings, isLoading: false, error: undefined });
        if (!isAnswering(this.#state)) return;
        await delay(lookAgainMs, signal);
      }
    } catch (failure) {
      if (signal.aborted) return;
      const error = asApiError(failure);
      const isShown = this.#state.turns.length > 0 && !isGone(error);
      if (!isShown) this.#change({ ...conversationState(isGone(error) ? null : conversationId), error });
    }
  }

  /**
   * It is shown no more. An answer that is kept is made to its end: it is there on the way back; of any other nobody
   * would ever see it.
   */
  leave(): void {
    this.#reading?.abort();
    if (this.#state.conversationId === null) this.#answer?.abort();
  }

  /** Tells what becomes of the answer to a question. */
  async #follow({ question, about, collections, quotesOnly }: Turn): Promise<void> {
    this.#reading?.abort();
    const answer = new AbortController();
    this.#answer = answer;
    const { conversationId } = this.#state;
    try {
      const asked = { question, selectedText: about, conversationId, quotesOnly };
      for await (const event of ask(collections, asked, answer.signal)) {
        if (answer.signal.aborted) return;
        const keptAs = event.type === 'conversation' ? { conversationId: event.conversationId } : {};
        this.#changeLast((turn) => withEvent(turn, event), keptAs);
      }
    } catch (failure) {
      if (answer.signal.aborted) return;
      const error = asApiError(failure);
      const keptAs = isGone(error) ? { conversationId: null } : {};
      this.#changeLast((turn) => ({ ...turn, state: 'failed', error }), keptAs);
    } finally {
      if (this.#answer === answer) this.#answer = undefined;
    }
  }

  /** What happens to an answer happens to the last one. */
  #changeLast(change: (turn: Turn) => Turn, changed: Partial<ConversationState> = {}): void {
    const { turns } = this.#state;
    this.#change({ ...changed, turns: [...turns.slice(0, -1), ...turns.slice(-1).map(change)] });
  }

  #change(changed: Partial<ConversationState>): void {
    this.#state = { ...this.#state, ...changed };
    this.#onChange();
  }
}

/** Whether a conversation was erased elsewhere: it is none any more, and the next question begins another. */
export function isGone({ code }: ApiError): boolean {
  return code === 'conversation_unknown';
}

/** Resolves after that long; rejects when the signal is aborted. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
