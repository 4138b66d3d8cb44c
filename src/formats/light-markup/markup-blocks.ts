import type { Block } from '../../contracts/parser.ts';
import { latexWords } from '../bibliography-parser.ts';
import { headingAnchors } from '../document/document-builder.ts';
import { plainParagraphs } from '../document/text-format.ts';
import { asciiDoc } from './ascii-doc.ts';
import { latex } from './latex.ts';
import { orgMode } from './org-mode.ts';
import { restructuredText } from './restructured-text.ts';

/** A light markup. */
interface Markup {
  /** A new finder for each text. */
  readonly finder: () => BlockFinder;
  /** How a document names itself where no heading does, in the pattern's group. */
  readonly title?: RegExp;
  /** How a paragraph begins that is for programs only: a title may stand below such. */
  readonly aside?: RegExp;
  /** What a reader sees of a heading or a title as it is written. */
  readonly words?: (title: string) => string;
}

const rst: Markup = {
  finder: restructuredText,
  aside: /^(?:\.\.(?:\s|$)|:[\w -]+:)/,
  words: (title) => title.replace(/``|\\(?=[^a-z\d\s])/gi, ''),
};
const adoc: Markup = { finder: asciiDoc, aside: /^(?:\/\/|:[\w-]+:|\[)/ };
const org: Markup = {
  finder: orgMode,
  title: /^#\+title:[ \t]*(\S.*?)[ \t]*$/im,
  aside: /^#/,
  words: (title) => title.replace(/\[\[(?:[^[\]]*\]\[)?([^[\]]*)\]\]/g, '$1'),
};
const tex: Markup = {
  finder: latex,
  title: /\\title(?:\[[^[\]]*\])?\{((?:[^{}]|\{[^{}]*\})+)\}/,
  aside: /^[%\\]/,
  words: (title) => latexWords(title.replace(/\\\\|\\(?:label|thanks|footnote)\{[^{}]*\}/g, ' ')),
};
/** A log has no headings. */
const log: Markup = { finder: () => () => undefined };

const markups: Readonly<Record<string, Markup>> = {
  '.rst': rst,
  '.rest': rst,
  '.adoc': adoc,
  '.asciidoc': adoc,
  '.org': org,
  '.tex': tex,
  '.latex': tex,
  '.log': log,
};

/** File name endings of texts with a markup of their own, lower case with their dot. */
export const markupExtensions: readonly string[] = Object.keys(markups);

/** What a text in light markup is made of. */
export interface MarkupBlocks {
  readonly blocks: readonly Block[];
  readonly title?: string;
}

/** The blocks of a cleaned text by the light markup that its file's ending names; undefined where it names none. */
export function markupBlocks(path: string, text: string): MarkupBlocks | undefined {
  const markup = markups[/\.[^./]*$/.exec(path.toLowerCase())?.[0] ?? ''];
  if (!markup) return undefined;
  const { words = (title) => title } = markup;
  const blocks = blocksOf(text, markup.finder(), words);
  const named = markup.title?.exec(text)?.[1];
  const title = named === undefined ? openingTitle(text, blocks, markup) : words(named);
  return { blocks, ...(title && { title: title.replace(/\s+/g, ' ').trim() }) };
}

/** The first heading, where nothing stands above it that is to be read. */
function openingTitle(text: string, blocks: readonly Block[], { aside }: Markup): string | undefined {
  const first = blocks.find(({ start, end }) => !aside?.test(text.slice(start, end)));
  return first?.kind === 'heading' ? first.title : undefined;
}

function blocksOf(text: string, find: BlockFinder, words: (title: string) => string): Block[] {
  const anchorOf = headingAnchors();
  const anchor: typeof anchorOf = (title) => anchorOf(words(title));
  const lines = text.split('\n');
  const blocks: Block[] = [];
  let written = 0;
  let offset = 0;
  /** The line right below the last block. */
  let apart = 0;
  for (let index = 0; index < lines.length; ) {
    const found = find(lines, index, index === apart || isBlank(lines[index - 1]));
    const taken = lines.slice(index, index + (found?.lines ?? 1));
    const end = offset + taken.join('\n').length;
    if (found) {
      const start = found.kind === 'code' ? offset : end - taken.join('\n').trimStart().length;
      blocks.push(...plainParagraphs(text, written, offset));
      blocks.push(
        toBlock(
          found,
          { start, end: start + text.slice(start, end).trimEnd().length },
          taken,
          offset,
          anchor,
        ),
      );
      written = end;
    }
    offset = end + 1;
    index += taken.length;
    if (found) apart = index;
  }
  return [...blocks, ...plainParagraphs(text, written)];
}

function toBlock(
  found: LineBlock,
  span: { readonly start: number; readonly end: number },
  taken: readonly string[],
  offset: number,
  anchor: ReturnType<typeof headingAnchors>,
): Block {
  if (found.kind === 'heading')
    return { kind: found.kind, level: found.level, ...anchor(found.title), ...span };
  if (found.kind === 'table') {
    const header = taken.slice(0, found.headerLines).join('\n').length;
    return { kind: found.kind, headerEnd: header === 0 ? span.start : offset + header, ...span };
  }
  if (found.kind !== 'code') return { kind: found.kind, ...span };
  return { kind: found.kind, ...(found.language && { language: found.language }), ...span };
}

/** What begins at a line of a text in light markup, and how many lines it takes, its marks included. */
export type LineBlock = { readonly lines: number } & (
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'code'; readonly language?: string }
  /** `headerLines`: how many of the lines are header; 0 where none are. */
  | { readonly kind: 'table'; readonly headerLines: number }
  | { readonly kind: 'list' | 'equation' | 'paragraph' }
);

