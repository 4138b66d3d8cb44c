import './answer-foot.css';
import type { Turn } from '../conversation/turn.ts';
import { useWords } from '../words/use-words.tsx';
import type { Words } from '../words/words.ts';
import { CopyAnswer } from './copy-answer.tsx';
import { isDoubtful, useMarks } from './verdict-mark.tsx';

interface AnswerFootProps {
  readonly turn: Turn;
  readonly onRate: (helpful: boolean) => void;
  /** Asks the question otherwise, from what was said before it. */
  readonly onBranch: () => void;
  /** Asks it once more without the language model that has answered. */
  readonly onQuote: () => void;
}

/** What checking the sentences came to, the answer to be taken along, and whether it helped. */
export function AnswerFoot({ turn, onRate, onBranch, onQuote }: AnswerFootProps) {
  useMarks();
  const words = useWords();
  const rating = (label: string, helpful: boolean) => (
    <button type="button" aria-pressed={turn.helpful === helpful} onClick={() => onRate(helpful)}>
      {label}
    </button>
  );
  return (
    <div className="answer-foot small-print">
      <span>{summary(words, turn)}</span>
      <span className="answer-actions">
        {!turn.isAbstention && <CopyAnswer turn={turn} />}
        {turn.answer?.model && (
          <button type="button" onClick={onQuote}>
            {words.answer.quoteInstead}
          </button>
        )}
        <button type="button" onClick={onBranch}>
          {words.answer.branch}
        </button>
        <span className="answer-rating" role="group" aria-label={words.answer.helped}>
          <span aria-hidden="true">{words.answer.helped}</span>
          {rating(words.answer.yes, true)}
          {rating(words.answer.no, false)}
        </span>
      </span>
    </div>
  );
}

function summary({ answer: words }: Words, { text, citations, sentences }: Turn): string {
  if (citations.some(({ quote }) => quote === null)) return words.sourceGone;
  const doubtful = sentences.filter((sentence) => isDoubtful(text, sentence)).length;
  if (sentences.length === 0) return '';
  if (doubtful > 0) return words.doubtful(doubtful, sentences.length);
  const isVerbatim = sentences.every(({ verdict }) => verdict === 'verbatim');
  return isVerbatim ? words.verbatim : words.supported;
}
