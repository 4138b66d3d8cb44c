import { useRef } from 'react';
import './app.css';
import { listCollections } from './api.ts';
import { AskPage } from './pages/ask-page.tsx';
import { ConversationsPage } from './pages/conversations-page.tsx';
import { DocumentsPage } from './pages/documents-page.tsx';
import type { OpenSource } from './route.ts';
import { FailureNotice } from './shell/failure-notice.tsx';
import { Masthead } from './shell/masthead.tsx';
import { NothingIngested } from './shell/nothing-ingested.tsx';
import { SourcePanel } from './source/source-panel.tsx';
import { useMediaQuery } from './use-media-query.ts';
import { useResource } from './use-resource.ts';
import { useRoute } from './use-route.ts';

/** The whole page: masthead, the page that the address names, and the source opened beside it. */
export function App() {
  const { route, navigate, rename, openSource, closeSource } = useRoute();
  const collections = useResource(listCollections, []);
  const isNarrow = useMediaQuery('(max-width: 60rem)');
  const opener = useRef<Element | null>(null);

  const collection = route.collection ?? firstCollection(collections.value);
  const isSourceOpen = route.source !== undefined && collection !== undefined;

  const open = (source: OpenSource) => {
    // An arrow key opens the next one from within the source, which is no place to come back to.
    if (!document.activeElement?.closest('.source-panel')) opener.current = document.activeElement;
    openSource(source);
  };

  const askAbout = (about: string) => {
    const source = isNarrow ? undefined : route.source;
    navigate({ ...route, page: 'ask', search: '', about, source });
  };

  return (
    <div className={isSourceOpen ? 'app app-with-source' : 'app'}>
      <div className="desk" inert={isSourceOpen && isNarrow}>
        <Masthead
          route={route}
          collections={collections.value ?? []}
          collection={collection}
          onNavigate={navigate}
        />
        <main className="page">
          {collections.error && <FailureNotice error={collections.error} onRetry={collections.reload} />}
          {collections.value && collection === undefined && <NothingIngested />}
          {collection !== undefined && route.page === 'ask' && (
            <AskPage
              key={collection}
              route={route}
              collection={collection}
              onNavigate={navigate}
              onRename={rename}
              onOpenSource={open}
            />
          )}
          {collection !== undefined && route.page === 'conversations' && (
            <ConversationsPage key={collection} route={route} collection={collection} />
          )}
          {collection !== undefined && route.page === 'documents' && (
            <DocumentsPage
              key={collection}
              route={route}
              collection={collection}
              onRename={rename}
              onOpenSource={open}
            />
          )}
        </main>
      </div>
      {route.source && collection !== undefined && (
        <SourcePanel
          collection={collection}
          source={route.source}
          isSheet={isNarrow}
          opener={opener}
          onAskAbout={askAbout}
          onClose={closeSource}
        />
      )}
    </div>
  );
}

function firstCollection(names: readonly string[] | undefined): string | undefined {
  return names?.includes('default') ? 'default' : names?.[0];
}
