import { useEffect, useMemo, useState } from 'react';
import type { detectLanguage } from '../../src/text/language/detect-language.ts';

/** Once it is there: what is known of all languages is a good part of the page, and nothing waits for it. */
let detect: typeof detectLanguage | undefined;

/** The language of a text, for hyphens, voices and fonts; undefined until what tells it is loaded. */
export function useLanguage(text: string): string | undefined {
  const [isLoaded, setLoaded] = useState(detect !== undefined);
  useEffect(() => {
    if (isLoaded) return;
    import('../../src/text/language/detect-language.ts').then(
      (loaded) => {
        detect = loaded.detectLanguage;
        setLoaded(true);
        return undefined;
      },
      // The text is read as well without.
      () => undefined,
    );
  }, [isLoaded]);
  return useMemo(() => (isLoaded ? detect?.(text) : undefined), [isLoaded, text]);
}
