import './asked-about.css';

interface AskedAboutProps {
  readonly words: string;
  /** Asks without them; undefined where the question has been asked. */
  readonly onForget?: () => void;
}

/** Words of a source that a question is about. */
export function AskedAbout({ words, onForget }: AskedAboutProps) {
  return (
    <figure className="asked-about" aria-label="About these words">
      <blockquote className="clamped" dir="auto">
        {words}
      </blockquote>
      {onForget && (
        <button
          type="button"
          className="asked-about-forget"
          aria-label="Ask without these words"
          onClick={onForget}
        >
          ×
        </button>
      )}
    </figure>
  );
}
