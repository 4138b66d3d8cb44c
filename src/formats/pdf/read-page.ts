import { getResolvedPDFJS } from 'unpdf';
import type { DrawnBoxes } from './drawn-boxes.ts';
import {
  characterCount,
  joinRuns,
  type PageText,
  partedByPrint,
  type Run,
  type Sheet,
} from './layout/lines.ts';
import type { PdfPage } from './open-pdf.ts';
import { writtenInto } from './page-annotations.ts';
import type { PageFonts, ReadableText } from './page-fonts.ts';
import { taggedBlocks } from './tagged/tagged-blocks.ts';

type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;
type Matrix = readonly number[];

/** What is known of the document while its pages are read. */
export interface ReadingContext {
  readonly fonts: PageFonts;
  readonly boxes: DrawnBoxes;
  /** Whether the document says that its content is tagged. */
  readonly isTagged: boolean;
}

/** The text of one page by direction, in fragments, and by its tags, with what is written into it. */
export async function readPage(page: PdfPage, { fonts, boxes, isTagged }: ReadingContext): Promise<PageText> {
  const content = await page.getTextContent({ includeMarkedContent: isTagged });
  const fontNames = Object.keys(content.styles);
  const words = content.items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');
  const gaps = await fonts.learn(
    page,
    fontNames,
    words.map(({ str }) => str),
  );
  const texts = new Map<TextItem, ReadableText>();
  for (const [name, items] of Map.groupBy(words, ({ fontName }) => fontName)) {
    const readable = fonts.readable(
      name,
      items.map(({ str }) => str),
    );
    for (const [index, item] of items.entries()) texts.set(item, readable[index] as ReadableText);
  }
  const spacedLines = new Set(words.filter(({ str }) => spacedLetters.test(str)).map(lineKey));
  const withHyphens = await fonts.hyphenRestorer(page, fontNames);
  const withLigatures = await fonts.ligatureRestorer(page, fontNames);
  const { Util } = await getResolvedPDFJS();
  const { transform, height } = page.getViewport({ scale: 1 });
  const runs: (Run & { readonly angle: number })[] = [];
  const marks = new MarkStack();
  let afterSpace = false;
  let unread = 0;
  for (const item of content.items) {
    if (!('str' in item)) {
      marks.pass(item);
      continue;
    }
    const known = texts.get(item);
    if (!known) {
      afterSpace ||= item.str !== '';
      continue;
    }
    unread += known.unread;
    if (known.text === '') continue;
    const isVertical = content.styles[item.fontName]?.vertical === true;
    const place = placeOf(item, Util.transform(transform, item.transform) as Matrix, isVertical);
    const look = lookOf(item, content, fonts);
    const isSpaced = spacedLines.has(lineKey(item));
    const text = withHyphens(withoutLetterSpacing(withBasicLetters(withLigatures(known.text)), isSpaced));
    if (isPlaced(place) && !marks.isArtifact)
      runs.push({ ...place, ...look, text, afterSpace, mark: marks.id });
    afterSpace = false;
  }
  const upright = runs.filter(({ angle }) => angle === 0);
  const turned = runs.filter(({ angle }) => angle !== 0);
  const written = await writtenInto(page, upright, boxes);
  const all = [...written.runs, ...turned];
  const sheets = [...Map.groupBy(all, ({ angle }) => angle)].flatMap(([angle, group]): Sheet[] => {
    const [below, above] = partedByPrint(joinRuns(group));
    return above.length === 0
      ? [{ angle, fragments: below }]
      : [
          { angle, fragments: below },
          { angle, fragments: above },
        ];
  });
  sheets.sort((a, b) => characterCount(b.fragments) - characterCount(a.fragments));
  const isMarked = runs.some(({ mark }) => mark !== undefined);
  const tree = isMarked ? await page.getStructTree() : null;
  const tagged = tree ? taggedBlocks(tree, all) : undefined;
  return {
    page: page.pageNumber,
    height,
    sheets,
    ...(tagged && { tagged }),
    annotations: written.paragraphs,
    unread: Math.max(unread, gaps.unread),
    hasUnreadFont: gaps.hasUnreadFont,
  };
}

