import { getResolvedPDFJS } from 'unpdf';
import type { Run } from './layout/fragment.ts';
import type { PdfPage } from './open-pdf.ts';

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
export interface WrittenInto<Drawn extends Run> {
  readonly runs: readonly Drawn[];
  readonly paragraphs: readonly string[];
}

/**
 * What somebody wrote on a page, in the file's order. A check box stands before the words beside it, ticked as ☒ and
 * empty as ☐, and a filled-in field behind the words and the colon
 * before it. Of the others there is a paragraph in lines
 * `name: value` or `☒ name`, and one for each note, with its author. `runs` stand upright.
 */
export async function readAnnotations<Drawn extends Run>(
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
