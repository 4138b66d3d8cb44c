import { z } from 'zod';
import { answerStream } from '../answer/answer.ts';
import type {
  BranchPoint,
  ConversationChange,
  ConversationTurn,
  EraseSelection,
  ErasureReceipt,
  Feedback,
  ListConversationsOptions,
  ListSharesOptions,
  OpenShareOptions,
} from '../contracts/conversation.ts';
import {
  type DocumentChange,
  type DocumentFilter,
  type DocumentPassagesOptions,
  documentSorts,
  documentStates,
  type FindDocumentsOptions,
  type HeldContent,
  type PlacesOptions,
} from '../contracts/document.ts';
import type { EmbedTextsOptions } from '../contracts/embedder.ts';
import type { Filter, ForGroups, InCollection, OfOwner } from '../contracts/engine.ts';
import type { Calibration } from '../contracts/index-manifest.ts';
import type { IngestProgress } from '../contracts/job.ts';
import {
  type BeginSessionOptions,
  type CreateKeyOptions,
  type Quota,
  roles,
} from '../contracts/principal.ts';
import type { UsageOptions } from '../contracts/question-log.ts';
import {
  type Act,
  auditedActions,
  logSelections,
  type ReadAuditOptions,
  type ReadLogOptions,
} from '../contracts/question-log.ts';
import type { WatchedFolder, WatchFolderOptions } from '../contracts/uploads.ts';
import { FootnoteError } from '../errors.ts';
import type {
  AddOptions,
  AskOptions,
  BackupOptions,
  FollowFoldersOptions,
  Footnote,
  IngestOptions,
  QueryOptions,
  RefusedOptions,
  ReindexOptions,
  RerankOptions,
  WatchOptions,
} from '../footnote.ts';
import { maxCollections, maxReranked, maxTopK } from '../retrieve/query-limits.ts';
import type { TextToRerank } from '../retrieve/rerank/rerank-texts.ts';
import { collectionName, configSchema } from '../settings/config.ts';
import { didYouMean } from '../values/closest-name.ts';
import { valueProblem } from '../values/value-problem.ts';

/** The calls of Footnote that parts of it have. */
type CallsOf<Parts extends readonly unknown[]> = Pick<Footnote, keyof Footnote & NameOf<Parts[number]>>;
type NameOf<Part> = Part extends unknown ? keyof Part : never;

/**
 * Puts parts of Footnote together: each call is answered by the first part that has a method of its name. Arguments
 * are held against {@link callSchemas} before anything is done, since plain JavaScript has no types, and a misspelt
 * option must not silently mean the default. Errors: `request_invalid`, which names the argument.
 */
export function checkedCalls<Parts extends readonly Partial<Footnote>[]>(...parts: Parts): CallsOf<Parts> {
  const calls = (Object.keys(callSchemas) as (keyof Footnote)[]).flatMap((name) => {
    const part = parts.find((one) => name in one);
    if (!part) return [];
    const call = async (...args: readonly unknown[]): Promise<unknown> => {
      const error = refusal(name, args);
      if (error) throw error;
      return Reflect.apply(part[name] as NonNullable<Footnote[typeof name]>, part, args);
    };
    return [[name, call]];
  });
  return Object.fromEntries(calls) as CallsOf<Parts>;
}

/** {@link checkedCalls} for the calls that are iterated: their refusal comes with the first event. */
export function checkedStreams(footnote: Pick<Footnote, 'ask' | 'watch'>): Pick<Footnote, 'ask' | 'watch'> {
  return {
    ask(...args) {
      const error = refusal('ask', args);
      if (!error) return footnote.ask(...args);
      return answerStream(() => {
        throw error;
      });
    },
    async *watch(...args) {
      const error = refusal('watch', args);
      if (error) throw error;
      yield* footnote.watch(...args);
    },
  };
}

/** What is wrong with the first argument that cannot be used. */
function refusal(name: keyof Footnote, args: readonly unknown[]): FootnoteError | undefined {
  for (const [place, parameter] of callSchemas[name].entries()) {
    const problem = problemOf(parameter, args[place]);
    if (problem) return new FootnoteError('request_invalid', problem);
  }
  return undefined;
}

/** Names a field of options as `topK`, and an entry of a list as `paths.0`. */
function problemOf({ name, schema, fields }: Parameter, value: unknown) {
  const issue = schema.safeParse(value, { reportInput: true }).error?.issues[0];
  if (!issue) return undefined;
  const { path } = issue;
  const place = typeof path[0] === 'string' ? path : [name, ...path];
  const [unknown = ''] = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const meant = unknown !== '' && path.length === 0 ? didYouMean(unknown, fields) : '';
  return { field: place.map(String).join('.'), problem: `${valueProblem({ ...issue })}${meant}` };
}

