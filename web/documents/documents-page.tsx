import '../shell/button.css';
import './documents-page.css';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import '../pages/list-page.css';
import type { ErasureReceipt } from '../../src/contracts/conversation.ts';
import type { DocumentChange, DocumentFilter, DocumentSummary } from '../../src/contracts/document.ts';
import {
  type ApiError,
  asApiError,
  type CollectionDocuments,
  type DocumentOrder,
  editDocument,
  findDocuments,
  removeDocument,
} from '../api.ts';
import type { OpenSource, Route } from '../route.ts';
import { FailureNotice } from '../shell/failure-notice.tsx';
import { Loading } from '../shell/loading.tsx';
import { NothingIngested } from '../shell/nothing-ingested.tsx';
import { saveFile } from '../shell/save-file.ts';
import { SearchField } from '../shell/search-field.tsx';
import { useResource } from '../use-resource.ts';
import { useReturn } from '../use-return.ts';
import { useTitle } from '../use-title.ts';
import { Filled, useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { AddDocuments } from './add-documents.tsx';
import { CollectionActions } from './collection-actions.tsx';
import { DocumentEntry } from './document-entry.tsx';
import { DocumentFilters } from './document-filters.tsx';
import { DocumentRows } from './document-rows.tsx';
import { UploadList } from './upload-list.tsx';
import type { UploadStore } from './upload-store.ts';

/** Loaded with the first document that is edited. */
const EditDocument = lazy(async () => ({ default: (await import('./edit-document.tsx')).EditDocument }));

/** Loaded when an administrator opens them. */
const WatchedFolders = lazy(async () => ({
  default: (await import('./watched-folders.tsx')).WatchedFolders,
}));
const UsagePanel = lazy(async () => ({ default: (await import('./usage-panel.tsx')).UsagePanel }));

/** Documents that are fetched at first; the others as they come into view. */
const listedFirst = 100;

/** Orders that can be chosen. */
const orders = {
  byPath: { sort: 'path', order: 'ascending' },
  byTitle: { sort: 'title', order: 'ascending' },
  newest: { sort: 'ingestedAt', order: 'descending' },
  oldest: { sort: 'ingestedAt', order: 'ascending' },
  largest: { sort: 'bytes', order: 'descending' },
} as const satisfies Readonly<Record<string, DocumentOrder>>;

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
  const words = useWords();
  useTitle(words.shell.documents);
  const { search, source } = route;
  const [home] = collections;
  const heading = useRef<HTMLHeadingElement>(null);
  const [failure, setFailure] = useState<ApiError>();
  const [removed, setRemoved] = useState<Removed>();
  const [order, setOrder] = useState<keyof typeof orders>('byPath');
  const [filter, setFilter] = useState<DocumentFilter>({});
  const [editing, setEditing] = useState<Editing>();
  const { value, error, reload } = useResource(
    async (signal) => ({
      search,
      filter,
      found: await findDocuments(
        collections,
        { search, filter, facets: true, order: orders[order], limit: listedFirst },
        signal,
      ),
    }),
    [collections.join('\n'), search, JSON.stringify(filter), order, changes],
  );
  useReturn(reload);
  const find = (wanted: string) => onRename({ ...route, search: wanted });
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
  const edit = ({ collection, document }: Editing, change: DocumentChange) => {
    setFailure(undefined);
    editDocument(collection, document.documentId, change).then(reload, (reason: unknown) =>
      setFailure(asApiError(reason)),
    );
  };
  const shownError = error ?? failure;
  const retry = () => {
    setFailure(undefined);
    reload();
  };
  const wanted = value?.search.trim() ?? '';
  const matching = value?.found.reduce((sum, one) => sum + one.matching, 0) ?? 0;
  const isFiltered = Object.keys(value?.filter ?? {}).length > 0;
  const isEmpty = value !== undefined && matching === 0 && wanted === '' && !isFiltered;
  return (
    <div className="list-page">
      <h1 ref={heading} tabIndex={-1}>
        {words.shell.documents}
      </h1>
      {role !== 'read' && <AddDocuments collection={target} uploads={uploads} canFetch={role === 'admin'} />}
      <UploadList uploads={uploads} onCleared={() => heading.current?.focus()} />
      {!isEmpty && (
        <SearchField
          label={words.documents.find}
          placeholder={words.documents.findShort}
          search={search}
          onFind={find}
        />
      )}
      {shownError && <FailureNotice error={shownError} onRetry={retry} />}
      {removed && <RemovedNotice {...removed} onClose={() => setRemoved(undefined)} />}
      {!value && !error && <Loading />}
      {isEmpty && <NothingIngested collection={home} canAdd={role !== 'read'} />}
      {value && !isEmpty && (
        <div className="documents-head">
          <p className="list-page-total" role="status">
            {isFiltered ? words.filters.matching(matching) : total(words, matching, wanted, value.found)}
          </p>
          <DocumentFilters
            facets={value.found.flatMap(({ facets }) => facets ?? [])}
            filter={filter}
            onFilter={setFilter}
          />
          {matching > 1 && (
            <select
              aria-label={words.documents.sort}
              value={order}
              onChange={({ currentTarget }) => setOrder(currentTarget.value as keyof typeof orders)}
            >
              {(Object.keys(orders) as (keyof typeof orders)[]).map((name) => (
                <option key={name} value={name}>
                  {words.documents[name]}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
      {value?.found
        .filter((one) => one.matching > 0)
        .map(({ collection, documents, matching: own }) => (
          <section key={collection} aria-label={words.documents.collection(collection)}>
            {value.found.length > 1 && (
              <h2 className="documents-collection">
                <bdi>{collection}</bdi> <span>{words.documents.documents(own)}</span>
              </h2>
            )}
            <DocumentRows
              collection={collection}
              search={value.search}
              filter={value.filter}
              order={orders[order]}
              matching={own}
              first={documents}
              renderRow={(document) => (
                <DocumentEntry
                  document={document}
                  onEdit={role === 'read' ? undefined : () => setEditing({ collection, document })}
                  onRemove={role === 'read' ? undefined : () => void remove(collection, document.documentId)}
                  isOpen={source?.documentId === document.documentId}
                  onOpen={() =>
                    onOpenSource({ collection, documentId: document.documentId, span: undefined })
                  }
                />
              )}
            />
          </section>
        ))}
      {editing && (
        <Suspense>
          <EditDocument
            document={editing.document}
            canGroup={role === 'admin'}
            onChange={(change) => edit(editing, change)}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
      {role === 'admin' && home !== undefined && value && wanted === '' && !isFiltered && (
        <CollectionActions
          collection={home}
          documents={value.found[0]?.matching ?? 0}
          onChanged={onCollectionChanged}
        />
      )}
      {role === 'admin' && (
        <>
          <Folded title={words.folders.open}>
            <WatchedFolders key={target} collection={target} onRead={reload} />
          </Folded>
          <Folded title={words.usage.open}>
            <UsagePanel />
          </Folded>
        </>
      )}
    </div>
  );
}

/** What only administrators see, below all else, once they open it. */
function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="documents-folded" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Suspense fallback={<Loading />}>{children}</Suspense>}
    </details>
  );
}

/** A document whose title and metadata are being written. */
interface Editing {
  readonly collection: string;
  readonly document: DocumentSummary;
}

/** A document that was removed, with the proof. */
interface Removed {
  readonly title: string;
  readonly receipt: ErasureReceipt;
}

function RemovedNotice({ title, receipt, onClose }: Removed & { readonly onClose: () => void }) {
  const words = useWords();
  const save = () =>
    saveFile('footnote-receipt.json', 'application/json', `${JSON.stringify(receipt, null, 2)}\n`);
  return (
    <div className="notice documents-removed" role="status">
      <p>
        <Filled
          phrase={words.documents.removed}
          parts={{ title: <bdi>“{title}”</bdi>, command: <code>footnote verify</code> }}
        />
      </p>
      <p className="notice-foot">
        <button type="button" className="quiet-button" onClick={save}>
          {words.documents.saveReceipt}
        </button>
        <button type="button" className="quiet-button" onClick={onClose}>
          {words.shell.close}
        </button>
      </p>
    </div>
  );
}

function total(
  { documents }: Words,
  matching: number,
  search: string,
  found: readonly CollectionDocuments[],
): string {
  if (search !== '')
    return matching === 0 ? documents.noneMatching(search) : documents.matching(matching, search);
  const [first] = found;
  return found.length > 1
    ? documents.totalInSeveral(matching, found.length)
    : documents.totalIn(matching, first?.collection ?? '');
}
