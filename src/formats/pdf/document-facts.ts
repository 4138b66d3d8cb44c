import type { DocumentProperties } from '../document/document-builder.ts';
import { primarySubtag } from '../document/text-format.ts';
import type { PdfDocument } from './open-pdf.ts';

const placeholder = /^[([]?(?:untitled|anonymous|unspecified|unknown|none|null)\d*[)\]]?$/i;
const fileName =
  /\.(?:pdf|docx?|pptx?|xlsx?|tex|dvi|ps|indd|qxd|odt|rtf|txt|html?)$|^microsoft \w+ -|^[\w-]*_[\w-]*$|^\S*[\\/]\S*$/i;

/**
 * What a PDF says of itself in its information dictionary and its XMP packet: a title unless a program made it up, the
 * language, and as metadata `authors`, `subject`, `keywords`, `created`, `modified` (ISO 8601) and `pages`. `isXfa`: it
 * has a form of XML (ISO 32000-1, 12.7.8) and none of its own.
 */
export async function readFacts(pdf: PdfDocument): Promise<DocumentProperties & { readonly isXfa: boolean }> {
  const { info, xmp } = await readMetadata(pdf);
  const title = [info.Title, xmp('dc:title')].map(text).find((each) => isTitle(each));
  const language = primarySubtag(text(info.Language));
  const authors = authorsOf(xmp('dc:creator'), text(info.Author));
  const fields = {
    subject: named(text(info.Subject)),
    keywords: named(text(info.Keywords)),
    created: isoDate(text(info.CreationDate)),
    modified: isoDate(text(info.ModDate)),
  };
  const known = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return {
    title,
    language,
    isXfa: info.IsXFAPresent === true && info.IsAcroFormPresent !== true,
    metadata: { ...(authors.length > 0 && { authors }), ...Object.fromEntries(known), pages: pdf.numPages },
  };
}

async function readMetadata(pdf: PdfDocument) {
  try {
    const { info, metadata } = await pdf.getMetadata();
    const packet = metadata as { get(name: string): unknown } | null;
    return { info: info as Record<string, unknown>, xmp: (name: string) => packet?.get(name) };
  } catch {
    return { info: {} as Record<string, unknown>, xmp: () => undefined };
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
}

function isTitle(title: string): boolean {
  return /\p{L}/u.test(title) && !placeholder.test(title) && !fileName.test(title);
}

function named(value: string): string | undefined {
  return value === '' || placeholder.test(value) ? undefined : value;
}

function authorsOf(creators: unknown, author: string): readonly string[] {
  const listed = (Array.isArray(creators) ? creators : []).map(text).filter((each) => named(each));
  if (listed.length > 0) return listed;
  return author.split(/\s*;\s*/).filter((each) => named(each));
}

/** `D:20190207161720-05'00'` as ISO 8601 with its own offset; undefined where it is no date. */
export function isoDate(source: string): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(
    source,
  );
  if (!parts) return undefined;
  const [, year, month = '01', day = '01', hour, minute = '00', second = '00', , sign, hours, minutes] =
    parts;
  const date = `${year}-${month}-${day}`;
  const offset = sign ? `${sign}${hours}:${minutes ?? '00'}` : 'Z';
  const iso = hour === undefined ? date : `${date}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}
