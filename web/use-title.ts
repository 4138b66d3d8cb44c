import { useEffect } from 'react';

/** Says in the browser's title what is shown; undefined where that is a place to begin. */
export function useTitle(shown: string | undefined): void {
  useEffect(() => {
    document.title = shown ? `${shown} – Footnote` : 'Footnote';
  }, [shown]);
}
