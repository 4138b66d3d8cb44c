import type { HtmlElement } from './html-document.ts';

/** The language that a block of code is marked with, on itself or around it; lower case. */
export function languageOf(pre: HtmlElement): string | undefined {
  const parent = pre.parentNode as HtmlElement | null;
  const outer = parent?.localName === 'div' ? (parent.parentNode as HtmlElement | null) : null;
  return (
    classLanguage(pre) ??
    (parent?.getAttribute ? classLanguage(parent) : undefined) ??
    (outer?.getAttribute ? classLanguage(outer) : undefined)
  );
}

/** As highlighters write it: `language-js`, `lang-js`, `highlight-source-js`, `brush: js`, `sourceCode js`. */
const languageClass =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([a-z][\w+#.-]{0,30})(?=$|[\s;])/i;

/** The language that an element itself is marked with. */
export function classLanguage(element: HtmlElement): string | undefined {
  const language = languageClass.exec(element.getAttribute('class')?.slice(0, 1000) ?? '')?.[1];
  return (language ?? element.getAttribute('data-lang') ?? undefined)?.toLowerCase();
}
