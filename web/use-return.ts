import { useEffect, useEffectEvent } from 'react';
import { useDocumentEvent } from './use-document-event.ts';

/** Calls when the reader comes back to the page from another window or tab. */
export function useReturn(onReturn: () => void): void {
  const come = useEffectEvent(onReturn);
  useDocumentEvent('visibilitychange', () => {
    if (document.visibilityState === 'visible') onReturn();
  });
  useEffect(() => {
    const listener = () => come();
    window.addEventListener('focus', listener);
    return () => window.removeEventListener('focus', listener);
  }, []);
}
