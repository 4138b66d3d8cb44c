import { getResolvedPDFJS } from 'unpdf';
import {
  characterCount,
  joinRuns,
  type PageText,
  partedByPrint,
  type Run,
  type Sheet,
} from './layout/lines.ts';
import type { PdfPage } from './open-pdf.ts';
import type { PageFonts, ReadableText } from './page-fonts.ts';
import { taggedBlocks } from './tagged/tagged-blocks.ts';

type TextContent = Awaited<ReturnType<PdfPage['getTextContent']>>;
type TextItem = Extract<TextContent['items'][number], { str: string }>;
type Matrix = readonly number[];

/** What is known of the document while its pages are read. */
export interface ReadingContext {
  readonly fonts: PageFonts;
  /** Whether the document says that its content is tagged. */
  readonly isTagged: boolean;
}

/** The text of one page by direction, in fragments, and by its tags, with what is written into it. */
export async function readPage(page: PdfPage, { fonts, isTagged }: ReadingContext): Promise<PageText> {
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
  const restored = await fonts.hyphenRestorer(page, fontNames);
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
    const text = restored(withoutLetterSpacing(withBasicLetters(known.text), isSpaced));
    if (isPlaced(place) && !marks.isArtifact)
      runs.push({ ...place, ...look, text, afterSpace, mark: marks.id });
    afterSpace = false;
  }
  const upright = runs.filter(({ angle }) => angle === 0);
  const turned = runs.filter(({ angle }) => angle !== 0);
  const written = await readAnnotations(page, upright);
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

/** What pdf.js says of an annotation (ISO 32000-1, 12.5.6, 12.7.4), as far as it is read here. */
interface Annotation {
  readonly id?: string;
  /** In units of the page, two corners. */
  readonly rect?: readonly number[];
  readonly subtype?: string;
  readonly hidden?: boolean;
  readonly annotationFlags?: number;
  readonly contentsObj?: { readonly str: string };
  readonly titleObj?: { readonly str: string };
  /** The words that a highlight or an underline lies over. */
  readonly overlaidText?: string;
  readonly fieldName?: string;
  /** What the form shows to a reader as the field's name. */
  readonly alternativeText?: string;
  readonly fieldType?: string;
  readonly fieldValue?: string | readonly string[] | null;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly pushButton?: boolean;
  readonly exportValue?: string;
  readonly buttonValue?: string;
  readonly options?: readonly { readonly exportValue: string; readonly displayValue: string }[];
}

/** Their words are said elsewhere, or are none. */
const withoutWords = new Set(['Link', 'Popup', 'Widget', 'FileAttachment']);

/** Invisible, hidden, not to be viewed (ISO 32000-1, table 165). */
const unseenFlags = 0b100011;

/** Font sizes by which a check box or a field may stand off the words that name it. */
const maxLabelGap = 3;

/** What is written into a page: the runs with what was filled in beside them, and paragraphs for the rest. */
interface WrittenInto<Drawn extends Run> {
  readonly runs: readonly Drawn[];
  readonly paragraphs: readonly string[];
}

/**
 * What somebody wrote on a page, in the file's order. A check box stands before the words beside it, ticked as ☒ and
 * empty as ☐, and a filled-in field behind the words and the colon
 * before it. Of the others there is a paragraph in lines
 * `name: value` or `☒ name`, and one for each note, with its author. `runs` stand upright.
 */
async function readAnnotations<Drawn extends Run>(
  page: PdfPage,
  runs: readonly Drawn[],
): Promise<WrittenInto<Drawn>> {
  const annotations = ((await page.getAnnotations()) as readonly Annotation[]).filter(isSeen);
  if (annotations.length === 0) return { runs, paragraphs: [] };
  const { transform } = page.getViewport({ scale: 1 });
  const written = [...runs];
  const lines: string[] = [];
  for (const field of annotations.filter(({ subtype }) => subtype === 'Widget')) {
    const value = fieldValue(field).trim();
    if (value === '') continue;
    const rect = field.rect && boxOf(field.rect, transform);
    const place = rect && besideOf(written, rect, value);
    if (place) written[place.index] = withValue(written[place.index] as Drawn, value, place.isBehind, rect);
    else lines.push(fieldLine(field, value));
  }
  const notes = [...annotations.flatMap(noteText), ...(await stampTexts(page, annotations))];
  return { runs: written, paragraphs: lines.length > 0 ? [lines.join('\n'), ...notes] : notes };
}

