import type { Block } from '../../contracts/parser.ts';
import { latexWords } from '../bibliography-parser.ts';
import { headingAnchors } from '../document/document-builder.ts';
import { plainParagraphs } from '../document/text-format.ts';
import {
  asciiDoc,
  type BlockFinder,
  isBlank,
  type LineBlock,
  latex,
  orgMode,
  restructuredText,
} from './line-blocks.ts';

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
