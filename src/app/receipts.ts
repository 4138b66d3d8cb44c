import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ErasedWindow, ErasureReceipt, ReceiptCheck } from '../contracts/conversation.ts';
import { type DocumentVersion, versionKey } from '../contracts/document-records.ts';
import type { Records } from '../contracts/records.ts';
import type { StoredReader } from '../engines/complete/complete-engine.ts';
import { isFootnoteError } from '../errors.ts';
import {
  type FoundWindow,
  findWindows,
  WindowSearch,
  windowBytes,
  windowsOf,
} from '../files/byte-windows.ts';
import type { Store } from './store.ts';
import type { StoredCollections } from './stored-collections.ts';

/** Stretches of an erased text that are kept to be looked for. */
const mostWindows = 64;

/** What becomes of rows that are erased in a file, and on a server. */
const overwrittenRows = 'rows removed, free pages and the write-ahead log overwritten with zeros';
const removedRows = 'rows removed; what the server keeps of them until it cleans up is its own';

/** What a receipt says before it is signed. */
export type Erasure = Pick<
  ErasureReceipt,
  'collection' | 'documents' | 'conversations' | 'overwritten' | 'windows'
>;

/** Signs what was erased. */
export class Receipts {
  readonly #collections: StoredCollections;

  constructor(collections: StoredCollections) {
    this.#collections = collections;
  }

  /** Stretches of a document's text, taken before it is erased; none of one that is damaged. */
  async windowsOf(
    records: Records,
    { documentId, version }: DocumentVersion,
  ): Promise<readonly ErasedWindow[]> {
    try {
      const stored = await records.library.text(documentId, version);
      return stored ? windowsOf(stored.text, mostWindows) : [];
    } catch (error) {
      if (isFootnoteError(error) && error.code === 'store_corrupt') return [];
      throw error;
    }
  }

  /** The receipt of conversations that were erased just now, with stretches of their messages. */
  async ofConversations({
    collection,
    conversations,
    texts,
  }: {
    readonly collection: string;
    readonly conversations: readonly string[];
    readonly texts: readonly string[];
  }): Promise<ErasureReceipt> {
    const { records, place } = await this.#collections.store();
    const done = records.erasePages ? overwrittenRows : removedRows;
    const windows = texts.flatMap((text) => windowsOf(text, Math.ceil(mostWindows / texts.length)));
    return this.issue(records, {
      collection,
      documents: [],
      conversations,
      overwritten: [{ place, done }],
      windows,
    });
  }

  /** The receipt of what was erased just now. */
  async issue(records: Records, erasure: Erasure): Promise<ErasureReceipt> {
    const key = createPrivateKey(await records.receiptKey());
    const { collection, documents, conversations, overwritten, windows } = erasure;
    const body = {
      format: 1,
      collection,
      erasedAt: new Date().toISOString(),
      documents,
      conversations,
      overwritten,
      windowBytes,
      windows,
      publicKey: spki(createPublicKey(key)),
    } as const;
    return { ...body, signature: sign(null, signedBytes(body), key).toString('base64') };
  }
}

/** The store, and every place outside its folder where something of it is kept. */
export interface LookedThrough {
  readonly store: Store;
  readonly directory: string;
  readonly readers: readonly StoredReader[];
  /** What is known not to be within reach, in words. */
  readonly notRead: readonly string[];
}

/** See `Footnote.verifyReceipt`. */
export async function verifyReceipt(
  receipt: ErasureReceipt,
  looked: LookedThrough | undefined,
): Promise<ReceiptCheck> {
  const { signature, ...body } = receipt;
  const own = await looked?.store.records.heldReceiptKey();
  return {
    isSigned: isSigned(body, signature),
    isOfThisStore: own !== undefined && spki(createPublicKey(createPrivateKey(own))) === body.publicKey,
    ...(looked ? await whatIsLeft(receipt, looked) : nothingLeft),
  };
}

