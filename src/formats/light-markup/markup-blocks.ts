import type { Block } from '../../contracts/parser.ts';
import { latexWords } from '../bibliography-parser.ts';
import { headingAnchors } from '../document/document-builder.ts';
import type { BlocksOfText } from '../document/properties.ts';
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
  /** A line of a comment, and of what is written for one format of output alone. */
  readonly comment?: RegExp;
  /** What a reader sees of a heading or a title as it is written. */
  readonly words?: (title: string) => string;
  /** Links, with the words that a reader sees of each in one of the groups; what has none stays as it is. */
  readonly links: RegExp;
}

const rst: Markup = {
  finder: restructuredText,
  aside: /^(?:\.\.(?:\s|$)|:[\w -]+:)/,
  comment: /^\.\.(?:\s+(?![[_|]|[\w:+.-]+::)[^\n]*)?(?:\n[ \t]+[^\n]*)*$/,
  words: (title) => title.replace(/``|\\(?=[^a-z\d\s])/gi, ''),
  links:
    /``(?:[^`]|`(?!`)){1,500}``|(?<![`\\])(?::[\w.+-]+(?::[\w.+-]+)?:`~?([^`<>]{1,300}?)(?:\s*<[^<>`]{1,500}>)?`|`([^`<>]{1,300}?)\s*<[^<>`]{1,500}>`_{1,2}|`([^`<>]{1,300})`__?)(?!\w)/g,
};
const adoc: Markup = {
  finder: asciiDoc,
  aside: /^(?:\/\/|:[\w-]+:|\[)/,
  comment: /^\/\/(?!\/)[^\n]*(?:\n\/\/(?!\/)[^\n]*)*$/,
  links:
    /(?<![\w/+`])(?:(?:link|xref|mailto):[^\s[\]]{1,500}|https?:\/\/[^\s[\]<>]{1,500})\[([^\]\n]{1,300})\]|<<[^<>,\n]{1,200},\s*([^<>\n]{1,300})>>/g,
};
const org: Markup = {
  finder: orgMode,
  title: /^#\+title:[ \t]*(\S.*?)[ \t]*$/im,
  aside: /^#/,
  comment:
    /^#(?: [^\n]*)?(?:\n#(?: [^\n]*)?)*$|^#\+begin_(?:export|comment)\b[^]*#\+end_(?:export|comment)$/i,
  words: (title) => title.replace(/\[\[(?:[^[\]]*\]\[)?([^[\]]*)\]\]/g, '$1'),
  links: /\[\[(?:[^[\]\n]{1,500}\]\[)([^[\]\n]{1,300})\]\]/g,
};
const tex: Markup = {
  finder: latex,
  title: /\\title(?:\[[^[\]]*\])?\{((?:[^{}]|\{[^{}]*\})+)\}/,
  aside: /^[%\\]/,
  comment: /^%[^\n]*(?:\n[ \t]*%[^\n]*)*$/,
  words: (title) => latexWords(title.replace(/\\\\|\\(?:label|thanks|footnote)\{[^{}]*\}/g, ' ')),
  links: /\\href\{[^{}\n]{1,500}\}\{([^{}\n]{1,300})\}/g,
};
/** A log has no headings. */
const log: Markup = { finder: () => () => undefined, links: /(?!)/g };

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

/** A text in light markup, and what it is made of. */
export interface MarkupBlocks extends BlocksOfText {
  readonly title?: string;
}

/**
 * A cleaned text with its blocks, by the light markup that its file's ending names; undefined where it names none.
 * Links are their words, but in code.
 */
export function markupBlocks(path: string, text: string): MarkupBlocks | undefined {
  const markup = markups[/\.[^./]*$/.exec(path.toLowerCase())?.[0] ?? ''];
  if (!markup) return undefined;
  const { words = (title) => title } = markup;
  const all = blocksOf(text, markup.finder(), words);
  const blocks = all.filter(
    ({ kind, start, end }) => kind !== 'paragraph' || !markup.comment?.test(text.slice(start, end)),
  );
  const named = markup.title?.exec(text)?.[1];
  const title = named === undefined ? openingTitle(text, blocks, markup) : words(named);
  const shown = withLinksAsWords({ text, blocks }, markup.links);
  return { ...shown, ...(title && { title: title.replace(/\s+/g, ' ').trim() }) };
}

function withLinksAsWords({ text, blocks }: BlocksOfText, links: RegExp): BlocksOfText {
  if (text.search(links) === -1) return { text, blocks };
  let shown = '';
  let position = 0;
  const write = (until: number, isAsWritten: boolean): number => {
    const source = text.slice(position, until);
    position = until;
    shown += isAsWritten
      ? source
      : source.replace(links, (whole: string, ...groups: unknown[]) => {
          const words = groups.slice(0, 3).find((group) => typeof group === 'string');
          return typeof words === 'string' ? words : whole;
        });
    return shown.length;
  };
  const moved = blocks.map((block): Block => {
    const start = write(block.start, true);
    const isAsWritten = block.kind === 'code' || block.kind === 'equation';
    const header = 'headerEnd' in block ? { headerEnd: write(block.headerEnd, isAsWritten) } : {};
    return { ...block, ...header, start, end: write(block.end, isAsWritten) };
  });
  // A panel ends with the last block in it.
  for (const [index, block] of blocks.entries()) {
    if (block.kind !== 'heading' || block.until === undefined) continue;
    const { until } = block;
    let last = index;
    while ((blocks[last + 1]?.end ?? Number.POSITIVE_INFINITY) <= until) last += 1;
    moved[index] = { ...(moved[index] as typeof block), until: moved[last]?.end ?? 0 };
  }
  write(text.length, true);
  return { text: shown, blocks: moved };
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
          found.kind === 'heading' && found.reach
            ? offset +
                lines
                  .slice(index, index + 1 + found.reach)
                  .join('\n')
                  .trimEnd().length
            : undefined,
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
  until: number | undefined,
): Block {
  if (found.kind === 'heading') {
    const named = { kind: found.kind, level: found.level, ...anchor(found.title) } as const;
    return { ...named, ...(until !== undefined && { until }), ...span };
  }
  if (found.kind === 'table') {
    const header = taken.slice(0, found.headerLines).join('\n').length;
    return { kind: found.kind, headerEnd: header === 0 ? span.start : offset + header, ...span };
  }
  if (found.kind !== 'code') return { kind: found.kind, ...span };
  return { kind: found.kind, ...(found.language && { language: found.language }), ...span };
}
