import type { RefObject } from 'react';
import { useKey } from './use-key.ts';

/** Brings "/" to a field wherever nothing is being typed, with what stands in it selected. */
export function useSlash(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>): void {
  useKey('/', () => {
    field.current?.focus();
    field.current?.select();
  });
}