type WhatIsLeft = Omit<ReceiptCheck, 'isSigned' | 'isOfThisStore'>;

const nothingLeft: WhatIsLeft = { files: 0, bytes: 0, servers: [], found: [], present: [], notRead: [] };

async function whatIsLeft(receipt: ErasureReceipt, looked: LookedThrough): Promise<WhatIsLeft> {
  const { store, directory, notRead, readers } = looked;
  const { records } = store;
  const search = new WindowSearch(receipt.windows);
  const found: { readonly place: string; readonly window: FoundWindow }[] = [];
  const left = new Set(await present(records, receipt));
  let bytes = 0;
  const files = filesBelow(directory);
  for (const file of files) {
    const { found: windows, length } = await findWindows(file, search);
    found.push(...windows.map((window) => ({ place: file, window })));
    bytes += length;
  }
  const gone = new Set(receipt.documents.map(versionKey));
  const servers = [];
  for (const { place, read } of readers) {
    if (!read) continue;
    const count = { values: 0, bytes: 0 };
    const inPlace = new Map<string, { readonly place: string; readonly window: FoundWindow }>();
    await read(({ place: part, of, value }) => {
      count.values += 1;
      if (of && gone.has(versionKey(of))) left.add(of.documentId);
      for (const held of bytesIn(value)) {
        count.bytes += held.length;
        for (const window of search.in(held))
          inPlace.set(`${part} ${window.window.sha256}`, { place: `${place}, ${part}`, window });
      }
    });
    servers.push({ place, ...count });
    found.push(...inPlace.values());
  }
  const living = found.length > 0 ? await inLivingTexts(records, found) : new Set();
  return {
    files: files.length,
    bytes,
    servers,
    found: found
      .filter(({ window }) => !living.has(window.window.sha256))
      .map(({ place, window: { offset } }) => ({ place, offset })),
    present: [...left],
    notRead: [
      ...notRead,
      ...readers.flatMap(({ place, read }) =>
        read
          ? `the own files of ${place}, where removed rows may stand until it cleans up`
          : `${place}: this engine cannot be looked into`,
      ),
    ],
  };
}

/** The texts, in UTF-8, and the bytes in a value at any depth. */
function* bytesIn(value: unknown): Generator<Uint8Array> {
  if (typeof value === 'string') yield Buffer.from(value);
  else if (value instanceof Uint8Array) yield value;
  else if (Array.isArray(value)) for (const one of value) yield* bytesIn(one);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* bytesIn(one);
}

/** Of windows that were found those that stand in documents that are still there, which may have them too. */
async function inLivingTexts(
  records: Records,
  found: readonly { readonly window: FoundWindow }[],
): Promise<ReadonlySet<unknown>> {
  const living = new Set<string>();
  for (const collection of await records.listCollections())
    for (const { documentId, version } of await records.library.list(collection)) {
      const stored = await records.library.text(documentId, version);
      const text = Buffer.from(stored?.text ?? '');
      for (const { window } of found)
        if (text.includes(Buffer.from(window.bytes))) living.add(window.window.sha256);
    }
  return living;
}

function filesBelow(directory: string): readonly string[] {
  return readdirSync(resolve(directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Ids of erased documents and conversations that are there all the same. */
async function present(
  records: Records,
  { collection, documents, conversations }: ErasureReceipt,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { documentId, version } of documents)
    if ((await records.library.text(documentId, version)) !== undefined) left.push(documentId);
  for (const id of conversations)
    if ((await records.interactions.find(collection, id)) !== undefined) left.push(id);
  return left;
}

function isSigned(body: Omit<ErasureReceipt, 'signature'>, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(body.publicKey, 'base64'), type: 'spki', format: 'der' });
    return verify(null, signedBytes(body), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function signedBytes(body: Omit<ErasureReceipt, 'signature'>): Buffer {
  return Buffer.from(JSON.stringify(body));
}

function spki(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
