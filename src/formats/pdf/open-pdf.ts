import { join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { getResolvedPDFJS } from 'unpdf';
import type { ContainerLimits, SourceFile } from '../../contracts/parser.ts';
import { FootnoteError, messageOf } from '../../errors.ts';
import { packageRoot } from '../../files/package-root.ts';

type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>;
type LoadingTask = ReturnType<PdfJs['getDocument']>;

/** An open PDF, as pdf.js gives it. */
export type PdfDocument = Awaited<LoadingTask['promise']>;
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;

/**
 * The predefined CMaps (ISO 32000-1, 9.7.5.2) of Chinese, Japanese and Korean fonts, as `pdfjs-dist` packs them:
 * without them text of a font that is not embedded has no characters.
 */
const cMapUrl = `${join(packageRoot, 'cmaps')}/`;

/**
 * Opens a PDF, hands it to `use` and closes it again, whatever happened. Nothing is fetched from elsewhere, evaluated
 * or rendered (this pdf.js has no evaluation left to switch off); an encrypted file is tried with an empty password.
 * Images of more pixels than `maxImageSize`, a whole number, are not decoded. Errors: `file_encrypted`, `file_damaged`.
 */
export async function withPdf<Result>(
  file: SourceFile,
  use: (pdf: PdfDocument) => Promise<Result>,
  { maxImageSize = 0 }: { readonly maxImageSize?: number } = {},
): Promise<Result> {
  const { getDocument } = await getResolvedPDFJS();
  const task = getDocument({
    // pdf.js takes the buffer for its own and leaves the caller's empty.
    data: new Uint8Array(file.bytes),
    password: '',
    useSystemFonts: false,
    disableFontFace: true,
    cMapUrl,
    cMapPacked: true,
    // Says which characters a font has.
    fontExtraProperties: true,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    maxImageSize,
    verbosity: 0,
  });
  if (openPdfs === 0) process.on('unhandledRejection', ignoreDamage);
  openPdfs += 1;
  try {
    return await use(await opened(task, file.path));
  } finally {
    await task.destroy();
    // Rejections are reported when the event loop comes round.
    await setImmediate();
    openPdfs -= 1;
    if (openPdfs === 0) process.off('unhandledRejection', ignoreDamage);
  }
}

/** PDFs that are open at this moment: one listener hears for all of them. */
let openPdfs = 0;

/** What pdf.js throws for damaged files. */
const damage = new Set(['FormatError', 'ParserEOFException', 'XRefEntryException', 'XRefParseException']);

/**
 * pdf.js fetches pages ahead and leaves the promises alone: where such a page is damaged, they reject with nobody
 * listening, which would end the process. The page itself fails again when it is read, and then it is heard.
 */
function ignoreDamage(reason: unknown): void {
  if (!damage.has((reason as Error | undefined)?.name ?? '')) throw reason;
}

async function opened(task: LoadingTask, path: string): Promise<PdfDocument> {
  try {
    return await task.promise;
  } catch (error) {
    if ((error as Error).name === 'PasswordException') throw new FootnoteError('file_encrypted', { path });
    throw damagedPdf(path, 'it cannot be opened', error);
  }
}

/** `file_damaged` with what pdf.js said; `problem` is what could not be done for it. */
export function damagedPdf(path: string, problem: string, cause: unknown): FootnoteError {
  const reason = messageOf(cause).replace(/[\s.]+$/, '');
  return new FootnoteError('file_damaged', { path, problem: `${problem} (${reason})` }, { cause });
}

/** A file within a PDF file. */
interface AttachedFile {
  /** Without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What this pdf.js has and its types do not say: names of attachments by their ids, and the content of one. */
interface WithAttachments {
  getAttachments(): Promise<ReadonlyMap<string, AttachmentName> | null>;
  getAttachmentContent(id: string): Promise<Uint8Array | undefined>;
}

interface AttachmentName {
  readonly filename: string;
}

/**
 * The files that are attached to the document, then those of its pages, in order. Once they are more than a limit, no
 * others are unpacked: one stream of a few bytes may be attached ten thousand times, and be large.
 */
export function attachedFiles(
  file: SourceFile,
  { maxMembers, maxBytes }: Pick<ContainerLimits, 'maxMembers' | 'maxBytes'>,
): Promise<readonly AttachedFile[]> {
  return withPdf(file, async (pdf) => {
    const attachments = pdf as unknown as WithAttachments;
    const found: AttachedFile[] = [];
    let total = 0;
    const add = async (id: string, { filename }: AttachmentName): Promise<void> => {
      if (found.length > maxMembers || total > maxBytes) return;
      const bytes = await attachments.getAttachmentContent(id);
      const last = filename.split(/[\\/]/).at(-1)?.trim() ?? '';
      const name = /^\.{0,2}$/.test(last) ? `attachment-${found.length + 1}` : last;
      if (!bytes || bytes.length === 0) return;
      found.push({ name, bytes });
      total += bytes.length;
    };
    for (const [id, named] of (await attachments.getAttachments()) ?? []) await add(id, named);
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const notes = (await page.getAnnotations()) as readonly { fileId?: string; file?: AttachmentName }[];
      for (const { fileId, file: named } of notes) if (fileId && named) await add(fileId, named);
      page.cleanup();
    }
    return found;
  });
}
