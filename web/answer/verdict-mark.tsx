import { useId, useState } from 'react';
import type { CheckedSentence, Verdict } from '../../src/contracts/generator.ts';
import { endsInDisplay } from '../../src/text/sentences/formula.ts';
import './unbroken-mark.css';
import './verdict-mark.css';
import { lateModule } from '../shell/late-module.ts';
import { useWords } from '../words/use-words.tsx';

/** What is said of a sentence that its sources do not bear out; of the others nothing is. */
const doubts: ReadonlySet<Verdict> = new Set<Doubt>(['partial', 'unsupported', 'uncited']);

type Doubt = Extract<Verdict, 'partial' | 'unsupported' | 'uncited'>;

function isDoubt(verdict: Verdict): verdict is Doubt {
  return doubts.has(verdict);
}

/** It knows what is said in many languages, and no answer waits for it. */
const outline = lateModule(() => import('../../src/answer/compose/outline.ts'));

/** Renders a component again once it is known which sentences need no source; until then they have no mark. */
export const useMarks = outline.useModule;

/** Whether a sentence of an answer carries a mark: one that needs no source has none. See {@link useMarks}. */
export function isDoubtful(answer: string, sentence: CheckedSentence): boolean {
  const { verdict } = sentence;
  if (verdict === 'uncited') return outline.now()?.needsNoSource(answer, sentence) === false;
  return isDoubt(verdict);
}

/** The class of what a sentence stands in that carries a mark; undefined for any other words. */
export function sentenceClass(answer: string, sentence: CheckedSentence | undefined): string | undefined {
  return sentence && isDoubtful(answer, sentence) ? `sentence-${sentence.verdict}` : undefined;
}

interface VerdictMarkProps {
  /** The text that it is a sentence of. */
  readonly answer: string;
  readonly sentence: CheckedSentence;
}

/** A quiet question mark behind a sentence that its sources do not bear out. It says what is missing. */
export function VerdictMark({ answer, sentence }: VerdictMarkProps) {
  useMarks();
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const note = useId();
  const { missing, verdict } = sentence;
  if (!isDoubt(verdict) || !isDoubtful(answer, sentence)) return null;
  const doubt = words.answer[verdict];
  return (
    <>
      <span className="unbroken-mark">
        <button
          type="button"
          className="verdict-mark"
          aria-label={doubt}
          aria-expanded={isOpen}
          aria-controls={note}
          onClick={() => setIsOpen(!isOpen)}
        >
          ?
        </button>
      </span>
      <span id={note} className="verdict-note" hidden={!isOpen}>
        {doubt}
        {missing.length > 0 && <>. {words.answer.missing(missing.join(', '))}</>}
      </span>
      {/* Such a formula ends its line, and the mark behind it stands on the next. */}
      {endsInDisplay(answer.slice(sentence.start, sentence.end)) && <br />}
    </>
  );
}
