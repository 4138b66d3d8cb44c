import {
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import './app.css';
import { openedFirst } from '../src/serve/first-collection.ts';
import { getSession, listCollections, signedOut, signOut } from './api.ts';
import { chosenCollections, keepChoice } from './chosen-collections.ts';
import { ConversationStore } from './conversation/conversation-store.ts';
import { DocumentsPage } from './documents/documents-page.tsx';
import { DropZone } from './documents/drop-zone.tsx';
import type { NamedFile } from './documents/dropped-files.ts';
import { onTheirWay, UploadStore } from './documents/upload-store.ts';
import { AskPage } from './pages/ask-page.tsx';
import { ConversationsAside } from './pages/conversations-aside.tsx';
import { ConversationsPage } from './pages/conversations-page.tsx';
import { type OpenSource, type Route, startOf } from './route.ts';
import { SettingsPage } from './settings/settings-page.tsx';
import { FailureNotice } from './shell/failure-notice.tsx';
import { Loading } from './shell/loading.tsx';
import { Masthead } from './shell/masthead.tsx';
import { NothingIngested } from './shell/nothing-ingested.tsx';
import { SignIn } from './shell/sign-in.tsx';
import { useKey } from './use-key.ts';
import { useMediaQuery } from './use-media-query.ts';
import { type Resource, useResource } from './use-resource.ts';
import { useReturn } from './use-return.ts';
import { useRoute } from './use-route.ts';
import { showLanguage, WordsContext } from './words/use-words.tsx';
import { keepLanguage, type LanguageCode, type Words } from './words/words.ts';

/** Loaded with the first source that is looked at. */
const SourcePanel = lazy(async () => ({
  default: (await import('./source/source-panel.tsx')).SourcePanel,
}));

/** Loaded with the first answer that somebody has shared. */
const SharedPage = lazy(async () => ({
  default: (await import('./pages/shared-page.tsx')).SharedPage,
}));

/** The whole page, in the language that it begins with until another is chosen. */
export function App({ words: first }: { readonly words: Words }) {
  const [words, setWords] = useState(first);
  const choose = (language: LanguageCode) => {
    keepLanguage(language);
    void showLanguage(language).then(setWords);
  };
  return (
    <WordsContext value={words}>
      <Desk onLanguage={choose} />
    </WordsContext>
  );
}

/** Masthead, the page that the address names, and the source opened beside it. */
function Desk({ onLanguage }: { readonly onLanguage: (language: LanguageCode) => void }) {
  const { route: address, navigate, rename, openSource, closeSource } = useRoute();
  /** Whatever was asked for: the server wants to know first who asks. */
  const [mustSignIn, setMustSignIn] = useState(false);
  const stored = useResource(async (signal) => {
    const names = await listCollections(signal);
    setMustSignIn(false);
    return names;
  }, []);
  const session = useResource(getSession, []);
  const isNarrow = useMediaQuery('(max-width: 60rem)');
  const hasRoom = useMediaQuery('(min-width: 100rem)');
  const opener = useRef<Element | null>(null);

  /** The question that is being written and what is said: both are still there on the way back from another page. */
  const [draft, setDraft] = useState('');
  const [conversations] = useState(() => new ConversationStore());

  /** Counts the ends of what was put in from this page: lists are fetched anew. */
  const [changes, setChanges] = useState(0);
  const [uploads] = useState(() => new UploadStore(() => setChanges((count) => count + 1)));
  const going = onTheirWay(useSyncExternalStore(uploads.subscribe, uploads.uploads)).length;

  const known = stored.value ?? [];
  const collections = chosenCollections(address, known);
  const [home] = collections;
  useReturn(stored.reload);
  useEffect(() => {
    const ask = () => setMustSignIn(true);
    signedOut.addEventListener('signed-out', ask);
    return () => signedOut.removeEventListener('signed-out', ask);
  }, []);
  const lookAgain = () => {
    stored.reload();
    session.reload();
  };
  const lookForCollections = useEffectEvent(stored.reload);
  useEffect(() => {
    if (changes > 0) lookForCollections();
  }, [changes]);
  // What is being sent would be lost with the page.
  useEffect(() => {
    if (going === 0) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [going === 0]);
  // An address that is passed on has to name what it is about, unless that is first whatever is added.
  const isPlain = known.length === 1 && home === openedFirst;
  const route: Route = isPlain ? address : { ...address, collections };
  const isUnnamed = route.collections.length > address.collections.length;
  useEffect(() => {
    if (isUnnamed) rename(route);
  }, [isUnnamed]);
  const sourceCollection = route.source?.collection ?? home;
  const isSourceOpen = !mustSignIn && route.source !== undefined && sourceCollection !== undefined;
  useReturnedFocus(isSourceOpen, opener);

  const open = (source: OpenSource) => {
    // An arrow key opens the next one from within the source, which is no place to come back to.
    if (!document.activeElement?.closest('.source-panel')) opener.current = document.activeElement;
    openSource(source.collection === home ? { ...source, collection: undefined } : source);
  };

  const choose = (names: readonly string[]) => {
    keepChoice(names);
    const source = names.includes(sourceCollection ?? '') ? route.source : undefined;
    if (names[0] === home) rename({ ...route, source, collections: names });
    else navigate(startOf(route.page, names));
  };

  const role = session.value?.principal?.role ?? 'read';
  const target = home ?? openedFirst;
  const addDropped = (files: readonly NamedFile[]) => {
    uploads.addFiles(target, files);
    navigate(startOf('documents', route.collections));
  };
  const showCollection = (name: string | undefined) => {
    stored.reload();
    const names = name === undefined ? [] : [name];
    keepChoice(names);
    navigate(startOf('documents', names));
  };

  useKey('?', () => navigate(startOf('settings', route.collections)));

  const askAbout = (about: string) => {
    const source = isNarrow ? undefined : route.source;
    navigate({ ...route, page: 'ask', search: '', about, source });
  };

  return (
    <div className={isSourceOpen ? 'app app-with-source' : 'app'}>
      <div className="desk" inert={isSourceOpen && isNarrow}>
        <Masthead
          route={route}
          known={known}
          collections={collections}
          onChoose={choose}
          going={going}
          {...(session.value?.isSession &&
            !mustSignIn && { onSignOut: () => void signOut().then(lookAgain) })}
        />
        <main className="page">
          {mustSignIn && <SignIn session={session.value} onSignedIn={lookAgain} />}
          {!mustSignIn && route.page === 'settings' && (
            <SettingsPage collection={home} session={session.value} onLanguage={onLanguage} />
          )}
          {!mustSignIn && session.value && route.page === 'shared' && (
            <Suspense fallback={<Loading />}>
              <SharedPage route={route} onOpenSource={open} />
            </Suspense>
          )}
          {!mustSignIn && home === undefined && isOfDocuments(route.page) && (
            <NoCollection stored={stored} canAdd={role !== 'read'} />
          )}
          {!mustSignIn && home !== undefined && route.page === 'ask' && (
            <>
              {hasRoom && !isSourceOpen && (
                <ConversationsAside route={route} collections={collections} conversations={conversations} />
              )}
              <AskPage
                key={home}
                route={route}
                conversations={conversations}
                collections={collections}
                hasModel={typeof session.value?.model === 'string'}
                draft={draft}
                onWrite={setDraft}
                onNavigate={navigate}
                onRename={rename}
                onOpenSource={open}
              />
            </>
          )}
          {!mustSignIn && home !== undefined && route.page === 'conversations' && (
            <ConversationsPage key={home} route={route} collections={collections} onRename={rename} />
          )}
          {!mustSignIn && stored.value && route.page === 'documents' && (
            <DocumentsPage
              key={target}
              route={route}
              collections={home === undefined ? [] : collections}
              target={target}
              role={role}
              changes={changes}
              uploads={uploads}
              onCollectionChanged={showCollection}
              onRename={rename}
              onOpenSource={open}
            />
          )}
        </main>
      </div>
      {!mustSignIn && route.source && sourceCollection !== undefined && (
        <Suspense>
          <SourcePanel
            collection={sourceCollection}
            isOfSeveral={collections.length > 1 || sourceCollection !== home}
            source={route.source}
            isSheet={isNarrow}
            conversations={conversations}
            home={home ?? ''}
            onOpenSource={open}
            onAskAbout={askAbout}
            onClose={closeSource}
          />
        </Suspense>
      )}
      {!mustSignIn && role !== 'read' && <DropZone collection={target} onDrop={addDropped} />}
    </div>
  );
}

/** Where the focus is once a source is closed: on what opened it, as soon as the source is gone. */
function useReturnedFocus(isOpen: boolean, opener: RefObject<Element | null>): void {
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) {
      const target = opener.current?.isConnected ? opener.current : document.getElementById('question');
      if (target instanceof HTMLElement) target.focus({ preventScroll: target.id === 'question' });
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
}

/** Whether a page is of documents that there are, and has nothing to show without any. */
function isOfDocuments(page: Route['page']): boolean {
  return page === 'ask' || page === 'conversations';
}

/** Why there is no collection to show. Where one is known, its page says itself what fails. */
function NoCollection({
  stored: { value, error, reload },
  canAdd,
}: {
  readonly stored: Resource<readonly string[]>;
  readonly canAdd: boolean;
}) {
  if (value) return <NothingIngested canAdd={canAdd} />;
  return error ? <FailureNotice error={error} onRetry={reload} /> : <Loading />;
}
