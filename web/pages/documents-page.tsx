import '../shell/button.css';
import './list-page.css';
import './documents-page.css';
import { useState } from 'react';
import type { DocumentSummary } from '../../src/contracts/document.ts';
import { type CollectionDocuments, findDocuments } from '../api.ts';
import type { OpenSource, Route } from '../route.ts';
import { BreakingName } from '../shell/breaking-name.tsx';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatDate } from '../shell/format-date.ts';
import { formatCount } from '../shell/format-number.ts';
import { Loading } from '../shell/loading.tsx';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { pathBelowTitle } from '../shell/path-below-title.ts';
import { useResource } from '../use-resource.ts';
import { useReturn } from '../use-return.ts';
import { useTitle } from '../use-title.ts';
import { DocumentSearch } from './document-search.tsx';

/** Documents listed at first, and each time more are asked for twice as many. */
const listedFirst = 100;

interface DocumentsPageProps {
  readonly route: Route;
  readonly collections: readonly string[];
  readonly onRename: (route: Route) => void;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** What the collections hold, searched by title and path. A document opens beside the list. */
export function DocumentsPage({ route, collections, onRename, onOpenSource }: DocumentsPageProps) {
  useTitle('Documents');
  const { search, source } = route;
  const [listed, setListed] = useState(listedFirst);
  const { value, error, reload } = useResource(
    async (signal) => ({
      search,
      found: await findDocuments(collections, { search, limit: listed }, signal),
    }),
    [collections.join('\n'), search, listed],
  );
  useReturn(reload);
  const find = (words: string) => {
    setListed(listedFirst);
    onRename({ ...route, search: words });
  };
  const words = value?.search.trim() ?? '';
  const matching = value?.found.reduce((sum, one) => sum + one.matching, 0) ?? 0;
  const isEmpty = value !== undefined && matching === 0 && words === '';
  return (
    <div className="list-page">
      <h1>Documents</h1>
      {!isEmpty && <DocumentSearch search={search} onFind={find} />}
      {error && <FailureNotice error={error} onRetry={reload} />}
      {!value && !error && <Loading />}
      {isEmpty && <NothingIngested collection={collections[0]} />}
      {value && !isEmpty && (
        <p className="list-page-total" role="status">
          {total(matching, words, value.found)}
        </p>
      )}
      {value?.found
        .filter((one) => one.matching > 0)
        .map(({ collection, documents, matching: own }) => (
          <section key={collection} aria-label={`Collection ${collection}`}>
            {value.found.length > 1 && (
              <h2 className="documents-collection">
                <bdi>{collection}</bdi> <span>{formatCount(own, 'document')}</span>
              </h2>
            )}
            <ul className="documents-list">
              {documents.map((document) => (
                <DocumentEntry
                  key={document.documentId}
                  document={document}
                  isOpen={source?.documentId === document.documentId}
                  onOpen={() =>
                    onOpenSource({ collection, documentId: document.documentId, span: undefined })
                  }
                />
              ))}
            </ul>
            {documents.length < own && (
              <button
                type="button"
                className="quiet-button documents-more"
                onClick={() => setListed(listed * 2)}
              >
                Show more
              </button>
            )}
          </section>
        ))}
    </div>
  );
}

interface DocumentEntryProps {
  readonly document: DocumentSummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function DocumentEntry({ document, isOpen, onOpen }: DocumentEntryProps) {
  const path = pathBelowTitle(document);
  return (
    <li>
      <button type="button" className="list-page-entry" aria-expanded={isOpen} onClick={onOpen}>
        <bdi className="list-page-title clamped">{document.title}</bdi>
        {path !== undefined && (
          <span className="small-print">
            <BreakingName name={path} />
          </span>
        )}
        <span className="small-print">
          {formatCount(document.chunks, 'passage')}, {formatSize(document.bytes)}, read{' '}
          <time dateTime={document.ingestedAt}>{formatDate(document.ingestedAt)}</time>
        </span>
      </button>
    </li>
  );
}

function total(matching: number, search: string, found: readonly CollectionDocuments[]): string {
  if (search !== '') {
    if (matching === 0) return `No document has “${search}” in its title or path.`;
    return `${formatCount(matching, 'document')} with “${search}” in title or path`;
  }
  const [first] = found;
  const place = found.length > 1 ? `${found.length} collections` : `the collection ${first?.collection}`;
  return `${formatCount(matching, 'document')} in ${place}`;
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, 'byte');
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
  const value = bytes / (unit === 'kilobyte' ? 1000 : 1_000_000);
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value);
}
