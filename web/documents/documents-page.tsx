import '../shell/button.css';
import './documents-page.css';
import { useRef, useState } from 'react';
import '../pages/list-page.css';
import type { ErasureReceipt } from '../../src/contracts/erasure-receipt.ts';
import {
  type ApiError,
  asApiError,
  type CollectionDocuments,
  findDocuments,
  removeDocument,
} from '../api.ts';
import type { OpenSource, Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { formatCount } from '../shell/format-number.ts';
import { Loading } from '../shell/loading.tsx';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { SearchField } from '../shell/search-field.tsx';
import { useResource } from '../use-resource.ts';
import { useReturn } from '../use-return.ts';
import { useTitle } from '../use-title.ts';
import { AddDocuments } from './add-documents.tsx';
import { CollectionActions } from './collection-actions.tsx';
import { DocumentEntry } from './document-entry.tsx';
import { UploadList } from './upload-list.tsx';
import type { UploadStore } from './upload-store.ts';

/** Documents listed at first, and each time more are asked for twice as many. */
const listedFirst = 100;

interface DocumentsPageProps {
  readonly route: Route;
  readonly collections: readonly string[];
  /** The collection that is added to: the first that is shown, or the one that is made first. */
  readonly target: string;
  /** What the reader may do. */
  readonly role: 'read' | 'write' | 'admin';
  /** Counts what was put in from this page: the list is fetched anew whenever it changes. */
  readonly changes: number;
  readonly uploads: UploadStore;
  /** Called with the collection to show once one was made, renamed or deleted. */
  readonly onCollectionChanged: (collection: string | undefined) => void;
  readonly onRename: (route: Route) => void;
  readonly onOpenSource: (source: OpenSource) => void;
}

/** What the collections hold, searched by title and path. A document opens beside the list. */
export function DocumentsPage(props: DocumentsPageProps) {
  const { route, collections, target, role, changes, uploads } = props;
  const { onCollectionChanged, onRename, onOpenSource } = props;
  useTitle('Documents');
  const { search, source } = route;
  const [home] = collections;
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState<ApiError>();
  const [removed, setRemoved] = useState<Removed>();
  const [listed, setListed] = useState(listedFirst);
  const { value, error, reload } = useResource(
    async (signal) => ({
      search,
      found: await findDocuments(collections, { search, limit: listed }, signal),
    }),
    [collections.join('\n'), search, listed, changes],
  );
  useReturn(reload);
  const find = (words: string) => {
    setListed(listedFirst);
    onRename({ ...route, search: words });
  };
  const remove = async (collection: string, documentId: string) => {
    // The button that was pressed goes with its document.
    heading.current?.focus();
    setFailure(undefined);
    try {
      const { removed: gone, receipt } = await removeDocument(collection, documentId);
      setRemoved({ title: gone.title, receipt });
      if (source?.documentId === documentId) onRename({ ...route, source: undefined });
      reload();
    } catch (reason) {
      setFailure(asApiError(reason));
    }
  };
  const shownError = error ?? failure;
  const retry = () => {
    setFailure(undefined);
    reload();
  };
  const words = value?.search.trim() ?? '';
  const matching = value?.found.reduce((sum, one) => sum + one.matching, 0) ?? 0;
  const isEmpty = value !== undefined && matching === 0 && words === '';
  return (
    <div className="list-page">
      <h1 ref={heading} tabIndex={-1}>
        Documents
      </h1>
      {role !== 'read' && <AddDocuments collection={target} uploads={uploads} canFetch={role === 'admin'} />}
      <UploadList uploads={uploads} />
      {!isEmpty && (
        <SearchField
          label="Find a document by title or path"
          placeholder="Find by title or path"
          search={search}
          onFind={find}
        />
      )}
      {shownError && <FailureNotice error={shownError} onRetry={retry} />}
      {removed && <RemovedNotice {...removed} onClose={() => setRemoved(undefined)} />}
      {!value && !error && <Loading />}
      {isEmpty && <NothingIngested collection={home} canAdd={role !== 'read'} />}
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
            <ul className="documents-list list-page-acted">
              {documents.map((document) => (
                <DocumentEntry
                  key={document.documentId}
                  document={document}
                  onRemove={role === 'read' ? undefined : () => void remove(collection, document.documentId)}
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
      {role === 'admin' && home !== undefined && value && words === '' && (
        <CollectionActions
          collection={home}
          documents={value.found[0]?.matching ?? 0}
          onChanged={onCollectionChanged}
        />
      )}
    </div>
  );
}

/** A document that was removed, with the proof. */
interface Removed {
  readonly title: string;
  readonly receipt: ErasureReceipt;
}

function RemovedNotice({ title, receipt, onClose }: Removed & { readonly onClose: () => void }) {
  const save = () => {
    const link = document.createElement('a');
    const file = new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' });
    link.href = URL.createObjectURL(file);
    link.download = 'footnote-receipt.json';
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="notice documents-removed" role="status">
      <p>
        <bdi>“{title}”</bdi> was removed with all its passages. The receipt proves it:{' '}
        <code>footnote verify</code> checks it.
      </p>
      <p className="notice-foot">
        <button type="button" className="quiet-button" onClick={save}>
          Save the receipt
        </button>
        <button type="button" className="quiet-button" onClick={onClose}>
          Close
        </button>
      </p>
    </div>
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
