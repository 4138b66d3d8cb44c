import './button.css';
import './notice.css';
import type { ApiError } from '../api.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';

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
  const told = saidOf(words, error);
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

/** An error in the language of the page; undefined where it has no words for it. */
export function saidOf(words: Words, { code, details }: Pick<ApiError, 'code' | 'details'>) {
  return words.errors[code]?.replace(/\{(\w+)\}/g, (_, name: string) => {
    const detail = details[name];
    return typeof detail === 'string' || typeof detail === 'number' ? String(detail) : '…';
  });
}
