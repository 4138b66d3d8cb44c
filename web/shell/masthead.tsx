import './masthead.css';
import { formatRoute, type Route, startOf } from '../route.ts';
import { useWords } from '../words/use-words.tsx';
import { CollectionChoice } from './collection-choice.tsx';

interface MastheadProps {
  readonly route: Route;
  /** All that there are. */
  readonly known: readonly string[];
  /** Those that are shown. */
  readonly collections: readonly string[];
  readonly onChoose: (collections: readonly string[]) => void;
  /** Documents that are being put in from this page. */
  readonly going: number;
  /** Absent where nobody has signed in on this browser. */
  readonly onSignOut?: () => void;
}

/** The name, the pages, and the collection where there is a choice. */
export function Masthead({ route, known, collections, onChoose, going, onSignOut }: MastheadProps) {
  const words = useWords();
  const pageLink = (page: Route['page'], label: string) => (
    <a
      href={formatRoute(startOf(page, route.collections))}
      aria-current={route.page === page ? 'page' : undefined}
    >
      {label}
    </a>
  );
  // An old link may name one that is there no more: it is said which, and another can be chosen.
  const choices = [...collections.filter((name) => !known.includes(name)), ...known];
  return (
    <header className="masthead">
      <a className="wordmark" href={formatRoute(startOf('ask', route.collections))}>
        Footnote<span aria-hidden="true">1</span>
      </a>
      <nav className="masthead-pages" aria-label={words.shell.pages}>
        {pageLink('ask', words.shell.ask)}
        {pageLink('conversations', words.shell.conversations)}
        {pageLink('documents', going > 0 ? words.shell.documentsGoing(going) : words.shell.documents)}
        {pageLink('settings', words.shell.settings)}
      </nav>
      {choices.length > 1 && collections.length > 0 && (
        <CollectionChoice choices={choices} chosen={collections} onChoose={onChoose} />
      )}
      {onSignOut && (
        <button type="button" className="sign-out" onClick={onSignOut}>
          {words.shell.signOut}
        </button>
      )}
    </header>
  );
}
