import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DocumentFilter, DocumentSummary } from '../../src/contracts/document.ts';
import { type DocumentOrder, listDocuments } from '../api.ts';

/** Documents that are fetched at once. */
const rowsAtOnce = 100;

/** Height of a row before it is seen, and rows that are there above and below those that are. */
const guessedHeight = 88;
const overscan = 8;

interface DocumentRowsProps {
  readonly collection: string;
  readonly search: string;
  readonly filter: DocumentFilter;
  readonly order: DocumentOrder;
  /** How many there are. */
  readonly matching: number;
  /** The beginning of the list. */
  readonly first: readonly DocumentSummary[];
  readonly renderRow: (document: DocumentSummary) => ReactNode;
}

/**
 * A list of any length: the rows in view are there, and what they show is fetched as it comes near. It has the height
 * of all, so that the page is scrolled as if they were there.
 */
export function DocumentRows(props: DocumentRowsProps) {
  const { collection, search, filter, order, matching, first, renderRow } = props;
  const list = useRef<HTMLUListElement>(null);
  const [margin, setMargin] = useState(0);
  const rows = useFetchedRows({ collection, search, filter, order, first });
  const virtual = useWindowVirtualizer({
    count: matching,
    estimateSize: () => guessedHeight,
    getItemKey: (index) => rows.at(index)?.documentId ?? index,
    overscan,
    scrollMargin: margin,
  });
  // What stands above it comes and goes.
  useLayoutEffect(() => {
    const top = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const items = virtual.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? -1) + 1];
  useEffect(() => rows.want(from, to), [rows, from, to]);
  return (
    <ul ref={list} className="documents-list list-page-acted" style={{ height: virtual.getTotalSize() }}>
      {items.map(({ key, index, start }) => {
        const document = rows.at(index);
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={matching}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {document ? renderRow(document) : <span className="documents-waiting" aria-hidden="true" />}
          </li>
        );
      })}
    </ul>
  );
}

/** What of a list was fetched, page by page; another list begins anew. */
function useFetchedRows({
  collection,
  search,
  filter,
  order,
  first,
}: Pick<DocumentRowsProps, 'collection' | 'search' | 'filter' | 'order' | 'first'>) {
  const [pages, setPages] = useState<ReadonlyMap<number, readonly DocumentSummary[]>>(new Map());
  const asked = useRef({ first, pages: new Set<number>(), abort: new AbortController() });
  if (asked.current.first !== first) {
    asked.current.abort.abort();
    asked.current = { first, pages: new Set(), abort: new AbortController() };
    setPages(new Map());
  }
  const at = (index: number): DocumentSummary | undefined =>
    first[index] ?? pages.get(Math.floor(index / rowsAtOnce))?.[index % rowsAtOnce];
  const fetchPage = async (page: number) => {
    const { pages: known, abort } = asked.current;
    known.add(page);
    try {
      const options = { search, filter, order, limit: rowsAtOnce, offset: page * rowsAtOnce };
      const { documents } = await listDocuments(collection, options, abort.signal);
      if (!abort.signal.aborted) setPages((before) => new Map(before).set(page, documents));
    } catch {
      // It is asked for once more when it comes into view again.
      known.delete(page);
    }
  };
  const want = (from: number, to: number) => {
    const { pages: known } = asked.current;
    for (let page = Math.floor(from / rowsAtOnce); page * rowsAtOnce < to; page += 1) {
      if (!known.has(page) && !first[Math.min(to, (page + 1) * rowsAtOnce) - 1]) void fetchPage(page);
    }
  };
  return { at, want };
}
