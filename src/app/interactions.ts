import { randomBytes, randomUUID } from 'node:crypto';
import type { AnswerEvent } from '../answer/answer.ts';
import type {
  BranchPoint,
  Conversation,
  ConversationChange,
  ConversationTurn,
  Erased,
  EraseSelection,
  Feedback,
  ListConversationsOptions,
  ListSharesOptions,
  OpenShareOptions,
  Share,
  SharedAnswer,
} from '../contracts/conversation.ts';
import type { ForGroups, InCollection, OfOwner } from '../contracts/engine.ts';
import type { AskedQuestion, ReadLogOptions } from '../contracts/question-log.ts';
import type { InteractionRecords } from '../contracts/records.ts';
import { FootnoteError } from '../errors.ts';
import type { AskOptions, RefusedOptions } from '../footnote.ts';
import { LogQueue } from '../records/asked/log-queue.ts';
import type { Config } from '../settings/config.ts';
import { isoTime } from '../values/iso-time.ts';
import { oneLine } from '../values/one-line.ts';
import { unusable } from '../values/require-arguments.ts';
import { FollowedAnswer } from './followed-answer.ts';
import type { Receipts } from './receipts.ts';
import type { StoredCollections } from './stored-collections.ts';

/** Messages before a question that are read: what it is about may have been named long before the last. */
const historyLength = 40;

/** Messages that a receipt has stretches of to be looked for. */
const textsLookedFor = 64;

const dayMs = 24 * 60 * 60 * 1000;

/** What the records of questions are wired from. */
interface InteractionsContext {
  readonly config: Config;
  readonly collections: StoredCollections;
  readonly receipts: Receipts;
}

/** A question whose answer is to be made and kept. */
interface BegunQuestion {
  /** What was said before it. */
  readonly history: readonly ConversationTurn[];
  /** Passes the events of its answer on, and keeps what there is to keep. Once. */
  follow(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent, void>;
}

/** The wiring of everything that is kept of questions: conversations, log and feedback. */
export class Interactions {
  readonly #config: Config;
  readonly #collections: StoredCollections;
  readonly #receipts: Receipts;
  readonly #log: LogQueue<AskedQuestion>;
  #retention: NodeJS.Timeout | undefined;
  #expiring: Promise<void> | undefined;

  constructor({ config, collections, receipts }: InteractionsContext) {
    this.#config = config;
    this.#receipts = receipts;
    this.#collections = collections;
    this.#log = new LogQueue({ write: (questions, lost) => this.#write(questions, lost) });
  }

