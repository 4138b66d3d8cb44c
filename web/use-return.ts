import { useEffect, useEffectEvent } from 'react';

/** Calls when the reader comes back to the page from another window or tab. */
export function useReturn(onReturn: () => void): void {
  const come = useEffectEvent(onReturn);
  useEffect(() => {
    const listener = () => {
      if (document.visibilityState === 'visible') come();
    };
    window.addEventListener('focus', listener);
    document.addEventListener('visibilitychange', listener);
    return () => {
      window.removeEventListener('focus', listener);
      document.removeEventListener('visibilitychange', listener);
    };
  }, []);
}
