import { type RefObject, useState } from 'react';
import { useDocumentEvent } from '../use-document-event.ts';

/** The words that are selected within an element; empty where none are, or others as well. */
export function useSelectedText(element: RefObject<HTMLElement | null>): string {
  const [words, setWords] = useState('');
  useDocumentEvent('selectionchange', () => {
    const selection = document.getSelection();
    const isWithin = [selection?.anchorNode, selection?.focusNode].every(
      (node) => node && element.current?.contains(node),
    );
    setWords(selection && isWithin ? selection.toString().trim() : '');
  });
  return words;
}