/** Most entries of a list that one call may ask for. */
export const maxListed = 1000;

/** Words of a document that a reader has marked. */
export const selectedText = z.string().max(10_000);

/** What a caller names its session. */
export const sessionName = z.string().min(1).max(200);

/** What documents call the project that they are of. */
export const projectName = z.string().min(1).max(200);

/** What this project has named a conversation or a message. */
export const recordId = z.string().min(1).max(200);

/** One parameter of a method. */
interface Parameter {
  readonly name: string;
  readonly schema: z.ZodType;
  /** What it may hold, where it is an object. */
  readonly fields: readonly string[];
}

/** A schema for each key of an interface, so that none is forgotten here and none is let in that is not there. */
type Shape<Interface> = { readonly [Key in keyof Interface]-?: z.ZodType<Interface[Key]> };

const text = z.string();
const name = z.string().min(1);
const flag = z.boolean().optional();
const sessionId = sessionName.optional();
const offset = z.int().min(0).optional();
const listed = z.int().min(1).max(maxListed).optional();
const globs = z.array(name).optional();
const inCollection: Shape<InCollection> = { collection: collectionName.optional() };
const forGroups: Shape<ForGroups> = { groups: z.array(text).optional() };
const ofOwner: Shape<OfOwner> = { owner: name.optional() };

const followed = {
  onProgress: z.custom<(progress: IngestProgress) => void>(isFunction, 'it must be a function').optional(),
  signal: z.instanceof(AbortSignal, { error: 'it must be an AbortSignal' }).optional(),
};

const onJob = z.custom<(jobId: string) => void>(isFunction, 'it must be a function').optional();

/** A content that may be kept. */
export const heldContent: Shape<HeldContent> = {
  name: z.string().min(1).max(1000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'it must be a SHA-256 in lower case and hexadecimal'),
};

const ingesting: Shape<Omit<WatchOptions, 'quietMs'>> = {
  ...inCollection,
  ...followed,
  allowMassRemoval: flag,
  crawl: flag,
  include: globs,
  exclude: globs,
};

const querying: Shape<QueryOptions> = {
  ...inCollection,
  ...forGroups,
  collections: z.array(collectionName).min(1).max(maxCollections).optional(),
  documents: z.array(text).optional(),
  project: projectName.optional(),
  topK: z.int().min(1).max(maxTopK).optional(),
  rerankCandidates: z.int().min(0).max(maxReranked).optional(),
  // What it may say depends on the collection, and is checked where that is known.
  filter: z.custom<Filter>(() => true).optional(),
  explain: flag,
  signal: followed.signal,
};

/** A message that was said before a question. */
export const turn: Shape<ConversationTurn> = {
  role: z.enum(['user', 'assistant']),
  content: text,
  selectedText: selectedText.optional(),
};

const asking: Shape<AskOptions> = {
  ...querying,
  ...ofOwner,
  history: z.array(z.strictObject(turn)).optional(),
  selectedText: selectedText.optional(),
  quotesOnly: flag,
  conversationId: recordId.nullable().optional(),
  sessionId,
  clientAddress: text.optional(),
};

const share = z.number().min(0).max(1);
const count = z.int().min(0);
const calibration: Shape<Calibration> = {
  minCosine: share,
  minCoverage: share,
  answerableQuestions: count,
  answerableRefused: share,
  offTopicQuestions: count,
  offTopicRefused: share,
  answerability: z.strictObject({ slope: z.number().min(0), intercept: z.number() }).optional(),
  calibratedAt: text,
};

/** What listed documents have in common. */
export const documentFilter: Shape<DocumentFilter> = {
  kind: z.string().max(40).optional(),
  language: z.string().min(1).max(40).optional(),
  state: z.enum(documentStates).optional(),
  field: z.string().min(1).max(100).optional(),
  value: z.string().max(10_000).optional(),
};

const metadataValue = z.union([text, z.number(), z.boolean(), z.array(text).max(1000)]);

/** What is written over a document. */
export const documentChange: Shape<DocumentChange> = {
  title: z.string().min(1).max(500).nullable().optional(),
  metadata: z.record(z.string(), metadataValue.nullable()).optional(),
  version: z.int().min(0).optional(),
};

export const conversationChange: Shape<ConversationChange> = {
  title: z.string().min(1).max(200).optional(),
  pinned: flag,
};

/** What stands in a link to an answer. */
export const shareIdOf = z.string().regex(/^[\w-]{32}$/, 'it must be the 32 characters at the end of a link');

export const branchPoint: Shape<BranchPoint> = { before: recordId };

const erasing: Shape<EraseSelection> = {
  conversationId: recordId.optional(),
  before: text.optional(),
  questionsOnly: flag,
};

