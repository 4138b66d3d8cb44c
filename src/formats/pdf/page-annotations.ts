import { getResolvedPDFJS } from 'unpdf';
import { type DrawnBox, type DrawnBoxes, isWithin } from './drawn-boxes.ts';
import type { Run } from './layout/lines.ts';
import type { PdfPage } from './open-pdf.ts';
import { boxOf, type Matrix, type PageBox, placedOperators } from './placed-operators.ts';

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
 * What somebody wrote on a page, in the file's order. A check box, of a form or drawn with lines, stands before the
 * words beside it, ticked as ☒ and empty as ☐, and a filled-in field behind the words and the colon before it. Of the
 * others there is a paragraph in lines `name: value` or `☒ name`, and one for each note, with its author. `runs` stand
 * upright.
 */
export async function writtenInto<Drawn extends Run>(
  page: PdfPage,
  runs: readonly Drawn[],
  boxes: DrawnBoxes,
): Promise<WrittenInto<Drawn>> {
  const annotations = ((await page.getAnnotations()) as readonly Annotation[]).filter(isSeen);
  const transform = page.getViewport({ scale: 1 }).transform as unknown as Matrix;
  const fields = annotations.flatMap((field) =>
    field.subtype === 'Widget' ? [{ field, box: field.rect && boxOf(transform, field.rect) }] : [],
  );
  const placed = fields.flatMap(({ box }) => (box ? [box] : []));
  const written = withDrawnBoxes(runs, runs.length > 0 ? await boxes.of(page, placed) : []);
  const inColumns = labelsOfColumns(written, placed);
  const lines: string[] = [];
  for (const { field, box } of fields) {
    const value = fieldValue(field).trim();
    if (value === '') continue;
    const isInLine = !isBox(value) && !value.includes('\n');
    const place = box && (besideOf(written, box, value) ?? (isInLine ? inColumns.get(box) : undefined));
    if (box && place)
      written[place.index] = withValue(written[place.index] as Drawn, value, place.isBehind, box);
    else lines.push(fieldLine(field, value));
  }
  const notes = [...annotations.flatMap(noteText), ...(await stampTexts(page, annotations))];
  return { runs: written, paragraphs: lines.length > 0 ? [lines.join('\n'), ...notes] : notes };
}

/** A letter or a sign in a box that ticks it. */
const tick = /^[xX×✕✖✗✘✓✔√](?=\s|$)/u;

/** How many points the places of boxes in one row or column differ. */
const sameEdge = 1.5;

/**
 * The runs of a page with its drawn boxes: before the words beside them, or in the line that they stand on, where they
 * are one of a row or a column. A box with words in it is none.
 */
function withDrawnBoxes<Drawn extends Run>(runs: readonly Drawn[], boxes: readonly DrawnBox[]): Drawn[] {
  const written = [...runs];
  for (const { box, isTicked } of boxes) {
    const inside = written.findIndex((run) => isWithin([run.left + 0.3 * run.size, middleOf(run)], box));
    const run = written[inside];
    if (run && !tick.test(run.text)) continue;
    const value = isTicked || run ? '☒' : '☐';
    if (run && run.text.length > 1) {
      written[inside] = { ...run, text: run.text.replace(tick, value) };
      continue;
    }
    const line = onLineOf(written, box).filter((each) => each !== run);
    const last = line.at(-1);
    // A square beside figures alone is a point of a chart.
    if (!last || !line.some(({ text }) => /\p{L}/u.test(text))) continue;
    if (run) written.splice(inside, 1);
    const place = besideOf(written, box, value);
    if (place) written[place.index] = withValue(written[place.index] as Drawn, value, place.isBehind, box);
    else if (isOneOfMany(box, boxes))
      written.push({ ...last, text: value, left: box[0], right: box[0] + box[2], afterSpace: true });
  }
  return written;
}

/** Whether another box of its width stands beside a box or below it. */
function isOneOfMany(box: PageBox, boxes: readonly DrawnBox[]): boolean {
  return boxes.some(
    ({ box: other }) =>
      other !== box && isNear(other, box, 2) && (isNear(other, box, 0) || isNear(other, box, 1)),
  );
}

