import '../shell/button.css';
import './upload-list.css';
import { useSyncExternalStore } from 'react';
import { BreakingName } from '../shell/breaking-name.tsx';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { onTheirWay, type Upload, type UploadStore } from './upload-store.ts';

/** Lines that are shown at once; what failed comes first. */
const shownAtOnce = 50;

interface UploadListProps {
  readonly uploads: UploadStore;
  /** Called where the button that had the focus goes with what it cleared. */
  readonly onCleared: () => void;
}

/** What is being put in from this page: how far it is, what failed and why, and what can be done about it. */
export function UploadList({ uploads: store, onCleared }: UploadListProps) {
  const words = useWords();
  const uploads = useSyncExternalStore(store.subscribe, store.uploads);
  if (uploads.length === 0) return null;
  const going = onTheirWay(uploads);
  const over = uploads.filter((upload) => !going.includes(upload));
  const failed = over.filter(({ state }) => state === 'failed' || state === 'cancelled');
  const again = failed.filter(({ id }) => store.canRetry(id)).map(({ id }) => id);
  const shown = [...failed, ...going, ...over.filter(({ state }) => state === 'done')];
  const done = uploads.reduce((sum, upload) => sum + shareOf(upload), 0);
  return (
    <section className="uploads" aria-label={words.uploads.title}>
      <p className="uploads-head">
        <span role="status">{summary(words, uploads)}</span>
        <span className="uploads-actions">
          {going.length > 0 && (
            <button type="button" className="quiet-button" onClick={() => store.cancel()}>
              {words.uploads.stop}
            </button>
          )}
          {again.length > 0 && (
            <button type="button" className="quiet-button" onClick={() => store.retry(again)}>
              {words.shell.tryAgain}
            </button>
          )}
          {over.length > 0 && (
            <button
              type="button"
              className="quiet-button"
              onClick={() => {
                store.forget(over.map(({ id }) => id));
                onCleared();
              }}
            >
              {words.uploads.clear}
            </button>
          )}
        </span>
      </p>
      {going.length > 0 && <progress max={uploads.length} value={done} aria-label={words.uploads.all} />}
      <ul>
        {shown.slice(0, shownAtOnce).map((upload) => (
          <li key={upload.id} className={`upload upload-${upload.state}`}>
            <span className="upload-name">
              <BreakingName name={upload.name} />
            </span>
            <span className="small-print">{stateOf(words, upload)}</span>
            {upload.problem !== undefined && (
              <span className="upload-problem" dir="auto">
                {upload.problem}
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length > shownAtOnce && (
        <p className="small-print">{words.uploads.others(shown.length - shownAtOnce)}</p>
      )}
    </section>
  );
}

function summary({ uploads: words }: Words, uploads: readonly Upload[]): string {
  const count = (...states: readonly Upload['state'][]) =>
    uploads.filter(({ state }) => states.includes(state)).length;
  const parts = [
    [count('waiting', 'sending', 'reading'), words.onTheWay],
    [count('done'), words.added],
    [count('failed'), words.failed],
    [count('cancelled'), words.stopped],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, counted]) => counted(number))
    .join(', ');
}

/** Half of the way is sending, half is reading. */
function shareOf({ state, sent }: Upload): number {
  if (state === 'waiting') return 0;
  return state === 'sending' || state === 'reading' ? sent / 2 : 1;
}

const stateNames = {
  waiting: 'stateWaiting',
  sending: 'stateSending',
  reading: 'stateReading',
  done: 'stateDone',
  failed: 'stateFailed',
  cancelled: 'stateCancelled',
} as const satisfies Readonly<Record<Upload['state'], keyof Words['uploads']>>;

function stateOf({ uploads }: Words, { state, sent, place }: Upload): string {
  const reached = place && uploads[place.unit](place.done, place.total);
  const detail = state === 'sending' ? `${Math.floor(sent * 100)} %` : reached;
  return [uploads[stateNames[state]], detail].filter(Boolean).join(', ');
}
