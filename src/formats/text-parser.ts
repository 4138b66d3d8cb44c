import type { Block, Parser } from '../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import { codeBlocks } from '../text/sentences/code-fence.ts';
import { headingAnchors } from './document/document-builder.ts';
import { languageOf, looksLikeText, plainParagraphs, readText } from './document/text-format.ts';
import { type MarkupBlocks, markupBlocks, markupExtensions } from './light-markup/markup-blocks.ts';

/**
 * Plain text: paragraphs between blank lines. A short line underlined with `=`, `-` or `~` is a heading, also one that
 * stands alone between two such rules, and so is a numbered one alone before running text (`2.1 Methods`), but none in
 * code between backticks. In reStructuredText, AsciiDoc, Org and LaTeX headings, code, tables, lists and equations are
 * what they are there; the text keeps its markup. Form feeds part pages. Title: the first heading where it opens the
 * document, or what the markup has for one.
 */
export const textParser: Parser = {
  name: 'text',
  extensions: ['.txt', '.text', ...markupExtensions],
  version: 12,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    throwIfAborted(options.signal);
    const { text: written, encoding, warnings } = readText(file);
    const { text, blocks, title } = markupBlocks(file.path, written) ?? plainBlocks(written);
    // Of a file in a light markup that is all comments.
    if (blocks.length === 0) throw new FootnoteError('file_empty', { path: file.path });
    return {
      text,
      blocks: withPages(text, blocks),
      ...(title && { title }),
      language: languageOf(text, encoding),
      metadata: {},
      warnings,
    };
  },
};

/** Blocks with the page that they begin on, where the text has form feeds. */
function withPages(text: string, blocks: readonly Block[]): readonly Block[] {
  let feed = text.indexOf('\f');
  if (feed === -1) return blocks;
  let page = 1;
  return blocks.map((block) => {
    for (; feed !== -1 && feed < block.start; feed = text.indexOf('\f', feed + 1)) page += 1;
    return { ...block, page };
  });
}

interface Candidate {
  readonly level: number;
  readonly title: string;
  /** The underlined line and its rule; a numbered heading is the whole paragraph. */
  readonly end: number;
  readonly isNumbered: boolean;
}

function plainBlocks(text: string): MarkupBlocks {
  const blocks = textBlocks(text);
  const first = blocks[0];
  return { text, blocks, ...(first?.kind === 'heading' && { title: first.title }) };
}

function textBlocks(text: string): Block[] {
  const anchor = headingAnchors();
  const paragraphs = plainParagraphs(text);
  const isInCode = codeFollower(text);
  const candidates = paragraphs.map(({ start, end }) =>
    isInCode(start) ? undefined : headingCandidate(text, start, end),
  );
  return paragraphs.flatMap((paragraph, index): Block[] => {
    const candidate = candidates[index];
    const neighbours = [candidates[index - 1], candidates[index + 1]];
    if (!candidate || neighbours.some((other) => areListed(candidate, other))) return [paragraph];
    const heading: Block = {
      kind: 'heading',
      level: candidate.level,
      ...anchor(candidate.title),
      start: paragraph.start,
      end: candidate.end,
    };
    return [heading, ...plainParagraphs(text, candidate.end, paragraph.end)];
  });
}

/** Tells of places that are asked about in order whether they are code between fences. */
function codeFollower(text: string): (place: number) => boolean {
  // Tildes are rules here.
  const blocks = codeBlocks(text.replaceAll('~', '-')).filter(({ isOpen }) => !isOpen);
  let next = 0;
  return (place) => {
    while ((blocks[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next += 1;
    return (blocks[next]?.start ?? Number.POSITIVE_INFINITY) <= place;
  };
}

/** Numbered lines of one level one after the other are a list; below a chapter's heading is that of its section. */
function areListed(candidate: Candidate, other: Candidate | undefined): boolean {
  return candidate.isNumbered && other?.isNumbered === true && candidate.level === other.level;
}

const maxHeadingLength = 100;

/** Long enough for a heading between rules that are wider than it. */
const searchedLength = 5 * maxHeadingLength;

const underlined =
  /^(?:[ \t]*(={3,}|-{3,}|~{3,})[ \t]*\n)?[ \t]*(\S[^\n]*?)[ \t]*\n[ \t]*(={3,}|-{3,}|~{3,})[ \t]*(?:\n|$)/;

/** By how rules are mostly used one below the other. */
const levelByRule = ['=', '-', '~'];

/** Between the names of columns. */
const gap = /\S(?: {3,}|\t)\s*\S/;

const numbered = /^[ \t]*((\d{1,3}(?:\.\d{1,3}){0,5})\.?[ \t]+\p{Lu}[^\n]*[^\s.,;:!?])[ \t]*$/u;

function headingCandidate(text: string, start: number, end: number): Candidate | undefined {
  const head = text.slice(start, Math.min(end, start + searchedLength));
  const [ruled = '', above, title = '', below = ''] = underlined.exec(head) ?? [];
  const headingEnd = start + ruled.trimEnd().length;
  const isName = title.length <= maxHeadingLength && /[\p{L}\p{N}]/u.test(title) && !gap.test(title);
  // Rows that follow the second of two rules make what stands between them the head of a table.
  const isBoxed = above !== undefined && above[0] === below[0] && headingEnd === end;
  if (isName && (above === undefined || isBoxed)) {
    return { level: levelByRule.indexOf(below.charAt(0)) + 1, title, end: headingEnd, isNumbered: false };
  }
  const number = end - start <= maxHeadingLength ? numbered.exec(head) : null;
  if (!number?.[1] || !number[2]) return undefined;
  return { level: number[2].split('.').length, title: number[1], end, isNumbered: true };
}
