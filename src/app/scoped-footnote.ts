import { answerStream } from '../answer/answer.ts';
import { type DocumentChange, groupsField } from '../contracts/document.ts';
import type { ForGroups, OfOwner } from '../contracts/engine.ts';
import { mayAct, type Principal, type Role } from '../contracts/principal.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { AddOptions, AskOptions, Footnote, QueryOptions } from '../footnote.ts';

/** What is known of the store that is scoped. */
export interface ScopeContext {
  /** The collection that is meant where none is named. */
  readonly collection: string;
  /** The store as messages name it. */
  readonly store: string;
}

/** Which collections a call is about. */
type Place = Pick<QueryOptions, 'collection' | 'collections'>;

/**
 * Footnote as a principal may use it: each method needs a role, and only the principal's collections are there. What it
 * may not see is told like what does not exist, by the same errors. Without a principal nothing is allowed. Errors of
 * every method besides its own: `credentials_missing` without a principal, `access_denied` where its role is too low;
 * `collection_unknown` for collections that are not the principal's. `close` does nothing: the store stays its owner's.
 */
export function scopedFootnote(
  footnote: Footnote,
  principal: Principal | undefined,
  { collection: configured, store }: ScopeContext,
): Footnote {
  const require = (needed: Role): Principal => {
    if (!principal) throw new FootnoteError('credentials_missing', {});
    const { role } = principal;
    if (!mayAct(role, needed)) throw new FootnoteError('access_denied', { needed, role });
    return principal;
  };
  const visibleCollections = async (by: Principal) =>
    (await footnote.listCollections()).filter((name) => sees(by, name));

  /** The same whether a collection is another's or nobody's. */
  const unknown = async (by: Principal, collection: string) => {
    const known = (await visibleCollections(by)).join(', ') || 'none';
    return new FootnoteError('collection_unknown', { collection, store, known });
  };
  const requirePlace = async (by: Principal, options: Place | undefined) => {
    if (by.collections === 'all') return;
    const asked = [homeCollection(options ?? {}, configured), ...(options?.collections ?? [])];
    const foreign = asked.find((name) => !sees(by, name));
    if (foreign !== undefined) throw await unknown(by, foreign);
  };
  /** Failures name collections only to those who may see them. */
  const asSeen = async (by: Principal, error: unknown) => {
    if (by.collections === 'all' || !isFootnoteError(error) || error.code !== 'collection_unknown')
      return error;
    return unknown(by, String(error.details['collection']));
  };

  /** A call about collections. */
  const within = async <Result>(
    needed: Role,
    options: Place | undefined,
    call: (by: Principal) => Promise<Result>,
  ): Promise<Result> => {
    const by = require(needed);
    await requirePlace(by, options);
    try {
      return await call(by);
    } catch (error) {
      throw await asSeen(by, error);
    }
  };
  /** The same for what is iterated. */
  async function* streamWithin<Event>(
    needed: Role,
    options: Place | undefined,
    call: (by: Principal) => AsyncIterable<Event>,
  ): AsyncGenerator<Event, void> {
    const by = require(needed);
    await requirePlace(by, options);
    try {
      yield* call(by);
    } catch (error) {
      throw await asSeen(by, error);
    }
  }
  /**
   * Documents on their way in, none of which takes the place of one that is not there for the principal. Errors:
   * `name_unavailable`.
   */
  async function* replacing(
    by: Principal,
    documents: Parameters<Footnote['add']>[0],
    options: AddOptions | undefined,
  ) {
    const where = options?.collection === undefined ? {} : { collection: options.collection };
    const isThere = async (name: string, groups: ForGroups) => {
      try {
        await footnote.getDocument(name, { ...where, ...groups });
        return true;
      } catch (error) {
        if (isFootnoteError(error) && notThere.has(error.code)) return false;
        // Files of several folders may have that path.
        if (isFootnoteError(error) && error.code === 'request_invalid') return true;
        throw error;
      }
    };
    const given = Symbol.iterator in documents || Symbol.asyncIterator in documents ? documents : [documents];
    for await (const document of given) {
      const { name } = document;
      if ((await isThere(name, {})) && !(await isThere(name, groupsOf(by, undefined))))
        throw new FootnoteError('name_unavailable', { name });
      yield document;
    }
  }
  /** A call about the store as a whole. */
  const whole = async <Result>(needed: Role, call: (by: Principal) => Promise<Result>): Promise<Result> =>
    call(require(needed));

  return {
    // Paths are those of the machine that the store is on: whoever names them reads its disk.
    ingest: (paths, options) => within('admin', options, () => footnote.ingest(paths, options)),
    watch: (paths, options) => streamWithin('admin', options, () => footnote.watch(paths, options)),
    watchFolder: (path, options) => within('admin', options, () => footnote.watchFolder(path, options)),
    listWatchedFolders: (options) => within('admin', options, () => footnote.listWatchedFolders(options)),
    changeWatchedFolder: (folderId, change, options) =>
      within('admin', options, () => footnote.changeWatchedFolder(folderId, change, options)),
    removeWatchedFolder: (folderId, options) =>
      within('admin', options, () => footnote.removeWatchedFolder(folderId, options)),
    followFolders: (options) => whole('admin', () => footnote.followFolders(options)),
    reindex: (options) => within('admin', options, () => footnote.reindex(options)),

    add: (documents, options) =>
      within('write', options, (by) =>
        footnote.add(by.groups === 'all' ? documents : replacing(by, documents, options), {
          ...options,
          owner: by.id,
        }),
      ),
    missing: (contents, options) =>
      within('write', options, async (by) => {
        const missing = await footnote.missing(contents, options);
        if (by.groups === 'all') return missing;
        const seen = await footnote.listDocuments({ ...options, groups: by.groups });
        const paths = new Set(seen.flatMap((document) => document.paths));
        // What others keep under a name is not there.
        const isMissing = new Set(missing.map(({ name }) => name));
        return contents.filter(({ name }) => isMissing.has(name) || !paths.has(name));
      }),
    resume: () => whole('admin', () => footnote.resume()),

    getJob: (id, options) =>
      within('write', options, (by) => footnote.getJob(id, { ...options, ...ownJobs(by) })),
    listJobs: (options) =>
      within('write', options, (by) => footnote.listJobs({ ...options, ...ownJobs(by) })),
    indexReport: (jobId, options) =>
      within('write', options, (by) => footnote.indexReport(jobId, { ...options, ...ownJobs(by) })),
    listQueued: (options) =>
      within('write', options, (by) => footnote.listQueued({ ...options, ...groupsOf(by, options) })),
    cancelJob: (id, options) =>
      within('write', options, (by) => footnote.cancelJob(id, { ...options, ...ownJobs(by) })),

    ask: (question, options) =>
      answerStream(() =>
        streamWithin('read', options, (by) =>
          footnote.ask(question, { ...options, ...groupsOf(by, options), ...asker(by, options) }),
        ),
      ),
    search: (question, options) =>
      within('read', options, (by) => footnote.search(question, { ...options, ...groupsOf(by, options) })),
    rerank: (question, passages, options) =>
      whole('read', () => footnote.rerank(question, passages, options)),
    embed: (texts, options) => whole('read', () => footnote.embed(texts, options)),

    listDocuments: (options) =>
      within('read', options, (by) => footnote.listDocuments({ ...options, ...groupsOf(by, options) })),
    findDocuments: (options) =>
      within('read', options, (by) => footnote.findDocuments({ ...options, ...groupsOf(by, options) })),
    getDocument: (idOrPath, options) =>
      within('read', options, (by) =>
        footnote.getDocument(idOrPath, { ...options, ...groupsOf(by, options) }),
      ),
    getDocumentText: (idOrPath, options) =>
      within('read', options, (by) =>
        footnote.getDocumentText(idOrPath, { ...options, ...groupsOf(by, options) }),
      ),
    getDocumentPlaces: (idOrPath, options) =>
      within('read', options, (by) =>
        footnote.getDocumentPlaces(idOrPath, { ...options, ...groupsOf(by, options) }),
      ),
    getOriginal: (idOrPath, options) =>
      within('read', options, (by) =>
        footnote.getOriginal(idOrPath, { ...options, ...groupsOf(by, options) }),
      ),
    getPicture: (idOrPath, picture, options) =>
      within('read', options, (by) =>
        footnote.getPicture(idOrPath, picture, { ...options, ...groupsOf(by, options) }),
      ),
    getDocumentPassages: (idOrPath, options) =>
      within('read', options, (by) =>
        footnote.getDocumentPassages(idOrPath, { ...options, ...groupsOf(by, options) }),
      ),
    editDocument: (idOrPath, change, options) =>
      within('write', options, (by) => {
        // Whoever says for whom a document is could show it to anybody.
        const { metadata = {} } = Object(change) as DocumentChange;
        if (Object.hasOwn(Object(metadata) as object, groupsField)) require('admin');
        return footnote.editDocument(idOrPath, change, { ...options, ...groupsOf(by, options) });
      }),
    removeDocument: (idOrPath, options) =>
      within('write', options, (by) =>
        footnote.removeDocument(idOrPath, { ...options, ...groupsOf(by, options) }),
      ),

    // It counts all documents, those of groups that a reader does not see included.
    manifest: (options) => within('admin', options, () => footnote.manifest(options)),
    verifyReceipt: (receipt) => whole('admin', () => footnote.verifyReceipt(receipt)),

    listCollections: () => whole('read', visibleCollections),
    createCollection: (collection) => whole('admin', () => footnote.createCollection(collection)),
    renameCollection: (collection, name) => whole('admin', () => footnote.renameCollection(collection, name)),
    deleteCollection: (collection) => whole('admin', () => footnote.deleteCollection(collection)),
    calibration: (options) => within('read', options, () => footnote.calibration(options)),
    saveCalibration: (calibration, options) =>
      within('admin', options, () => footnote.saveCalibration(calibration, options)),

    listConversations: (options) =>
      within('read', options, (by) => footnote.listConversations({ ...options, ...ownOf(by) })),
    getConversation: (id, options) =>
      within('read', options, (by) =>
        footnote.getConversation(id, { ...options, ...groupsOf(by, options), ...ownOf(by) }),
      ),
    changeConversation: (id, change, options) =>
      within('read', options, (by) => footnote.changeConversation(id, change, { ...options, ...ownOf(by) })),
    branchConversation: (id, point, options) =>
      within('read', options, (by) => footnote.branchConversation(id, point, { ...options, ...ownOf(by) })),
    eraseConversations: (selection, options) =>
      within('read', options, (by) => footnote.eraseConversations(selection, { ...options, ...ownOf(by) })),
    shareAnswer: (messageId, options) =>
      within('read', options, (by) => footnote.shareAnswer(messageId, { ...options, ...ownOf(by) })),
    listShares: (options) =>
      within('read', options, (by) => footnote.listShares({ ...options, ...ownOf(by) })),
    revokeShare: (shareId, options) =>
      within('read', options, (by) => footnote.revokeShare(shareId, { ...options, ...ownOf(by) })),
    openShare: (shareId, options) =>
      whole('read', (by) =>
        footnote.openShare(shareId, {
          ...options,
          ...groupsOf(by, options),
          ...(by.collections !== 'all' && { collections: by.collections }),
        }),
      ),
    recordFeedback: (feedback, options) =>
      within('read', options, (by) => footnote.recordFeedback(feedback, { ...options, ...ownOf(by) })),
    noteRefused: (question, options) =>
      within('read', options, (by) => footnote.noteRefused(question, { ...options, owner: by.id })),
    readLog: (options) => within('admin', options, () => footnote.readLog(options)),

    countQuestion: (...counted) => whole('admin', () => footnote.countQuestion(...counted)),
    countTokens: (...counted) => whole('admin', () => footnote.countTokens(...counted)),
    beginSession: (options) => whole('admin', () => footnote.beginSession(options)),
    checkSession: (token) => whole('admin', () => footnote.checkSession(token)),
    endSession: (token) => whole('admin', () => footnote.endSession(token)),

    recordAct: (act) => whole('admin', () => footnote.recordAct(act)),
    usage: (options) => whole('admin', () => footnote.usage(options)),
    readAudit: (options) => whole('admin', () => footnote.readAudit(options)),

    createKey: (options) => whole('admin', () => footnote.createKey(options)),
    listKeys: () => whole('admin', () => footnote.listKeys()),
    revokeKey: (id) => whole('admin', () => footnote.revokeKey(id)),
    checkKey: (key) => whole('admin', () => footnote.checkKey(key)),

    backup: (file, options) => whole('admin', () => footnote.backup(file, options)),
    warmUp: (options) => within('admin', options, () => footnote.warmUp(options)),
    close: async () => {},
  };
}

