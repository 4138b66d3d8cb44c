import type { RefObject } from 'react';
import { useDocumentEvent } from './use-document-event.ts';

/** Brings "/" to a field wherever nothing is being typed, with what stands in it selected. */
export function useSlash(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): void {
  useDocumentEvent('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    field.current?.focus();
    field.current?.select();
  });
}
