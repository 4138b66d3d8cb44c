import '../shell/button.css';
import './ask-box.css';
import { type KeyboardEvent, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { useSlash } from '../use-slash.ts';
import { useWords } from '../words/use-words.tsx';

interface AskBoxProps {
  /** What is written in it. */
  readonly draft: string;
  readonly onWrite: (draft: string) => void;
  /** Whether it asks on in a conversation that has begun. */
  readonly isFollowUp: boolean;
  /** Words of a source that the question will be about; empty where it is about none. */
  readonly about: string;
  /** Whether an answer is being made: then it can be stopped, and nothing be asked. */
  readonly isAnswering: boolean;
  /** Whether the conversation is still on its way: what is written waits for it. */
  readonly isLoading: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

/** Where the question is written. Enter asks, Shift+Enter breaks the line, "/" comes here from anywhere. */
export function AskBox(props: AskBoxProps) {
  const words = useWords();
  const { draft, onWrite, isFollowUp, about, isAnswering, isLoading, onAsk, onStop } = props;
  const field = useRef<HTMLTextAreaElement>(null);

  // Before anything is shown: the reader may be on a footnote by the time that an effect behind it would come.
  useLayoutEffect(() => {
    if (!isFollowUp || !coversAnswer() || about !== '') field.current?.focus({ preventScroll: true });
  }, [isFollowUp, about]);
  useSlash(field);

  const subject = about === '' ? words.ask.placeholder : words.ask.aboutWords;
  const placeholder = isFollowUp && about === '' ? words.ask.followUp : subject;

  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    const trimmed = draft.trim();
    if (trimmed === '' || isAnswering || isLoading) return;
    onWrite('');
    if (coversAnswer()) field.current?.blur();
    onAsk(trimmed);
  };

  return (
    <form className="ask-box" role="search" onSubmit={submit}>
      <label className="visually-hidden" htmlFor="question">
        {words.ask.question}
      </label>
      <textarea
        id="question"
        ref={field}
        rows={1}
        // An empty field says nothing of its direction: what stands in it is the page's.
        dir={draft === '' ? undefined : 'auto'}
        value={draft}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent)) submit(event);
        }}
      />
      {isAnswering ? (
        <button type="button" className="quiet-button ask-stop" onClick={onStop}>
          {words.ask.stop}
        </button>
      ) : (
        <button type="submit" className="strong-button">
          {words.ask.ask}
        </button>
      )}
    </form>
  );
}

/** Whether a key is for the input method. The one that ends what it composes Safari tells by its code alone: 229. */
function isComposing({ isComposing, keyCode }: KeyboardEvent['nativeEvent']): boolean {
  return isComposing || keyCode === 229;
}

/** Whether a keyboard stands on the screen, over the answer, as long as the field has the focus. */
function coversAnswer(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