const receiptShape: Shape<ErasureReceipt> = {
  format: z.literal(1),
  collection: name,
  erasedAt: text,
  documents: z.array(z.strictObject({ documentId: text, version: z.int(), contentHash: text })),
  conversations: z.array(text),
  overwritten: z.array(z.strictObject({ place: text, done: text })),
  windowBytes: z.int(),
  windows: z.array(z.strictObject({ hash: z.int(), sha256: text })),
  publicKey: text,
  signature: text,
};

/** Names of groups of documents. */
const groupName = z.string().min(1).max(200);

const quotaLimit = z.int().min(1).max(1_000_000_000).optional();
const quotaShape: Shape<Quota> = {
  questionsPerDay: quotaLimit,
  questionsPerMonth: quotaLimit,
  tokensPerDay: quotaLimit,
  tokensPerMonth: quotaLimit,
};

/** How much may be asked with a key. */
export const quota = z.strictObject(quotaShape);

/** What a new key may do. */
export const keyOptions: Shape<CreateKeyOptions> = {
  name: z.string().min(1).max(200),
  role: z.enum(roles).optional(),
  collections: z.union([z.literal('all'), z.array(collectionName).min(1).max(1000)]).optional(),
  groups: z.union([z.literal('all'), z.array(groupName).max(1000)]).optional(),
  expiresAt: text.optional(),
  quota: quota.optional(),
};

/** What a reader says of an answer. */
export const feedback: Shape<Feedback> = {
  messageId: recordId,
  helpful: z.boolean().nullable().optional(),
  openedCitation: z.int().min(1).optional(),
};

const names = z.union([z.literal('all'), z.array(text)]);
const beginning: Shape<BeginSessionOptions> = {
  keyId: text.optional(),
  principal: z
    .strictObject({
      id: text,
      role: z.enum(roles),
      collections: names,
      groups: names,
      quota: quota.optional(),
    })
    .optional(),
  expiresAt: text,
};

const acting: Shape<Act> = {
  actor: text,
  action: z.enum(auditedActions),
  collection: text.nullable(),
  target: text.nullable(),
  clientAddress: text.nullable(),
  outcome: z.custom<Act['outcome']>((value) => typeof value === 'string', 'it must be a text'),
};
const textToRerank: Shape<TextToRerank> = { id: text, text, score: z.number().optional() };

const question = named('question', text);
const paths = named('paths', z.array(name));
const idOrPath = named('idOrPath', text);
const collectionOnly = options(inCollection);
const seenDocuments = options<InCollection & ForGroups>({ ...inCollection, ...forGroups });
const ownOnly = options<InCollection & OfOwner>({ ...inCollection, ...ofOwner });

