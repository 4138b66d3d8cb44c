import './ask-box.css';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';

interface AskBoxProps {
  /** The question that is shown answered; the box starts with it. */
  readonly question: string;
  readonly onAsk: (question: string) => void;
}

/** Where the question is written. Enter asks, Shift+Enter breaks the line, "/" comes here from anywhere. */
export function AskBox({ question, onAsk }: AskBoxProps) {
  const [draft, setDraft] = useState(question);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    // On a touch screen the focus brings up a keyboard, which would cover the answer.
    const isTouch = window.matchMedia('(pointer: coarse)').matches;
    if (question === '' || !isTouch) field.current?.focus();
    return onSlash(() => {
      field.current?.focus();
      field.current?.select();
    });
  }, [question]);

  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    const trimmed = draft.trim();
    if (trimmed) onAsk(trimmed);
  };

  return (
    <form className="ask-box" role="search" onSubmit={submit}>
      <label className="visually-hidden" htmlFor="question">
        Your question
      </label>
      <textarea
        id="question"
        ref={field}
        rows={1}
        value={draft}
        placeholder="Ask a question"
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <button type="submit" className="ask-button">
        Ask
      </button>
    </form>
  );
}

/** Calls `action` on "/" wherever nothing is being typed; returns what ends it. */
function onSlash(action: () => void): () => void {
  const listener = (event: globalThis.KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}
