import './asked-about.css';
import { useWords } from '../words/use-words.tsx';

interface AskedAboutProps {
  readonly words: string;
  /** Asks without them; undefined where the question has been asked. */
  readonly onForget?: () => void;
}

/** Words of a source that a question is about. */
export function AskedAbout({ words: askedAbout, onForget }: AskedAboutProps) {
  const words = useWords();
  return (
    <figure className="asked-about" aria-label={words.ask.aboutThese}>
      <blockquote className="clamped" dir="auto">
        {askedAbout}
      </blockquote>
      {onForget && (
        <button
          type="button"
          className="asked-about-forget"
          aria-label={words.ask.forgetThese}
          onClick={onForget}
        >
          ×
        </button>
      )}
    </figure>
  );
}