/** What each method is called with, parameter by parameter. */
export const callSchemas: Readonly<Record<keyof Footnote, readonly Parameter[]>> = {
  ingest: [
    paths,
    options<IngestOptions>({ ...ingesting, jobId: text.optional(), dryRun: flag, retryFailed: flag, onJob }),
  ],
  watch: [paths, options<WatchOptions>({ ...ingesting, quietMs: z.number().min(0).optional() })],
  add: [
    // Each is looked at when its turn comes, since they may come one by one.
    named(
      'documents',
      z.custom((value) => typeof value === 'object' && value !== null, 'it must be documents'),
    ),
    options<AddOptions>({ ...inCollection, ...ofOwner, ...followed, onJob, queue: flag }),
  ],
  missing: [named('contents', z.array(z.strictObject(heldContent)).max(10_000)), collectionOnly],
  resume: [],
  watchFolder: [
    named('path', name),
    options<WatchFolderOptions>({ ...inCollection, within: z.array(text).optional() }),
  ],
  listWatchedFolders: [collectionOnly],
  changeWatchedFolder: [
    named('folderId', recordId),
    object<Pick<WatchedFolder, 'isActive'>>('change', { isActive: z.boolean() }),
    collectionOnly,
  ],
  removeWatchedFolder: [named('folderId', recordId), collectionOnly],
  followFolders: [
    options<FollowFoldersOptions>({ signal: followed.signal, within: z.array(text).optional() }),
  ],
  listJobs: [ownOnly],
  getJob: [named('id', text), ownOnly],
  indexReport: [named('jobId', text), ownOnly],
  listQueued: [seenDocuments],
  cancelJob: [named('id', text), ownOnly],
  reindex: [
    options<ReindexOptions>({
      ...inCollection,
      ...followed,
      jobId: text.optional(),
      engine: configSchema.shape.engine.partial().optional(),
    }),
  ],
  ask: [question, options(asking)],
  search: [question, options(querying)],
  embed: [
    named('texts', z.array(text)),
    options<EmbedTextsOptions>({ as: z.enum(['passages', 'questions']).optional(), signal: followed.signal }),
  ],
  listDocuments: [seenDocuments],
  findDocuments: [
    options<FindDocumentsOptions>({
      ...inCollection,
      ...forGroups,
      search: text.optional(),
      ...documentFilter,
      facets: flag,
      sort: z.enum(documentSorts).optional(),
      order: z.enum(['ascending', 'descending']).optional(),
      limit: listed,
      offset,
    }),
  ],
  getDocument: [idOrPath, seenDocuments],
  getDocumentText: [idOrPath, seenDocuments],
  getDocumentPlaces: [
    idOrPath,
    options<PlacesOptions>({ ...inCollection, ...forGroups, start: offset, end: offset }),
  ],
  getOriginal: [idOrPath, seenDocuments],
  getPicture: [idOrPath, named('picture', text), seenDocuments],
  getDocumentPassages: [
    idOrPath,
    options<DocumentPassagesOptions>({ ...inCollection, ...forGroups, signal: followed.signal }),
  ],
  editDocument: [idOrPath, object('change', documentChange), seenDocuments],
  removeDocument: [idOrPath, seenDocuments],
  manifest: [collectionOnly],
  verifyReceipt: [object('receipt', receiptShape)],
  listCollections: [],
  createCollection: [named('collection', collectionName)],
  renameCollection: [named('collection', collectionName), named('name', collectionName)],
  deleteCollection: [named('collection', collectionName)],
  calibration: [collectionOnly],
  saveCalibration: [orNull(object('calibration', calibration)), collectionOnly],
  listConversations: [
    options<ListConversationsOptions>({ ...inCollection, ...ofOwner, sessionId, limit: listed }),
  ],
  getConversation: [
    named('conversationId', text),
    options<InCollection & ForGroups & OfOwner>({ ...inCollection, ...forGroups, ...ofOwner }),
  ],
  changeConversation: [named('conversationId', text), object('change', conversationChange), ownOnly],
  branchConversation: [named('conversationId', text), object('point', branchPoint), ownOnly],
  shareAnswer: [named('messageId', recordId), ownOnly],
  listShares: [options<ListSharesOptions>({ ...inCollection, ...ofOwner, sessionId, limit: listed })],
  revokeShare: [named('shareId', shareIdOf), ownOnly],
  openShare: [
    named('shareId', shareIdOf),
    options<OpenShareOptions>({ ...forGroups, collections: z.array(text).optional() }),
  ],
  eraseConversations: [object('selection', erasing), ownOnly],
  recordFeedback: [object('feedback', feedback), ownOnly],
  rerank: [
    question,
    named('passages', z.array(z.strictObject(textToRerank)).max(maxListed)),
    options<RerankOptions>({ topN: listed, signal: followed.signal }),
  ],
  noteRefused: [
    question,
    options<RefusedOptions>({
      ...inCollection,
      ...ofOwner,
      selectedText: selectedText.optional(),
      sessionId,
      clientAddress: text.optional(),
    }),
  ],
  readLog: [
    options<ReadLogOptions>({
      ...inCollection,
      only: z.enum(logSelections).optional(),
      since: text.optional(),
      until: text.optional(),
      sessionId,
      limit: z.int().min(1).max(10_000).optional(),
      offset,
    }),
  ],
  createKey: [object('options', keyOptions)],
  listKeys: [],
  revokeKey: [named('id', text)],
  checkKey: [named('key', text)],
  countQuestion: [named('keyId', text), named('quota', quota)],
  countTokens: [named('keyId', text), named('quota', quota), named('tokens', z.int().min(0))],
  beginSession: [object('options', beginning)],
  checkSession: [named('token', text)],
  endSession: [named('token', text)],
  recordAct: [object('act', acting)],
  usage: [options<UsageOptions>({ since: text.optional(), until: text.optional() })],
  readAudit: [
    options<ReadAuditOptions>({
      actor: text.optional(),
      action: z.enum(auditedActions).optional(),
      since: text.optional(),
      until: text.optional(),
      limit: z.int().min(1).max(10_000).optional(),
      offset,
    }),
  ],
  backup: [named('file', text), options<BackupOptions>({ signal: followed.signal })],
  warmUp: [collectionOnly],
  close: [],
};

function named(parameter: string, schema: z.ZodType): Parameter {
  return { name: parameter, schema, fields: [] };
}

function object<Interface>(parameter: string, shape: Shape<Interface>): Parameter {
  return { name: parameter, schema: z.strictObject(shape), fields: Object.keys(shape) };
}

function options<Options>(shape: Shape<Options>): Parameter {
  const parameter = object('options', shape);
  return { ...parameter, schema: parameter.schema.optional() };
}

function orNull(parameter: Parameter): Parameter {
  return { ...parameter, schema: parameter.schema.nullable() };
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
