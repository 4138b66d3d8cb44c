import './loading.css';
import { useWords } from '../words/use-words.tsx';

/** Says that something is on its way. It shows itself only where that takes long enough to be waited for. */
export function Loading() {
  return (
    <p className="loading" role="status">
      {useWords().shell.loading}
    </p>
  );
}
