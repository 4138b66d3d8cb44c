import type { Answer } from '../../src/answer/answer.ts';
import type { DocumentPage, DocumentSummary, DocumentText } from '../../src/contracts/document.ts';
import type { SearchResult } from '../../src/retrieve/hit.ts';
import { documentText, type ExpectedDocuments, houseOf, type Revision } from './expected-documents.ts';

/** What must not be. */
export type Defect = 'lost' | 'half visible' | 'wrong';

/** What a reader has found so far. */
export interface ReaderCounts {
  /** Replies with status 200, each checked. */
  checked: number;
  /** Failures with a typed error, such as 503 `server_busy`. */
  refused: number;
}

export interface CheckedReaderOptions {
  /** Of the server at this moment. */
  readonly address: () => string;
  /** Whether the server was killed since then, so that there may be no reply. */
  readonly owesNothing: (sinceMs: number) => boolean;
  readonly expected: ExpectedDocuments;
  /** Chunks of each document. */
  readonly chunks: () => number;
  readonly onDefect: (defect: Defect, what: string) => void;
}

/** Longest wait for a reply: many times what a busy machine takes. */
const replyWithinMs = 60_000;

/** A reply with status 200, and when it was asked for and there. */
interface Reply<Body> {
  readonly body: Body;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Asks a server over HTTP, and compares every reply with what may be seen of the documents. */
export class CheckedReader {
  readonly counts: ReaderCounts = { checked: 0, refused: 0 };
  readonly #options: CheckedReaderOptions;

  constructor(options: CheckedReaderOptions) {
    this.#options = options;
  }

  /**
   * Asks for the colour of a door. Every citation must be of a revision that is live, and one of the document with that
   * door: but not while it is being replaced, or the reply warns of passages without vectors, since the documents are
   * so alike that words alone may not be enough to prefer one.
   */
  async ask(name: string): Promise<boolean> {
    const house = houseOf(name);
    const question = `Which colour has the door of room 2 in the house ${house}?`;
    const reply = await this.#request<Answer>('ask', { question });
    if (!reply) return false;
    const { body, beganMs, endedMs } = reply;
    for (const { path, start, end, quote } of body.citations)
      this.#checkPassage('wrong', nameOf(path), { start, end, content: quote }, reply);
    const isWarned = body.warnings.some((text) => text.includes('only by their words'));
    const permitted = this.#options.expected.permitted(name, beganMs, endedMs);
    const mustBeThere = !isWarned && permitted.length === 1 && !permitted.includes(null);
    if (mustBeThere && !body.citations.some(({ path }) => nameOf(path) === name))
      this.#options.onDefect(
        'wrong',
        `${name}: ${body.abstained ? 'no answer' : `answered from elsewhere: ${body.answer}`}`,
      );
    return true;
  }

