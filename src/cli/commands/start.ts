import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Command } from 'commander';
import type { Answer } from '../../answer/answer.ts';
import { withFootnote } from '../../app/with-footnote.ts';
import type { DocumentText } from '../../contracts/document.ts';
import type { Citation } from '../../contracts/generator.ts';
import { packageRoot } from '../../files/package-root.ts';
import { isWithin } from '../../files/path-error.ts';
import type { Footnote } from '../../footnote.ts';
import { requireKeysFor } from '../../serve/listen.ts';
import { proseSentences } from '../../text/sentences/prose-sentences.ts';
import { formatAnswer } from '../format/format-answer.ts';
import { formatReport, foundFiles, ingestPaths, nothingFoundError } from '../ingest-paths.ts';
import { type ExitCode, exitCodes, type Style } from '../output.ts';
import { runCommand, type Session } from '../run-command.ts';
import { addServerFlags, addThreadsFlag, addTopKFlag, collectPaths } from '../settings-flags.ts';
import { loadServer, pageAddress, requireFreePort, serveStore } from './serve.ts';

/** `footnote start [PATH…]`: what `npm start` runs. */
export function startCommand(): Command {
  const command = new Command('start')
    .description('ingest, show a first answer and serve, all at once')
    .argument('[path...]', "your files and folders (default: Footnote's own documentation)", collectPaths)
    .action((given: readonly string[]) => runCommand(command, (session) => start(given, session)));
  addTopKFlag(addThreadsFlag(addServerFlags(command)));
  return command.addHelpText(
    'after',
    `
Examples:
  footnote start
  footnote start ~/papers --port 9000

The same as "ingest", "ask" with a question taken from a heading, and "serve". A
second start reads only what changed. Once you give it paths, it removes its own
documentation from the collection.

With --json: {address, ingest, question, answer}, as "serve", "ingest" and "ask"
give them, printed once it listens; question and answer may be null. If none
of the paths can be read, it does not serve: address is null, and the exit code 1
`,
  );
}

async function start(given: readonly string[], session: Session): Promise<ExitCode> {
  const { config, output, signal } = session;
  const isSample = given.length === 0;
  const paths = isSample ? samplePaths() : given;
  await requireFreePort(session);
  return withFootnote(config, async (footnote) => {
    await requireKeysFor(config, footnote);
    // The model loads on a thread of its own meanwhile; what is wrong with it shows when it is needed.
    void footnote.warmUp().catch(() => {});
    await loadServer();
    output.note(`Reading ${paths.join(', ')} …`);
    const report = await ingestPaths(footnote, paths, session, { warnings: !isSample });
    if (!foundFiles(report)) throw nothingFoundError(paths);
    if (report.status === 'failed') {
      // Nothing was read, by a slip of the pen perhaps: what the collection holds is not what was asked for.
      const result = { address: null, ingest: report, question: null, answer: null };
      output.result(result, (style) => formatReport(report, style));
      return exitCodes.failed;
    }
    output.note(formatReport(report, output.style));
    if (!isSample && (await removeSample(footnote, given)) > 0) {
      output.note("Footnote's own documentation, the sample, was removed from the collection.");
    }

    const first = await findFirstQuestion(footnote, isSample ? sampleQuestions : [], { signal });
    const page = await pageAddress(footnote, config.collection);
    await serveStore(footnote, session, (address) => {
      const { question = null, answer = null } = first ?? {};
      output.result({ address, ingest: report, question, answer }, (style) => {
        const invitation = `Ask more at ${style('bold', address + page)}`;
        return first ? `${formatFirst(first, output.width, style)}\n\n${invitation}` : invitation;
      });
      output.note('Ctrl-C stops the server.');
    });
    return exitCodes.fine;
  });
}

function formatFirst({ question, answer }: FirstQuestion, width: number, style: Style): string {
  return `\n${style('bold', question)}\n\n${formatAnswer(answer, width, style)}`;
}

const sampleRoots = ['README.md', 'docs'].map((name) => join(packageRoot, name));

/** What `start` reads where no path is given: this project's own documentation, as seen from the working directory. */
function samplePaths(): readonly string[] {
  return sampleRoots
    .filter((path) => existsSync(path))
    .map((path) => {
      const seenFromHere = relative('.', path);
      return seenFromHere.startsWith('..') ? path : seenFromHere;
    });
}

