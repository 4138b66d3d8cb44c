import './watched-folders.css';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { WatchedFolder } from '../../src/contracts/uploads.ts';
import {
  type ApiError,
  asApiError,
  changeWatchedFolder,
  listWatchedFolders,
  removeWatchedFolder,
  watchFolder,
} from '../api.ts';
import { FailureNotice, saidOf } from '../shell/failure-notice.tsx';
import { formatDate } from '../shell/formats.ts';
import { Loading } from '../shell/loading.tsx';
import { useResource } from '../use-resource.ts';
import { Filled, useWords } from '../words/use-words.tsx';

/** How often it is looked what has come of the folders, as long as the list is open. */
const lookEveryMs = 3000;

interface WatchedFoldersProps {
  readonly collection: string;
  /** Called when a look at a folder has changed something. */
  readonly onRead: () => void;
}

/** The folders of the server that a collection follows: added, stopped, removed, with what came of the last look. */
export function WatchedFolders({ collection, onRead }: WatchedFoldersProps) {
  const { folders: words } = useWords();
  const field = useId();
  const box = useRef<HTMLDivElement>(null);
  const [path, setPath] = useState('');
  const [failure, setFailure] = useState<ApiError>();
  const { value, error, reload } = useResource(
    (signal) => listWatchedFolders(collection, signal),
    [collection],
  );
  const look = useEffectEvent(reload);
  useEffect(() => {
    const timer = setInterval(() => look(), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  const runs = value?.folders.map(({ lastRunAt }) => lastRunAt).join();
  const tell = useEffectEvent(onRead);
  useEffect(() => {
    if (runs) tell();
  }, [runs]);
  const act = (work: Promise<unknown>) => {
    setFailure(undefined);
    work.then(reload, (reason: unknown) => setFailure(asApiError(reason)));
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() === '') return;
    act(watchFolder(collection, path.trim()).then(() => setPath('')));
  };
  if (!value) return error ? <FailureNotice error={error} onRetry={reload} /> : <Loading />;
  const { folders, roots } = value;
  return (
    <div ref={box} className="folders" tabIndex={-1}>
      {roots.length === 0 ? (
        <p className="small-print">
          <Filled phrase={words.noRoots} parts={{ setting: <code>server.folders</code> }} />
        </p>
      ) : (
        <form className="folders-add" onSubmit={add}>
          <label htmlFor={field}>{words.path}</label>
          <input
            id={field}
            value={path}
            dir="ltr"
            maxLength={4096}
            autoComplete="off"
            placeholder={roots[0]}
            onChange={({ target }) => setPath(target.value)}
          />
          <button type="submit" className="quiet-button" aria-disabled={path.trim() === ''}>
            {words.add}
          </button>
          <p className="small-print">
            {words.roots} <bdi dir="ltr">{roots.join(', ')}</bdi>
          </p>
        </form>
      )}
      {failure && (
        <FailureNotice error={failure} retryLabel={words.close} onRetry={() => setFailure(undefined)} />
      )}
      {folders.length === 0 && <p className="small-print">{words.none}</p>}
      {folders.length > 0 && (
        <ul className="folders-list">
          {folders.map((folder) => (
            <Folder
              key={folder.folderId}
              folder={folder}
              onActive={(isActive) => act(changeWatchedFolder(collection, folder.folderId, isActive))}
              onRemove={() => {
                // The button that was pressed goes with its folder.
                box.current?.focus();
                act(removeWatchedFolder(collection, folder.folderId));
              }}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface FolderProps {
  readonly folder: WatchedFolder;
  readonly onActive: (isActive: boolean) => void;
  readonly onRemove: () => void;
}

function Folder({ folder, onActive, onRemove }: FolderProps) {
  const words = useWords();
  const { folders } = words;
  const { path, isActive, lastRunAt, lastRun, error } = folder;
  // What the settings no longer allow is not looked into, whatever it was asked for.
  const isFollowed = isActive && error?.code !== 'folder_forbidden';
  const documents = lastRun?.documents;
  const date = lastRunAt !== null && <time dateTime={lastRunAt}>{formatDate(lastRunAt)}</time>;
  return (
    <li>
      <span className="folders-entry">
        <bdi dir="ltr">{path}</bdi>
        <span className="small-print">
          {isFollowed ? folders.following : folders.stopped} ·{' '}
          {date ? <Filled phrase={folders.looked} parts={{ date }} /> : folders.notYet}
          {documents && ` · ${folders.files(documents.added + documents.updated + documents.unchanged)}`}
        </span>
        {error && (
          <span className="folders-failed small-print" dir="auto">
            {saidOf(words, { code: error.code, details: { path } }) ?? error.message}
          </span>
        )}
        {lastRun && lastRun.failed > 0 && (
          <details className="small-print">
            <summary className="folders-failed">{folders.failed(lastRun.failed)}</summary>
            <ul>
              {lastRun.failures.map((failure) => (
                <li key={`${failure.path} ${failure.code}`} lang="en" dir="ltr">
                  {failure.message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
      <span>
        <button
          type="button"
          className="list-page-act small-print"
          aria-label={isActive ? folders.stopOne(path) : folders.startOne(path)}
          onClick={() => onActive(!isActive)}
        >
          {isActive ? folders.stop : folders.start}
        </button>
        <button
          type="button"
          className="list-page-act small-print"
          aria-label={folders.removeOne(path)}
          onClick={onRemove}
        >
          {folders.remove}
        </button>
      </span>
    </li>
  );
}
