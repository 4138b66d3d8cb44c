import { type RefObject, useEffect, useState } from 'react';

/** The words that are selected within an element; empty where none are, or others as well. */
export function useSelectedText(element: RefObject<HTMLElement | null>): string {
  const [words, setWords] = useState('');
  useEffect(() => {
    const listener = () => {
      const selection = document.getSelection();
      const isWithin = [selection?.anchorNode, selection?.focusNode].every(
        (node) => node && element.current?.contains(node),
      );
      setWords(selection && isWithin ? selection.toString().trim() : '');
    };
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, [element]);
  return words;
}