/**
 * Finds the block that begins at a line, if one does; what is none is in paragraphs. Called from the top with every
 * line that no block has taken; it may remember. `isApart`: no words that it could go on with stand right above, but a
 * blank line or another block.
 */
export type BlockFinder = (
  lines: readonly string[],
  index: number,
  isApart: boolean,
) => LineBlock | undefined;

const maxTitleLength = 200;

/** A heading of as many levels as marks stand before it: the two groups of the pattern that found it. */
export function markedHeading(found: RegExpExecArray | null): LineBlock | undefined {
  const [, marks = '', title = ''] = found ?? [];
  return found && title.length <= maxTitleLength
    ? { kind: 'heading', level: Math.min(6, marks.length), title, lines: 1 }
    : undefined;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || !/\S/.test(line);
}

/** White space before the first word, in characters. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** How many lines from `from` on stay true, blank ones at the end left out; blank ones are true in between. */
export function countWhile(
  lines: readonly string[],
  from: number,
  stays: (line: string, index: number) => boolean,
): number {
  let count = 0;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] as string;
    if (isBlank(line)) continue;
    if (!stays(line, index)) break;
    count = index - from + 1;
  }
  return count;
}

/** Lines from `from` to the first that closes, with it; 0 where none does. */
export function countThrough(
  lines: readonly string[],
  from: number,
  closes: (line: string) => boolean,
): number {
  for (let index = from; index < lines.length; index++) {
    if (closes(lines[index] as string)) return index - from + 1;
  }
  return 0;
}

/** The lines from `from` on that stay true without a break. */
export function linesWhile(
  lines: readonly string[],
  from: number,
  stays: (line: string) => boolean,
): readonly string[] {
  let end = from;
  while (end < lines.length && stays(lines[end] as string)) end += 1;
  return lines.slice(from, end);
}

/**
 * The list whose first item begins at a line: its items, what is indented below them, and, unless it `endsAtMargin`,
 * lines that go on without a blank one between.
 */
export function listAt(
  lines: readonly string[],
  index: number,
  item: RegExp,
  { endsAtMargin = false }: { readonly endsAtMargin?: boolean } = {},
): LineBlock | undefined {
  const first = lines[index] as string;
  if (!item.test(first)) return undefined;
  const base = indentOf(first);
  const count = countWhile(lines, index, (line, at) => {
    const goesOn = !endsAtMargin && at > index && !isBlank(lines[at - 1]);
    return goesOn || indentOf(line) > base || (indentOf(line) === base && item.test(line));
  });
  return { kind: 'list', lines: count };
}
