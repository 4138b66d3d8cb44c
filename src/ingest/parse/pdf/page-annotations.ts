import type { PdfPage } from './open-pdf.ts';

/** What pdf.js says of an annotation (ISO 32000-1, 12.5.6, 12.7.4), as far as it is read here. */
interface Annotation {
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

/**
 * What somebody wrote on a page: a paragraph for its filled-in fields, in lines `name: value`, and one for each note,
 * with its author; in the file's order.
 */
export async function readAnnotations(page: PdfPage): Promise<readonly string[]> {
  const annotations = ((await page.getAnnotations()) as readonly Annotation[]).filter(isSeen);
  const fields = annotations.flatMap(fieldLine).join('\n');
  const notes = annotations.flatMap(noteText);
  return fields === '' ? notes : [fields, ...notes];
}

function isSeen({ hidden, annotationFlags = 0 }: Annotation): boolean {
  return !hidden && (annotationFlags & unseenFlags) === 0;
}

function fieldLine(field: Annotation): readonly string[] {
  if (field.subtype !== 'Widget') return [];
  const value = fieldValue(field).trim();
  // A field's full name is the path to it; its last part is its own.
  const name = field.alternativeText?.trim() || field.fieldName?.split('.').at(-1)?.trim();
  return value === '' ? [] : [name ? `${name}: ${value}` : value];
}

/** As the form shows it; empty where nothing is filled in or chosen. */
function fieldValue({ fieldType, fieldValue, options = [], ...field }: Annotation): string {
  if (field.password || field.pushButton || fieldType === 'Sig') return '';
  const values = typeof fieldValue === 'string' ? [fieldValue] : (fieldValue ?? []);
  if (fieldType !== 'Btn') return values.map((value) => displayed(value, options)).join(', ');
  const chosen = field.checkBox ? field.exportValue : field.buttonValue;
  if (!values.includes(chosen ?? '') || chosen === 'Off') return '';
  return field.checkBox ? 'yes' : (chosen ?? '');
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
