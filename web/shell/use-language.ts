import { useMemo } from 'react';
import { lateModule } from './late-module.ts';

/** What is known of all languages is a good part of the page, and nothing waits for it. */
const detection = lateModule(() => import('../../src/text/language/detect-language.ts'));

/** The language of a text, for hyphens, voices and fonts; undefined until what tells it is loaded. */
export function useLanguage(text: string): string | undefined {
  const loaded = detection.useModule();
  return useMemo(() => loaded?.detectLanguage(text), [loaded, text]);
}