  /** Reads the list of documents, and of one of them, or of all, the text and the chunks. */
  async inspect(chosen: string): Promise<boolean> {
    const { expected, onDefect } = this.#options;
    const listed = await this.#request<DocumentPage>('documents');
    if (!listed) return false;
    const { beganMs, endedMs, body } = listed;
    const byName = Map.groupBy(body.documents, ({ path }) => nameOf(path));
    for (const [name, documents] of byName)
      if (documents.length > 1) onDefect('half visible', `${name} is listed ${documents.length} times`);
    for (const name of new Set([...expected.names, ...byName.keys()])) {
      const permitted = expected.permitted(name, beganMs, endedMs);
      const isListed = byName.has(name);
      if (isListed ? permitted.every((one) => one === null) : !permitted.includes(null))
        onDefect(
          isListed ? 'wrong' : 'lost',
          `${name} is ${isListed ? '' : 'not '}listed: ${told(permitted)}`,
        );
      if (!isListed && permitted.length > 1) expected.seen(name, null, endedMs);
    }
    const names = chosen === 'all' ? [...byName.keys()] : [chosen];
    for (const name of names) {
      const [document] = byName.get(name) ?? [];
      if (document && !(await this.#inspectOne(name, document, beganMs))) return false;
    }
    return true;
  }

  async #inspectOne(name: string, { documentId }: DocumentSummary, beganMs: number): Promise<boolean> {
    const { expected, onDefect, chunks } = this.#options;
    const text = await this.#request<DocumentText>(`documents/${documentId}/text`, undefined, 404);
    if (!text) return false;
    const permitted = expected.permitted(name, text.beganMs, text.endedMs);
    // It may have gone since it was listed, and is then another one when it is back.
    const mayHaveGone = () => expected.permitted(name, beganMs, performance.now()).includes(null);
    if ('error' in text.body) {
      if (!mayHaveGone()) onDefect('lost', `${name} has no text: ${told(permitted)}`);
      return true;
    }
    const content = text.body.text;
    const found = permitted.find((one) => one !== null && documentText(name, one) === content);
    if (found === undefined) onDefect('lost', `${name} is of ${revisionIn(content)}: ${told(permitted)}`);
    else expected.seen(name, found, text.endedMs);

    const question = `colour of the windows of the house ${houseOf(name)}`;
    const search = await this.#request<SearchResult>('search', {
      question,
      topK: 100,
      documents: [documentId],
    });
    if (!search) return false;
    const { hits } = search.body;
    const revisions = new Set(hits.map((hit) => this.#checkPassage('wrong', name, hit, search)));
    if (revisions.size > 1)
      onDefect('half visible', `${name} is found in ${[...revisions].map(String).join(' and ')}`);
    const covered = new Set(hits.flatMap((hit) => [hit.chunkId, ...hit.merged])).size;
    if (covered !== chunks() && !mayHaveGone())
      onDefect(
        covered === 0 ? 'lost' : 'half visible',
        `${covered} of ${chunks()} chunks of ${name} are found, ${told(expected.permitted(name, search.beganMs, search.endedMs))}`,
      );
    return true;
  }

  /** Which revision a passage is of; that must be one that may be seen. */
  #checkPassage(
    defect: Defect,
    name: string,
    { start, end, content }: { readonly start: number; readonly end: number; readonly content: string },
    { beganMs, endedMs }: Reply<unknown>,
  ): Revision | undefined {
    const { expected, onDefect } = this.#options;
    const permitted = expected.permitted(name, beganMs, endedMs);
    const found = permitted.find(
      (one) => one !== null && documentText(name, one).slice(start, end) === content,
    );
    if (found === undefined) onDefect(defect, `${name} has no "${content.slice(0, 80)}": ${told(permitted)}`);
    else expected.seen(name, found, endedMs);
    return found;
  }

  /** A reply with status 200, or with `also`; undefined where there is none, which is a defect unless it is excused. */
  async #request<Body>(what: string, body?: object, also?: number): Promise<Reply<Body> | undefined> {
    const { address, owesNothing, onDefect } = this.#options;
    const beganMs = performance.now();
    try {
      const reply = await fetch(`${address()}/api/v1/collections/default/${what}`, {
        signal: AbortSignal.timeout(replyWithinMs),
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const content = (await reply.json()) as Body | { readonly error?: { readonly code?: string } };
      const endedMs = performance.now();
      if (reply.status === 200 || reply.status === also) {
        this.counts.checked += 1;
        return { body: content as Body, beganMs, endedMs };
      }
      const code = (content as { readonly error?: { readonly code?: string } }).error?.code;
      if (code === undefined || code === 'internal')
        onDefect('wrong', `${what}: status ${reply.status}, ${JSON.stringify(content)}`);
      else if (reply.status !== 503) onDefect('wrong', `${what}: status ${reply.status}, ${code}`);
      else this.counts.refused += 1;
    } catch (error) {
      if (!owesNothing(beganMs)) onDefect('wrong', `${what}: no reply, ${String(error)}`);
    }
    return undefined;
  }
}

/** A document goes by the last two parts of its path. */
function nameOf(path: string): string {
  return path.split('/').slice(-2).join('/');
}

function told(permitted: readonly Revision[]): string {
  return `it may be ${permitted.map((one) => (one === null ? 'gone' : `r${one}`)).join(' or ')}`;
}

function revisionIn(text: string): string {
  return [...new Set(text.match(/\br\d{4}\b/g))].join(' and ') || 'no revision';
}
