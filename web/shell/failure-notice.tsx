import './button.css';
import './notice.css';
import type { ApiError } from '../api.ts';

interface FailureNoticeProps {
  readonly error: ApiError;
  readonly onRetry: () => void;
  /** What `onRetry` does. Default: trying again. */
  readonly retryLabel?: string;
}

/** What went wrong, in the server's words, which name the remedy. */
export function FailureNotice({ error, onRetry, retryLabel = 'Try again' }: FailureNoticeProps) {
  return (
    <div className="notice notice-failure" role="alert">
      <h2>That did not work</h2>
      <p>{error.message}</p>
      <p className="notice-foot">
        <button type="button" className="quiet-button" onClick={onRetry}>
          {retryLabel}
        </button>
        <code>{error.code}</code>
      </p>
    </div>
  );
}
