import type { SourceFile } from '../../../contracts/parser.ts';
import { packageLimits, readZip, type ZipArchive } from '../zip-archive.ts';

/** Every kind of file that is an archive inside asks the same of the same bytes. */
const opened = new WeakMap<Uint8Array, ZipArchive>();

/** The parts of a document that is an archive inside, within its limits. Errors: those of {@link readZip}. */
export function openedArchive({ path, bytes }: SourceFile): ZipArchive {
  const archive = opened.get(bytes) ?? readZip(bytes, packageLimits, { path });
  opened.set(bytes, archive);
  return archive;
}