/** Questions that the sample answers, the best first. */
const sampleQuestions: readonly string[] = [
  'Does my data leave the machine?',
  'Does the first answer need a network?',
];

/**
 * Removes the sample's documents, known by their content, so that a user's own are alone in the collection. Does
 * nothing where the user asked for the sample by its own path. Returns how many went.
 */
async function removeSample(footnote: Footnote, asked: readonly string[]): Promise<number> {
  const isSample = (path: string) => sampleRoots.some((root) => isWithin(path, root) || isWithin(root, path));
  if (asked.some((path) => isSample(resolve(path)))) return 0;
  const hashes = new Set(sampleRoots.flatMap(listFiles).map(contentHash));
  const documents = await footnote.listDocuments();
  const sample = documents.filter((document) => hashes.has(document.contentHash));
  for (const { documentId } of sample) await footnote.removeDocument(documentId);
  return sample.length;
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function contentHash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** A question that the documents answer, to begin with. */
interface FirstQuestion {
  readonly question: string;
  readonly answer: Answer;
}

const mostTried = 12;
const documentsRead = 4;
const perDocument = 3;

/** Headings that name a part of a document rather than what it says. */
const generic =
  /^(abstract|acknowledge?ments?|agenda|appendix|background|bibliography|changelog|check your understanding|code examples?|conclusions?|contents|details|examples?|exercises?|foreword|getting started|index|installation|introduction|key (points|takeaways)|learning (goals|objectives)|license|next steps|notes|overview|preface|prerequisites|questions|references|requirements|resources|see also|setup|start|summary|table of contents|technical concepts|troubleshooting|usage|use)$/i;

/**
 * The first of the candidates that is answered; undefined where none is. What nothing is found for is not asked: in the
 * log of questions it would stand as one that somebody did not get answered.
 */
export async function findFirstQuestion(
  footnote: Footnote,
  suggestions: readonly string[],
  options: { readonly signal: AbortSignal },
): Promise<FirstQuestion | undefined> {
  let tried = 0;
  for await (const { question, quotes = () => true } of candidates(footnote, suggestions)) {
    const answer = await answerFound(footnote, question, options);
    if (answer?.citations.some(quotes)) return { question, answer };
    tried += 1;
    if (tried === mostTried) return undefined;
  }
  return undefined;
}

async function answerFound(
  footnote: Footnote,
  question: string,
  options: { readonly signal: AbortSignal },
): Promise<Answer | undefined> {
  const { hits } = await footnote.search(question, options);
  if (hits.length === 0) return undefined;
  const answer = await footnote.ask(question, options);
  return answer.abstained ? undefined : answer;
}

interface Candidate {
  readonly question: string;
  /** Whether a citation is of what the question was made from. Default: any is. */
  readonly quotes?: (citation: Citation) => boolean;
}

async function* candidates(footnote: Footnote, suggestions: readonly string[]): AsyncGenerator<Candidate> {
  for (const question of suggestions) yield { question };
  const documents = await footnote.listDocuments();
  const longest = documents.toSorted((a, b) => b.chunks - a.chunks).slice(0, documentsRead);
  const read = await Promise.all(
    longest.map(async ({ documentId, language }) => ({
      ...(await footnote.getDocumentText(documentId)),
      language,
    })),
  );
  // What every document says best goes before what one says besides.
  for (const questionsOf of [asked, answeredBySentences, onHeadings])
    for (const document of read) yield* [...questionsOf(document)].slice(0, perDocument);
}

interface ReadDocument extends Pick<DocumentText, 'text' | 'blocks'> {
  readonly language: string;
}

/** Headings that are questions already. */
function asked({ blocks }: ReadDocument): Candidate[] {
  return titlesOf(blocks)
    .filter((title) => /\s.*\s.*[?？]$/.test(title))
    .map((question) => ({ question }));
}

/** How a sentence of a language says what something is, when it was made or what it costs, and the question for it. */
const sayings: Readonly<Record<string, readonly (readonly [RegExp, (...parts: string[]) => string])[]>> = {
  en: [
    [/^(.+?) (is|are) (?:an?|the|one of) \p{L}+/u, (what, is) => `What ${is} ${what}?`],
    [
      /^(.+?) (was|were) (built|founded|created|written|opened|signed|published|made)\b.* in \d{4}\b/u,
      (what, was, done) => `When ${was} ${what} ${done}?`,
    ],
    [
      /^(.+?) (costs?) [^.]*\d/u,
      (what, costs) => `How much ${costs === 'costs' ? 'does' : 'do'} ${what} cost?`,
    ],
  ],
  de: [
    [/^(.+?) (ist|sind) (?:eine?|einer|der|die|das) \p{L}+/u, (what, is) => `Was ${is} ${what}?`],
    [/^(.+?) kostet [^.]*\d/u, (what) => `Wie viel kostet ${what}?`],
  ],
  es: [[/^(.+?) (es|son) (?:una?|el|la|los|las) \p{L}+/u, (what, is) => `¿Qué ${is} ${what}?`]],
};

/** Words that a sentence begins with which is about something else than they say, or nothing that has a name. */
const vague =
  /^(?:all|another|any|both|each|every|everything|goal|he|her|here|his|how|i|if|it|its|my|no|one|other|our|purpose|she|some|something|such|that|their|there|these|they|this|those|we|what|when|where|which|who|why|you|your|alle|das|dies|diese|dieser|dieses|dort|er|es|hier|ihr|man|sein|sie|wer|wir|así|esta|este|esto|ella|él|hay)\b/iu;

/** Paragraphs of a document that are read for such sentences. */
const paragraphsRead = 400;

/** What the document's own sentences answer. */
function* answeredBySentences({ text, blocks, language }: ReadDocument): Generator<Candidate> {
  const patterns = sayings[language] ?? [];
  const paragraphs = blocks.filter(({ kind }) => kind === 'paragraph').slice(0, paragraphsRead);
  for (const { start, end } of paragraphs) {
    const paragraph = text.slice(start, end);
    for (const place of proseSentences(paragraph, language)) {
      const sentence = paragraph.slice(place.start, place.end).replaceAll('**', '');
      for (const [pattern, question] of patterns) {
        const [, what = '', ...rest] = pattern.exec(sentence) ?? [];
        if (!isNamed(what, pattern === patterns[0]?.[0] ? 2 : 1)) continue;
        const at = start + place.start;
        yield {
          question: question(asWithin(what, text), ...rest),
          quotes: (citation) => citation.start <= at && at < citation.end,
        };
      }
    }
  }
}

/** Whether words name something by themselves: a few, none of them a mark, and so many of them behind an article. */
function isNamed(what: string, behindArticle: number): boolean {
  const words = what.split(' ');
  const least = /^(?:the|der|die|das|el|la)$/i.test(words[0] ?? '') ? 1 + behindArticle : 1;
  const isText = /^\p{L}[\p{L}\p{N} '’()/-]{3,50}$/u.test(what);
  return isText && words.length >= least && words.length <= 6 && !vague.test(what);
}

/** Words that begin a sentence as they stand within one: small where the text has them so, or begin with an article. */
function asWithin(what: string, text: string): string {
  const small = what.charAt(0).toLowerCase() + what.slice(1);
  return /^(?:an?|the|der|die|das|eine?|el|la|los|las|una?) /i.test(what) || text.includes(small)
    ? small
    : what;
}

/** English headings that say what something is about, as one asks for more of it. */
function onHeadings({ blocks, language }: ReadDocument): Candidate[] {
  if (language !== 'en') return [];
  return titlesOf(blocks)
    .filter(
      (title) => title.length >= 4 && title.length <= 60 && !generic.test(title) && !/[?？:,.|`]/.test(title),
    )
    .map((title) => ({
      question: `What is said about ${/^\p{Lu}[^\p{Lu}]*$/u.test(title) ? title.toLowerCase() : title}?`,
      quotes: ({ headingPath }) => headingPath.some((heading) => heading.endsWith(title)),
    }));
}

/**
 * Titles of headings without their numbers. Those of several words first, since one alone, as “History”, is mostly
 * about the whole; then sections before their parts, and the document's own title last.
 */
function titlesOf(blocks: ReadDocument['blocks']): string[] {
  return blocks
    .filter((block) => block.kind === 'heading')
    .toSorted((a, b) => vagueness(a) - vagueness(b))
    .map(({ title }) => title.replace(/^(?:\p{L}+ )?[\d.]+[.:)]?\s+/u, '').trim());
}

function vagueness({ level, title }: { readonly level: number; readonly title: string }): number {
  return (/\p{L}\P{L}+\p{L}/u.test(title) ? 0 : 10) + (level === 1 ? 7 : level);
}