/** Points from the page's upper left. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function boxOf(rect: readonly number[], [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Box {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rect;
  const xs = [a * x1 + c * y1 + e, a * x2 + c * y2 + e];
  const ys = [b * x1 + d * y1 + f, b * x2 + d * y2 + f];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The words that name a field: those on its line behind a check box or before it, or before a colon. */
function besideOf(
  runs: readonly Run[],
  { left, right, top, bottom }: Box,
  value: string,
): { readonly index: number; readonly isBehind: boolean } | undefined {
  const isCheckBox = isBox(value);
  if (value.includes('\n')) return undefined;
  let best: { index: number; isBehind: boolean; gap: number } | undefined;
  for (const [index, run] of runs.entries()) {
    const middle = run.baseline - 0.35 * run.size;
    if (middle < top - 0.3 * run.size || middle > bottom + 0.3 * run.size) continue;
    const isBehind = run.left + run.right < left + right;
    const gap = isBehind ? left - run.right : run.left - right;
    const isLabel = isCheckBox || (isBehind && /:\s*$/.test(run.text));
    if (!isLabel || gap > maxLabelGap * run.size || gap < -run.size) continue;
    const isBetter = !best || (isCheckBox && best.isBehind && !isBehind) || gap < best.gap;
    if (isBetter && !(best && isCheckBox && isBehind && !best.isBehind)) best = { index, isBehind, gap };
  }
  return best;
}

function withValue<Drawn extends Run>(
  run: Drawn,
  value: string,
  isBehind: boolean,
  box: Box | undefined,
): Drawn {
  const [left, right] = [
    Math.min(run.left, box?.left ?? run.left),
    Math.max(run.right, box?.right ?? run.right),
  ];
  const text = isBehind ? `${run.text.trimEnd()} ${value}` : `${value} ${run.text.trimStart()}`;
  return { ...run, text, left: isBehind ? run.left : left, right: isBehind ? right : run.right };
}

function isSeen({ hidden, annotationFlags = 0 }: Annotation): boolean {
  return !hidden && (annotationFlags & unseenFlags) === 0;
}

function fieldLine({ alternativeText, fieldName }: Annotation, value: string): string {
  // A field's full name is the path to it; its last part is its own.
  const name = alternativeText?.trim() || fieldName?.split('.').at(-1)?.trim();
  if (!name) return value;
  return isBox(value) ? `${value} ${name}` : `${name}: ${value}`;
}

function isBox(value: string): boolean {
  return value === '☒' || value === '☐';
}

/** As the form shows it; empty where nothing is filled in or chosen. */
function fieldValue({ fieldType, fieldValue, options = [], ...field }: Annotation): string {
  if (field.password || field.pushButton || fieldType === 'Sig') return '';
  const values = typeof fieldValue === 'string' ? [fieldValue] : (fieldValue ?? []);
  if (fieldType !== 'Btn') return values.map((value) => displayed(value, options)).join(', ');
  const chosen = field.checkBox ? field.exportValue : field.buttonValue;
  return values.includes(chosen ?? '') && chosen !== 'Off' ? '☒' : '☐';
}

function displayed(value: string, options: NonNullable<Annotation['options']>): string {
  return options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value;
}

function noteText({ subtype = '', contentsObj, titleObj, overlaidText }: Annotation): readonly string[] {
  const words = contentsObj?.str.trim() ?? '';
  if (words === '' || withoutWords.has(subtype)) return [];
  // Typed on the page itself, where everybody reads it.
  if (subtype === 'FreeText') return [words];
  const marked = overlaidText?.replace(/\s+/g, ' ').trim();
  const author = titleObj?.str.trim();
  return [`Note${marked ? ` on “${marked}”` : ''}${author ? ` by ${author}` : ''}: ${words}`];
}

/** The words that stamps show: their looks alone have them. */
async function stampTexts(page: PdfPage, annotations: readonly Annotation[]): Promise<readonly string[]> {
  const stamps = new Set(annotations.filter(({ subtype }) => subtype === 'Stamp').map(({ id }) => id));
  if (stamps.size === 0) return [];
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const texts = new Map<string, string>();
  let stamp: string | undefined;
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index] as readonly unknown[];
    if (operator === OPS.beginAnnotation) stamp = stamps.has(String(args[0])) ? String(args[0]) : undefined;
    else if (operator === OPS.endAnnotation) stamp = undefined;
    else if (operator === OPS.showText && stamp !== undefined) {
      const glyphs = args[0] as readonly { readonly unicode?: string }[];
      const words = glyphs.map(({ unicode = '' }) => unicode).join('');
      texts.set(stamp, `${texts.get(stamp) ?? ''} ${words}`.trim());
    }
  }
  return [...texts.values()].filter((words) => words !== '');
}