const notThere: ReadonlySet<string> = new Set(['collection_unknown', 'document_unknown']);

function sees({ collections }: Principal, name: string): boolean {
  return collections === 'all' || collections.includes(name);
}

/** The documents of a principal, within those that the call itself asks for. */
function groupsOf({ groups }: Principal, asked: ForGroups | undefined): ForGroups {
  if (groups === 'all') return {};
  return { groups: asked?.groups ? groups.filter((group) => asked.groups?.includes(group)) : groups };
}

/** What is kept for a principal: admins see that of all. */
function ownOf({ id, role }: Principal): OfOwner {
  return role === 'admin' ? {} : { owner: id };
}

/** A job names the paths of documents: whoever sees not all of these sees the jobs that it began. */
function ownJobs({ id, groups }: Principal): OfOwner {
  return groups === 'all' ? {} : { owner: id };
}

/** Whose a question is. An admin may go on with a conversation of others, which stays theirs. */
function asker({ id, role }: Principal, options: AskOptions | undefined): OfOwner {
  return role === 'admin' && typeof options?.conversationId === 'string' ? {} : { owner: id };
}

/**
 * The collection in which the conversation and the line in the log of a question are kept: `collection` where it is
 * given, else the configured one where it is among `collections` or there are none, else the first of these.
 */
export function homeCollection(
  { collection, collections = [] }: Pick<QueryOptions, 'collection' | 'collections'>,
  configured: string,
): string {
  const [first = configured] = collections;
  return collection ?? (collections.includes(configured) ? configured : first);
}
