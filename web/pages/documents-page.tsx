import './list-page.css';
import './documents-page.css';
import { listDocuments } from '../api.ts';
import type { OpenSource } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { FilePath } from '../shell/file-path.tsx';
import { formatDate } from '../shell/format-date.ts';
import { formatCount } from '../shell/format-number.ts';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { useResource } from '../use-resource.ts';

interface DocumentsPageProps {
  readonly collection: string;
  readonly source: OpenSource | undefined;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** What the collection holds. A document opens beside the list. */
export function DocumentsPage({ collection, source, onOpenSource }: DocumentsPageProps) {
  const {
    value: documents,
    error,
    reload,
  } = useResource((signal) => listDocuments(collection, signal), [collection]);
  return (
    <div className="list-page">
      <h1>Documents</h1>
      {error && <FailureNotice error={error} onRetry={reload} />}
      {documents?.length === 0 && <NothingIngested collection={collection} />}
      {documents && documents.length > 0 && (
        <>
          <p className="list-page-total">
            {formatCount(documents.length, 'document')} in the collection {collection}
          </p>
          <ul className="documents-list">
            {documents.map((document) => (
              <li key={document.documentId}>
                <button
                  type="button"
                  className="list-page-entry"
                  aria-expanded={source?.documentId === document.documentId}
                  onClick={() => onOpenSource({ documentId: document.documentId, span: undefined })}
                >
                  <bdi className="list-page-title">{document.title}</bdi>
                  <span className="list-page-details">
                    <FilePath path={document.path} />
                  </span>
                  <span className="list-page-details">
                    {formatCount(document.chunks, 'passage')}, {formatSize(document.bytes)}, read{' '}
                    <time dateTime={document.ingestedAt}>{formatDate(document.ingestedAt)}</time>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
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
