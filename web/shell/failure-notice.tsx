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

/**
 * What went wrong and what helps, in the language of the page where it has words for the error, and in those of the
 * server, which say more.
 */
export function FailureNotice({ error, onRetry, retryLabel }: FailureNoticeProps) {
  const words = useWords();
  const told = words.errors[error.code]?.replace(/\{(\w+)\}/g, (_, name: string) => {
    const detail = error.details[name];
    return typeof detail === 'string' || typeof detail === 'number' ? String(detail) : '…';
  });
  return (
    <div className="notice notice-failure" role="alert">
      <h2>{words.shell.failed}</h2>
      {told !== undefined && <p>{told}</p>}
      <p {...(told !== undefined && { className: 'small-print', lang: 'en', dir: 'ltr' })}>{error.message}</p>
      <p className="notice-foot">
        <button type="button" className="quiet-button" onClick={onRetry}>
          {retryLabel ?? words.shell.tryAgain}
        </button>
        <code>{error.code}</code>
      </p>
    </div>
  );
}