  /** Errors: `conversation_unknown`; `request_invalid` where there is a history as well. */
  async begin(
    question: string,
    { collection, records }: { readonly collection: string; readonly records: InteractionRecords },
    options: AskOptions,
  ): Promise<BegunQuestion> {
    const { conversationId: wanted, sessionId = null, clientAddress = null, selectedText = '' } = options;
    const { owner, groups } = options;
    if (wanted !== undefined && options.history !== undefined) {
      throw unusable('history', 'a conversation has its own history; give only one of the two');
    }
    const history = wanted
      ? await records.recentTurns(collection, wanted, historyLength, { owner, groups })
      : options.history?.slice(-historyLength);
    if (wanted && !history)
      throw new FootnoteError('conversation_unknown', { conversation: wanted, collection });
    if (wanted !== undefined) void this.keepRetention();
    const asked = {
      id: randomUUID(),
      collection,
      askedAt: new Date().toISOString(),
      sessionId,
      owner,
      conversationId: wanted === null ? randomUUID() : (wanted ?? null),
      clientAddress,
      question: question.slice(0, this.#config.question.maxLength),
      selectedText,
      otherCollections: (options.collections ?? []).filter((name) => name !== collection),
      keepsWords: this.#config.log.storeQuestions,
    };
    const { enabled } = this.#config.log;
    const answer = new FollowedAnswer(asked, {
      records,
      ...(enabled && { log: (entry: AskedQuestion) => this.#log.add(entry) }),
      ...(this.#config.answer.citationFormat === 'citation' && {
        logMark: (place: number) => `[Citation ${place}]`,
      }),
    });
    return { history: history ?? [], follow: (events) => answer.follow(events, options.signal) };
  }

  /** See `Footnote.listConversations`. */
  async listConversations(options: ListConversationsOptions = {}) {
    const { sessionId, owner, limit = 100 } = options;
    const collection = this.#collections.nameOf(options);
    return (await this.#upToDate(collection)).list(collection, { sessionId, owner, limit });
  }

  /** See `Footnote.getConversation`. */
  async getConversation(conversationId: string, options: InCollection & ForGroups & OfOwner = {}) {
    const collection = this.#collections.nameOf(options);
    const conversation = await (await this.#upToDate(collection)).find(collection, conversationId, options);
    if (!conversation)
      throw new FootnoteError('conversation_unknown', { conversation: conversationId, collection });
    return conversation;
  }

  /** See `Footnote.changeConversation`. */
  async changeConversation(
    conversationId: string,
    change: ConversationChange,
    options: InCollection & OfOwner = {},
  ): Promise<Conversation> {
    const collection = this.#collections.nameOf(options);
    const { title, pinned } = change;
    const said = title === undefined ? undefined : oneLine(title);
    if ((said === undefined && pinned === undefined) || said === '')
      throw unusable('change', 'nothing is changed. Give a title, or whether it is pinned');
    const records = await this.#upToDate(collection);
    const changed = { ...(said !== undefined && { title: said }), ...(pinned !== undefined && { pinned }) };
    if (!(await records.change(collection, conversationId, changed, options)))
      throw new FootnoteError('conversation_unknown', { conversation: conversationId, collection });
    return this.#summary(conversationId, options);
  }

  /** See `Footnote.branchConversation`. */
  async branchConversation(
    conversationId: string,
    { before }: BranchPoint,
    options: InCollection & OfOwner = {},
  ): Promise<Conversation> {
    const collection = this.#collections.nameOf(options);
    const records = await this.#upToDate(collection);
    const branch = { before, as: randomUUID(), at: new Date().toISOString() };
    if ((await records.branch(collection, conversationId, branch, options)) === undefined) {
      await this.getConversation(conversationId, { collection, owner: options.owner });
      throw new FootnoteError('message_unknown', { message: before, collection });
    }
    return this.#summary(branch.as, options);
  }

  /** See `Footnote.shareAnswer`. */
  async shareAnswer(messageId: string, options: InCollection & OfOwner = {}): Promise<Share> {
    const collection = this.#collections.nameOf(options);
    const records = await this.#upToDate(collection);
    const made = { messageId, shareId: randomBytes(24).toString('base64url'), at: new Date().toISOString() };
    const share = await records.share(collection, made, options);
    if (!share) throw new FootnoteError('message_unknown', { message: messageId, collection });
    return share;
  }

  /** See `Footnote.listShares`. */
  async listShares(options: ListSharesOptions = {}) {
    const { sessionId, owner, limit = 100 } = options;
    const collection = this.#collections.nameOf(options);
    return (await this.#upToDate(collection)).shares(collection, { sessionId, owner, limit });
  }

  /** See `Footnote.revokeShare`. */
  async revokeShare(shareId: string, options: InCollection & OfOwner = {}): Promise<void> {
    const collection = this.#collections.nameOf(options);
    const records = await this.#upToDate(collection);
    if (!(await records.revokeShare(collection, shareId, options)))
      throw new FootnoteError('share_unknown', {});
  }

  /** See `Footnote.openShare`. */
  async openShare(shareId: string, options: OpenShareOptions = {}): Promise<SharedAnswer> {
    const store = await this.#collections.existingStore();
    void this.keepRetention();
    const shared = await store?.records.interactions.openShare(shareId, options);
    if (!shared) throw new FootnoteError('share_unknown', {});
    if (shared === 'hidden') throw new FootnoteError('share_forbidden', {});
    return shared;
  }

  async #summary(conversationId: string, options: InCollection & OfOwner): Promise<Conversation> {
    const { history: _, warnings: __, ...conversation } = await this.getConversation(conversationId, options);
    return conversation;
  }

  /** See `Footnote.eraseConversations`. */
  async eraseConversations(selection: EraseSelection, options: InCollection & OfOwner = {}): Promise<Erased> {
    const collection = this.#collections.nameOf(options);
    const { owner } = options;
    const { conversationId, before, questionsOnly = false } = checkSelection(selection);
    const records = await this.#upToDate(collection);
    if (conversationId !== undefined) await this.getConversation(conversationId, { collection, owner });
    const erasure = { collection, conversationId, before, owner };
    if (questionsOnly) {
      const logEntries = await records.eraseLoggedWords(erasure);
      return { conversations: 0, messages: 0, logEntries, receipt: null };
    }
    const { conversations, texts } = await records.selected(erasure, textsLookedFor);
    const erased = await records.erase(erasure);
    const receipt = await this.#receipts.ofConversations({ collection, conversations, texts });
    return { ...erased, receipt };
  }

  /** See `Footnote.recordFeedback`. */
  async recordFeedback(feedback: Feedback, options: InCollection & OfOwner = {}): Promise<void> {
    const collection = this.#collections.nameOf(options);
    const records = await this.#upToDate(collection);
    if (!(await records.keepFeedback(collection, feedback, options)))
      throw new FootnoteError('message_unknown', { message: feedback.messageId, collection });
  }

  /** See `Footnote.noteRefused`. */
  async noteRefused(question: string, options: RefusedOptions = {}): Promise<void> {
    if (!this.#config.log.enabled) return;
    const { sessionId = null, clientAddress = null, selectedText = '' } = options;
    this.#log.add({
      id: randomUUID(),
      collection: this.#collections.nameOf(options),
      askedAt: new Date().toISOString(),
      sessionId,
      owner: options.owner,
      conversationId: null,
      clientAddress,
      question: question.slice(0, this.#config.question.maxLength),
      selectedText,
      keepsWords: this.#config.log.storeQuestions,
      outcome: 'refused',
      complete: false,
      errorCode: 'rate_limited',
      confidence: 0,
      answer: null,
      citations: [],
      cited: [],
      chunkIds: [],
      retrievalMs: null,
      answerMs: null,
      totalMs: 0,
      model: null,
      promptTokens: null,
      completionTokens: null,
    });
  }

  /** See `Footnote.readLog`. */
  async readLog(options: ReadLogOptions = {}) {
    const collection = this.#collections.nameOf(options);
    const records = await this.#upToDate(collection);
    const { since, until } = options;
    const page = await records.readLog(collection, {
      ...options,
      ...(since !== undefined && { since: isoTime('since', since) }),
      ...(until !== undefined && { until: isoTime('until', until) }),
      limit: options.limit ?? 100,
      offset: options.offset ?? 0,
    });
    return { ...page, lost: page.lost + this.#log.lost };
  }

  /** Erases what is older than the settings allow, now and every day from now on. Never rejects. */
  keepRetention(): Promise<void> {
    const { retentionDays } = this.#config.log;
    if (retentionDays === 0) return Promise.resolve();
    const expire = async () => {
      const nowMs = Date.now();
      const before = new Date(nowMs - retentionDays * dayMs).toISOString();
      const store = await this.#collections.existingStore();
      await store?.records.interactions.expire({ before, now: new Date(nowMs).toISOString() });
    };
    // A store that cannot be written now is looked at again tomorrow.
    const tryToExpire = () => (this.#expiring = expire().catch(() => undefined));
    this.#retention ??= setInterval(() => void tryToExpire(), dayMs).unref();
    return (this.#expiring ??= tryToExpire());
  }

  /** Writes what of the log still waits, and goes on. */
  flush(): Promise<void> {
    return this.#log.flush();
  }

  /** Writes what of the log still waits. */
  async close(): Promise<void> {
    clearInterval(this.#retention);
    await this.#log.close();
    await this.#expiring;
  }

  async #write(questions: readonly AskedQuestion[], lost: number): Promise<void> {
    await this.keepRetention();
    const { records } = await this.#collections.store();
    await records.interactions.log(questions, lost);
  }

  /** The records with all that was asked of this process until now. Errors: `collection_unknown`. */
  async #upToDate(collection: string): Promise<InteractionRecords> {
    const { interactions } = await this.#collections.recordsOf(collection);
    await this.keepRetention();
    await this.#log.flush();
    return interactions;
  }
}

/** The selection with its moment in UTC. Errors: `request_invalid`. */
function checkSelection(selection: EraseSelection): EraseSelection {
  const { conversationId, before, questionsOnly } = selection;
  if (conversationId === undefined && before === undefined && !questionsOnly) {
    throw unusable('selection', 'nothing is selected. Give a conversation, or a date before which to erase');
  }
  return before === undefined ? selection : { ...selection, before: isoTime('before', before) };
}
