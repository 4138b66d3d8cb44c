import type { Container } from '../../contracts/parser.ts';
import { isFootnoteError, throwIfAborted } from '../../errors.ts';
import { SideParts } from '../side-parts.ts';
import { boundedMember, checkDepth } from '../zip/container-limits.ts';
import { isZip, openedArchive, type ZipArchive } from '../zip/zip-archive.ts';
import { readMember } from '../zip/zip-container.ts';

/** Word, PowerPoint and Excel files as they lie in one another; old ones (OLE) have names there that say nothing. */
const embedded = /^(?:word|ppt|xl)\/embeddings\/[^/]+\.(?:doc|ppt|xls)[xm]$/i;

/** Whether a part of an Office file is a document that is read by itself, as a member of the file. */
export function isEmbeddedDocument(part: string): boolean {
  return embedded.test(part);
}

/** The Office files that are embedded in one. It is a document itself: such a file is both. */
export const officeContainer: Container = {
  name: 'office',
  extensions: ['.docx', '.docm', '.dotx', '.dotm', '.pptx', '.pptm', '.ppsx', '.ppsm', '.xlsx', '.xlsm'],
  isDocument: true,
  recognise: (file) => {
    if (!isZip(file.bytes)) return 'no';
    try {
      return [...openedArchive(file).keys()].some(isEmbeddedDocument) ? 'yes' : 'no';
    } catch (error) {
      // Its parser says what is wrong with it.
      if (isFootnoteError(error)) return 'no';
      throw error;
    }
  },
  async *members(file, limits, options = {}) {
    checkDepth(limits, file.path);
    const archive = openedArchive(file);
    const ofCharts = namesInCharts(archive);
    for (const [part, unpack] of archive) {
      throwIfAborted(options.signal);
      const name = part.slice(part.lastIndexOf('/') + 1);
      if (!isEmbeddedDocument(part) || ofCharts.has(name)) continue;
      const member = readMember(`${file.path}/${name}`, unpack);
      yield 'bytes' in member ? boundedMember(member, limits) : member;
    }
  },
};

/** Names of what charts refer to: the sheets of their values, which stand in the charts as well. */
function namesInCharts(archive: ZipArchive): ReadonlySet<string> {
  const sideParts = new SideParts();
  const names = new Set<string>();
  for (const [part, unpack] of archive) {
    if (!/\/charts\/_rels\/[^/]+\.rels$/i.test(part)) continue;
    const links = Buffer.from(sideParts.read(part, unpack) ?? []).toString('latin1');
    for (const name of links.split(/[/"]/)) names.add(name);
  }
  return names;
}
