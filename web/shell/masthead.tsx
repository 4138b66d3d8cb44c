import './masthead.css';
import { formatRoute, type Route, startOf } from '../route.ts';

interface MastheadProps {
  readonly route: Route;
  readonly collections: readonly string[];
  readonly collection: string | undefined;
  readonly onNavigate: (route: Route) => void;
}

/** The name, the pages, and the collection where there is a choice. */
export function Masthead({ route, collections, collection, onNavigate }: MastheadProps) {
  const pageLink = (page: Route['page'], label: string) => (
    <a
      href={formatRoute(startOf(page, route.collection))}
      aria-current={route.page === page ? 'page' : undefined}
    >
      {label}
    </a>
  );
  // An old link may name one that is there no more: it is said which, and another can be chosen.
  const isThere = collection === undefined || collections.includes(collection);
  const choices = isThere ? collections : [collection, ...collections];
  return (
    <header className="masthead">
      <a className="wordmark" href={formatRoute(startOf('ask', route.collection))}>
        Footnote<span aria-hidden="true">1</span>
      </a>
      <nav className="masthead-pages" aria-label="Pages">
        {pageLink('ask', 'Ask')}
        {pageLink('conversations', 'Conversations')}
        {pageLink('documents', 'Documents')}
      </nav>
      {choices.length > 1 && (
        <label className="collection-choice">
          <span className="visually-hidden">Collection</span>
          <select
            value={collection}
            onChange={(event) => onNavigate(startOf(route.page, event.target.value))}
          >
            {choices.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
    </header>
  );
}
