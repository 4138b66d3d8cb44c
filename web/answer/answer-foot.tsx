import './answer-foot.css';
import type { Turn } from '../conversation/turn.ts';
import { formatCount } from '../shell/format-number.ts';
import { CopyAnswer } from './copy-answer.tsx';
import { isDoubtful } from './verdict-mark.tsx';

interface AnswerFootProps {
  readonly turn: Turn;
  readonly onRate: (helpful: boolean) => void;
}

/** What checking the sentences came to, the answer to be taken along, and whether it helped. */
export function AnswerFoot({ turn, onRate }: AnswerFootProps) {
  const rating = (label: string, helpful: boolean) => (
    <button type="button" aria-pressed={turn.helpful === helpful} onClick={() => onRate(helpful)}>
      {label}
    </button>
  );
  return (
    <div className="answer-foot small-print">
      <span>{summary(turn)}</span>
      <span className="answer-actions">
        {!turn.isAbstention && <CopyAnswer turn={turn} />}
        <span className="answer-rating" role="group" aria-label="Did this help?">
          <span aria-hidden="true">Did this help?</span>
          {rating('Yes', true)}
          {rating('No', false)}
        </span>
      </span>
    </div>
  );
}

function summary({ text, citations, sentences }: Turn): string {
  if (citations.some(({ quote }) => quote === null))
    return 'A source has since been removed, and its words with it';
  const doubtful = sentences.filter((sentence) => isDoubtful(text, sentence)).length;
  if (sentences.length === 0) return '';
  if (doubtful > 0)
    return `${doubtful} of ${formatCount(sentences.length, 'sentence')} not supported, marked ?`;
  const isVerbatim = sentences.every(({ verdict }) => verdict === 'verbatim');
  return isVerbatim ? 'Word for word from the sources' : 'Every sentence is supported by its source';
}