/** The marks around what a page draws, from the outermost to the innermost (ISO 32000-1, 14.6). */
class MarkStack {
  readonly #marks: { readonly id: string | undefined; readonly isArtifact: boolean }[] = [];

  /** Enters or leaves a mark. */
  pass({ type, id, tag }: { readonly type: string; readonly id?: string; readonly tag?: string }): void {
    if (type === 'endMarkedContent') this.#marks.pop();
    else this.#marks.push({ id: id ?? this.id, isArtifact: this.isArtifact || tag === 'Artifact' });
  }

  /** Identifier of the innermost mark that has one. */
  get id(): string | undefined {
    return this.#marks.at(-1)?.id;
  }

  /** Whether this is a running head, a page number, a watermark: no content. */
  get isArtifact(): boolean {
    return this.#marks.at(-1)?.isArtifact ?? false;
  }
}

/** Letters and signs as they are written, for the shapes that stand for them within words and in vertical writing. */
function withBasicLetters(text: string): string {
  return text.replace(/[\ufb50-\ufbff\ufe10-\ufe19\ufe30-\ufe48\ufe70-\ufefc]+/g, (shapes) =>
    shapes.normalize('NFKC'),
  );
}

/** Letters of which each stands apart from the next. */
const spacedLetters = /^\p{L}(?: \p{L}){3,}$/u;

/** Signs of which each stands apart from the next: on a line with such letters, a short word or a number. */
const spacedSigns = /^[^\s](?: [^\s])+$/u;

/** What is set in one font on one baseline. */
function lineKey({ fontName, transform }: TextItem): string {
  return `${fontName} ${Math.round(transform[5] as number)}`;
}

/**
 * `a r t i c l e`, as headings are set, as the word that it is, and `t h e` on its line (`isSpaced`); letters in the
 * order of the alphabet are a list.
 */
function withoutLetterSpacing(text: string, isSpaced: boolean): string {
  if (!(isSpaced ? spacedSigns : spacedLetters).test(text)) return text;
  const letters = text.split(' ');
  const steps = letters
    .slice(1)
    .map((letter, index) => letter.charCodeAt(0) - (letters[index]?.charCodeAt(0) ?? 0));
  const isAlphabet = steps.length > 2 && steps.every((step) => step === 1 || step === 2);
  return isAlphabet ? text : letters.join('');
}

function lookOf(item: TextItem, { styles }: TextContent, fonts: PageFonts) {
  return {
    ...fonts.styleOf(item.fontName),
    isMonospaced: styles[item.fontName]?.fontFamily === 'monospace',
    isRightToLeft: item.dir === 'rtl',
  };
}

/**
 * Where a run stands once its direction is turned to run from left to right. Vertical writing runs down the page and
 * its lines follow each other to the left, as those of text do that is turned by a quarter; its origin is the middle of
 * the column.
 */
function placeOf(item: TextItem, [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0]: Matrix, isVertical: boolean) {
  const size = Math.hypot(c, d);
  const [own, drawn] = isVertical ? [item.transform.slice(2, 4), size] : [item.transform, Math.hypot(a, b)];
  const scale = drawn / (Math.hypot(own[0] as number, own[1] as number) || 1);
  const angle = (wholeDegrees(Math.atan2(b, a)) + (isVertical ? 90 : 0)) % 360;
  const radians = (angle * Math.PI) / 180;
  const left = x * Math.cos(radians) + y * Math.sin(radians);
  const baseline = y * Math.cos(radians) - x * Math.sin(radians) + (isVertical ? 0.3 * size : 0);
  return { angle, left, right: left + (isVertical ? item.height : item.width) * scale, baseline, size };
}

/** Damaged fonts and matrices leave text without a size or a place, which nobody would see on the page either. */
function isPlaced({ left, right, baseline, size }: ReturnType<typeof placeOf>): boolean {
  return size > 0 && Number.isFinite(size) && Number.isFinite(left + right + baseline);
}

/** 0–359; a slant of a degree or two, as scanners leave it, counts as none. */
function wholeDegrees(radians: number): number {
  const degrees = Math.round((radians * 180) / Math.PI);
  const nearest = Math.round(degrees / 90) * 90;
  return ((Math.abs(degrees - nearest) <= 3 ? nearest : degrees) + 360) % 360;
}
