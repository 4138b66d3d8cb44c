import { resolve } from 'node:path';
import type { StoredFootnote } from '../app/stored-pipeline.ts';
import type { DocumentSummary } from '../contracts/document.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { formatCount } from './format/format-quantity.ts';

/** A document by id or by path as listed, or by a path from here, as the shell completes it. */
async function findDocument(stored: StoredFootnote, given: string): Promise<DocumentSummary> {
  try {
    return await stored.getDocument(given);
  } catch (error) {
    if (!isFootnoteError(error) || !['document_unknown', 'request_invalid'].includes(error.code)) throw error;
    return stored.getDocument(resolve(given)).catch(() => {
      throw error;
    });
  }
}

/** Paths that are named where the end of a path is that of several. */
const pathsNamed = 5;

/** The same, for reading: also by a file's name or another end of a path, as far as it is that of one document. */
export async function findDocumentByEnding(stored: StoredFootnote, given: string): Promise<DocumentSummary> {
  try {
    return await findDocument(stored, given);
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'document_unknown') throw error;
    const ending = `/${given}`.normalize();
    const found = (await stored.listDocuments()).flatMap((document) => {
      const path = document.paths.find((known) => known.normalize().endsWith(ending));
      return path === undefined ? [] : { document, path };
    });
    const [only, ...others] = found;
    if (!only) throw error;
    if (others.length === 0) return only.document;
    const named = found.slice(0, pathsNamed).map(({ path }) => path);
    const problem = `${formatCount(found.length, 'document')} end in ${given}: ${named.join(', ')}${found.length > pathsNamed ? ' …' : ''}. Give more of the path`;
    throw new FootnoteError('request_invalid', { field: 'document', problem });
  }
}