function isNear(one: PageBox, other: PageBox, edge: number): boolean {
  return Math.abs((one[edge] as number) - (other[edge] as number)) <= sameEdge;
}

/** The height of the middle of small letters. */
function middleOf({ baseline, size }: Run): number {
  return baseline - 0.35 * size;
}

/** The runs on the line that a box stands on. */
function onLineOf<Drawn extends Run>(runs: readonly Drawn[], [, top, , height]: PageBox): readonly Drawn[] {
  return runs.filter((run) => {
    const middle = middleOf(run);
    return middle >= top - 0.3 * run.size && middle <= top + height + 0.3 * run.size;
  });
}

/** The words that name a field: those on its line behind a check box or before it, or before a colon. */
function besideOf(
  runs: readonly Run[],
  box: PageBox,
  value: string,
): { readonly index: number; readonly isBehind: boolean } | undefined {
  const isCheckBox = isBox(value);
  if (value.includes('\n')) return undefined;
  const [left, right] = [box[0], box[0] + box[2]];
  const onLine = new Set(onLineOf(runs, box));
  let best: { index: number; isBehind: boolean; gap: number } | undefined;
  for (const [index, run] of runs.entries()) {
    if (!onLine.has(run)) continue;
    const isBehind = run.left + run.right < left + right;
    const gap = isBehind ? left - run.right : run.left - right;
    const isLabel = isCheckBox || (isBehind && /:\s*$/.test(run.text));
    if (!isLabel || gap > maxLabelGap * run.size || gap < -run.size) continue;
    const isBetter = !best || (isCheckBox && best.isBehind && !isBehind) || gap < best.gap;
    if (isBetter && !(best && isCheckBox && isBehind && !best.isBehind)) best = { index, isBehind, gap };
  }
  return best;
}

/**
 * The words that name fields which begin below each other: of each those with a colon before it on its line, however
 * far off, with no words and no other field between.
 */
function labelsOfColumns(
  runs: readonly Run[],
  boxes: readonly PageBox[],
): ReadonlyMap<PageBox, { readonly index: number; readonly isBehind: true }> {
  const named = boxes.flatMap((box) => {
    const index = wordsBefore(runs, box);
    const label = runs[index];
    if (!label || !/:\s*$/.test(label.text)) return [];
    const isTaken = boxes.some(
      (other) =>
        other !== box && other[0] >= label.left && other[0] < box[0] && onLineOf([label], other).length > 0,
    );
    return isTaken ? [] : [{ box, index }];
  });
  const inColumns = named.filter((one) =>
    named.some((other) => other !== one && isNear(other.box, one.box, 0)),
  );
  return new Map(inColumns.map(({ box, index }) => [box, { index, isBehind: true }]));
}

/** The last words on the line of a box that end before it, by their index; -1 without any. */
function wordsBefore(runs: readonly Run[], box: PageBox): number {
  const before = onLineOf(runs, box).filter((run) => run.right <= box[0] + run.size);
  return before.length === 0 ? -1 : runs.indexOf(before.reduce((a, b) => (b.right > a.right ? b : a)));
}

function withValue<Drawn extends Run>(
  run: Drawn,
  value: string,
  isBehind: boolean,
  [x, , width]: PageBox,
): Drawn {
  const [left, right] = [Math.min(run.left, x), Math.max(run.right, x + width)];
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
  const texts = new Map<string, string>();
  for (const { operator, operands, annotation } of await placedOperators(page)) {
    if (operator !== OPS.showText || annotation === undefined || !stamps.has(annotation)) continue;
    const glyphs = operands[0] as readonly { readonly unicode?: string }[];
    const words = glyphs.map(({ unicode = '' }) => unicode).join('');
    texts.set(annotation, `${texts.get(annotation) ?? ''} ${words}`.trim());
  }
  return [...texts.values()].filter((words) => words !== '');
}
