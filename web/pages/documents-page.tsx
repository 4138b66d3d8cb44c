import '../shell/button.css';
import './list-page.css';
import './documents-page.css';
import { useState } from 'react';
import type { DocumentSummary } from '../../src/contracts/document.ts';
import { findDocuments } from '../api.ts';
import type { OpenSource, Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FilePath } from '../shell/file-path.tsx';
import { formatDate } from '../shell/format-date.ts';
import { formatCount } from '../shell/format-number.ts';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { useResource } from '../use-resource.ts';
import { useTitle } from '../use-title.ts';
import { DocumentSearch } from './document-search.tsx';

/** Documents listed at first, and each time more are asked for twice as many. */
const listedFirst = 100;

interface DocumentsPageProps {
  readonly route: Route;
  readonly collection: string;
  readonly onRename: (route: Route) => void;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** What the collection holds, searched by title and path. A document opens beside the list. */
export function DocumentsPage({ route, collection, onRename, onOpenSource }: DocumentsPageProps) {
  useTitle('Documents');
  const { search, source } = route;
  const [listed, setListed] = useState(listedFirst);
  const { value, error, reload } = useResource(
    async (signal) => ({ search, ...(await findDocuments(collection, { search, limit: listed }, signal)) }),
    [collection, search, listed],
  );
  const find = (words: string) => {
    setListed(listedFirst);
    onRename({ ...route, search: words });
  };
  const isEmpty = value?.matching === 0 && value.search.trim() === '';
  return (
    <div className="list-page">
      <h1>Documents</h1>
      {!isEmpty && <DocumentSearch search={search} onFind={find} />}
      {error && <FailureNotice error={error} onRetry={reload} />}
      {isEmpty && <NothingIngested collection={collection} />}
      {value && !isEmpty && (
        <p className="list-page-total" role="status">
          {total(value.matching, value.search.trim(), collection)}
        </p>
      )}
      {value && value.matching > 0 && (
        <ul className="documents-list">
          {value.documents.map((document) => (
            <DocumentEntry
              key={document.documentId}
              document={document}
              isOpen={source?.documentId === document.documentId}
              onOpen={() => onOpenSource({ documentId: document.documentId, span: undefined })}
            />
          ))}
        </ul>
      )}
      {value && value.documents.length < value.matching && (
        <button type="button" className="quiet-button documents-more" onClick={() => setListed(listed * 2)}>
          Show more
        </button>
      )}
    </div>
  );
}

interface DocumentEntryProps {
  readonly document: DocumentSummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function DocumentEntry({ document, isOpen, onOpen }: DocumentEntryProps) {
  return (
    <li>
      <button type="button" className="list-page-entry" aria-expanded={isOpen} onClick={onOpen}>
        <bdi className="list-page-title">{document.title}</bdi>
        {document.path !== document.title && (
          <span className="list-page-details">
            <FilePath path={document.path} />
          </span>
        )}
        <span className="list-page-details">
          {formatCount(document.chunks, 'passage')}, {formatSize(document.bytes)}, read{' '}
          <time dateTime={document.ingestedAt}>{formatDate(document.ingestedAt)}</time>
        </span>
      </button>
    </li>
  );
}

function total(matching: number, search: string, collection: string): string {
  if (search === '') return `${formatCount(matching, 'document')} in the collection ${collection}`;
  if (matching === 0) return `No document has “${search}” in its title or path.`;
  return `${formatCount(matching, 'document')} with “${search}” in title or path`;
}

function formatSize(bytes: number): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
  const value = bytes / (unit === 'kilobyte' ? 1000 : 1_000_000);
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}
