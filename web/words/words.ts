import { keepText, keptText } from '../kept.ts';
import { words as english } from './en.ts';

/** All that the page says, in one language: what English has, no more and no less. */
export type Words = typeof english;

/** The languages of the page: what each calls itself, how it writes numbers and dates, and where its words are. */
export const languages = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr', load: () => Promise.resolve({ words: english }) },
  de: { name: 'Deutsch', locale: 'de', direction: 'ltr', load: () => import('./de.ts') },
  fr: { name: 'Français', locale: 'fr', direction: 'ltr', load: () => import('./fr.ts') },
  es: { name: 'Español', locale: 'es', direction: 'ltr', load: () => import('./es.ts') },
  zh: { name: '中文', locale: 'zh-CN', direction: 'ltr', load: () => import('./zh.ts') },
  ja: { name: '日本語', locale: 'ja', direction: 'ltr', load: () => import('./ja.ts') },
  // The digits of footnotes, everywhere.
  ar: { name: 'العربية', locale: 'ar-u-nu-latn', direction: 'rtl', load: () => import('./ar.ts') },
} as const satisfies Readonly<Record<string, PageLanguage>>;

interface PageLanguage {
  readonly name: string;
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly load: () => Promise<{ readonly words: Words }>;
}

/** One of {@link languages}. */
export type LanguageCode = keyof typeof languages;

const key = 'footnote-language';
const codes = Object.keys(languages) as readonly LanguageCode[];

let shown: { readonly code: LanguageCode; readonly words: Words } = { code: 'en', words: english };

/** The language that the page is in. */
export function pageLanguage(): LanguageCode {
  return shown.code;
}

/** How numbers, dates and lists are written in the language that the page is in. */
export function pageLocale(): string {
  return languages[shown.code].locale;
}

/** What the page says, for what is no part of the tree of elements: `useWords` is for what is. */
export function currentWords(): Words {
  return shown.words;
}

/** The language to begin with: that which was chosen in this browser, or the first of the browser's own. */
export function firstLanguage(): LanguageCode {
  const wanted = [keptText(key), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  return wanted.flatMap((tag) => codes.find((code) => code === tag) ?? [])[0] ?? 'en';
}

/** Loads a language and speaks it from now on. English stands where it cannot be loaded. */
export async function speak(wanted: LanguageCode): Promise<Words> {
  const loaded = await languages[wanted].load().catch(() => undefined);
  shown = loaded ? { code: wanted, words: loaded.words } : { code: 'en', words: english };
  return shown.words;
}

/** Begins with this language from now on. A browser that keeps nothing forgets it. */
export function keepLanguage(code: LanguageCode): void {
  keepText(key, code);
}
