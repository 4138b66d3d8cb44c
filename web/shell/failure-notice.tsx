import './button.css';
import './notice.css';
import type { ApiError } from '../api.ts';
import { useWords } from '../words/use-words.tsx';

interface FailureNoticeProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
  /** What `onRetry` does. Default: trying again. */
  readonly retryLabel?: string;
}

/** What went wrong, in the server's words, which name the remedy. */
export function FailureNotice({ error, onRetry, retryLabel }: FailureNoticeProps) {
  const words = useWords();
  return (
    <div className="notice notice-failure" role="alert">
      <h2>{words.shell.failed}</h2>
      <p>{error.message}</p>
      <p className="notice-foot">
        <button type="button" className="quiet-button" onClick={onRetry}>
          {retryLabel ?? words.shell.tryAgain}
        </button>
        <code>{error.code}</code>
      </p>
    </div>
  );
}
