import type { Block } from '../../contracts/parser.ts';

/** What figures are called before their number, in the languages that documents are mostly in. */
const names =
  'fig(?:ure)?s?|abb(?:ildung(?:en)?)?|ilustraci[oó]n|illustration|figuras?|figur|afbeelding|rys(?:unek)?|рис(?:унок|унки)?|図|图|圖|그림';

/** `3`, `2.1`, `4-2`, `3a`. */
const number = String.raw`\d{1,3}(?:[.\-–]\d{1,3}){0,2}[a-z]?(?![\p{Script=Latin}\p{N}])`;
const caption = new RegExp(String.raw`^(?:${names})\.?\s*(${number})(\s*[.:|–—-]\s|\s*[.:：|]|\s+|$)`, 'iu');

/** A number behind one word, marks of Markdown and all: what does not begin with it is no caption. */
const beginning = /(?:\s*!\[)?[\p{L}*_]+(?:[.\s][\s*_]*)?\d/uy;

/** Signs between the number of a figure and what is said of it. */
const sign = /[.:：|–—-]/;

/** Longer ones are text. */
const maxCaption = 600;

/** As it is shown, without the marks that Markdown has around words and before a picture. */
function bare(text: string): string {
  return text.slice(0, maxCaption + 1).replace(/^\s*!\[|[*_]/g, '');
}

/** The number of the figure that a text is, or begins as, the caption of; undefined where it is none. */
export function captionNumber(text: string): string | undefined {
  return caption.exec(bare(text))?.[1]?.toLowerCase();
}

/**
 * Whether a paragraph is the caption of a figure, and does not only begin with one: behind the number stands a sign,
 * or, where a picture is beside it, what no sentence goes on with: a capital letter, or a blank where words have none.
 */
export function isCaption(text: string, { hasPicture }: { readonly hasPicture: boolean }): boolean {
  const shown = bare(text);
  const found = caption.exec(shown);
  if (!found || text.length > maxCaption) return false;
  const rest = shown.slice(found[0].length);
  if (sign.test(found[2] ?? '')) return rest !== '';
  return hasPicture && (rest === '' || /^[\p{Lu}\p{Lo}«„“"(]/u.test(rest));
}

const and = String.raw`(?:\s*(?:,|&|and|und|et|y|e|bis|to|à|a|和|、|及|–|-)\s*(?:${number}))*`;
const named = new RegExp(
  String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}])(?:${names})\.?\s*(${number}${and})`,
  'giu',
);

/** A picture between the blocks of a text, or within one. */
export interface PlacedPicture {
  /** Where it stands in the text, which has nothing of it: the two are equal. */
  readonly start: number;
  readonly end: number;
  /** As {@link Block} has it. */
  readonly picture: string;
}

/**
 * Stands for a picture that the file does not hold, or that cannot be handed out, until the document is finished: its
 * caption is of no other.
 */
export const notInFile = '';

/**
 * Blocks with captions as figures, by their words or by the picture before or behind them, and with that picture; and,
 * for each of these that has a number, where the text names it first: the paragraph, list or quotation that says
 * “Figure 3 shows …” or “(see Fig. 3)”.
 */
export function withFigures(
  text: string,
  blocks: readonly Block[],
  pictures: readonly PlacedPicture[] = [],
): readonly Block[] {
  const between = picturesBetween(blocks, pictures);
  const captioned = withCaptions(text, blocks, between);
  const hasFigures = captioned.some(({ kind }) => kind === 'figure');
  return hasFigures ? withMentions(text, withPictures(captioned, between)) : captioned;
}

/** Those in one place, by the place of the block behind it; none where there are none. */
type PicturesBetween = readonly (readonly string[] | undefined)[];

/** The pictures before each block, and in the end behind the last; one within a block stands behind it. */
function picturesBetween(blocks: readonly Block[], pictures: readonly PlacedPicture[]): PicturesBetween {
  const between: string[][] = [];
  let index = 0;
  for (const { start, picture } of pictures) {
    while (index < blocks.length && (blocks[index] as Block).start < start) index += 1;
    (between[index] ??= []).push(picture);
  }
  return between;
}

function withCaptions(text: string, blocks: readonly Block[], between: PicturesBetween): readonly Block[] {
  return blocks.map((block, index): Block => {
    beginning.lastIndex = block.start;
    if (block.kind !== 'paragraph' || !beginning.test(text)) return block;
    const hasPicture =
      [blocks[index - 1], blocks[index + 1]].some((one) => one?.kind === 'figure') ||
      [between[index], between[index + 1]].some((some) => some?.some((picture) => picture !== notInFile));
    const isFigure = isCaption(text.slice(block.start, block.end), { hasPicture });
    return isFigure ? { ...block, kind: 'figure' } : block;
  });
}

/**
 * Captions with the picture above or below them, beyond other words of the same figure. Which of two it is, is as in
 * the rest of the document: the first that has a picture on one side alone tells it, else captions stand below.
 */
function withPictures(blocks: readonly Block[], between: PicturesBetween): readonly Block[] {
  const beside: { above?: string | undefined; below?: string | undefined }[] = blocks.map(() => ({}));
  for (const [index, block] of blocks.entries()) {
    const above = between[index]?.at(-1) ?? pictureOf(blocks[index - 1]) ?? beside[index - 1]?.above;
    if (isCaptionOnly(block)) beside[index] = { above };
  }
  for (const [index, block] of [...blocks.entries()].toReversed()) {
    const below = between[index + 1]?.[0] ?? pictureOf(blocks[index + 1]) ?? beside[index + 1]?.below;
    if (isCaptionOnly(block)) beside[index] = { ...beside[index], below };
  }
  const telling = beside.find(({ above, below }) => (above === undefined) !== (below === undefined));
  const areAbove = telling !== undefined && telling.above === undefined;
  return blocks.map((block, index) => {
    const { above, below } = beside[index] ?? {};
    if (block.kind === 'figure' && block.picture === notInFile) {
      const { picture: _, ...figure } = block;
      return figure;
    }
    const picture = areAbove ? (below ?? above) : (above ?? below);
    return picture ? ({ ...block, picture } as Block) : block;
  });
}

/** Whether a figure does not say itself which picture it is of. */
function isCaptionOnly(block: Block): boolean {
  return block.kind === 'figure' && block.picture === undefined;
}

function pictureOf(block: Block | undefined): string | undefined {
  return block?.kind === 'figure' ? block.picture : undefined;
}

function withMentions(text: string, blocks: readonly Block[]): readonly Block[] {
  const numberOf = (block: Block): string | undefined =>
    block.kind === 'figure' ? captionNumber(text.slice(block.start, block.end)) : undefined;
  if (!blocks.some(numberOf)) return blocks;
  const mentions = new Map<string, { readonly start: number; readonly end: number }>();
  for (const { kind, start, end } of blocks) {
    if (kind !== 'paragraph' && kind !== 'list' && kind !== 'quote') continue;
    for (const [, numbers = ''] of text.slice(start, end).matchAll(named))
      for (const each of numbers.toLowerCase().match(/\d[\d.\-–]*[a-z]?/g) ?? [])
        if (!mentions.has(each)) mentions.set(each, { start, end });
  }
  return blocks.map((block) => {
    const mention = mentions.get(numberOf(block) ?? '');
    return mention && block.kind === 'figure' ? { ...block, mention } : block;
  });
}
