import { languageNames } from '../source-code-parser.ts';
import { classNames, shortAttribute } from './element-attributes.ts';
import type { HtmlElement } from './html-node.ts';

/** The language that a block of code is marked with, on itself or around it; lower case. */
export function languageOf(pre: HtmlElement): string | undefined {
  const parent = pre.parentElement;
  const outer = parent?.localName === 'div' ? parent.parentElement : null;
  return (
    classLanguage(pre) ??
    bareLanguage(pre) ??
    (parent ? classLanguage(parent) : undefined) ??
    (outer ? classLanguage(outer) : undefined)
  );
}

/** As highlighters write it: `language-js`, `lang-js`, `highlight-source-js`, `brush: js`, `sourceCode js`. */
const languageClass =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([a-z][\w+#.-]{0,30})(?=$|[\s;])/i;

/** The language that an element itself is marked with. */
export function classLanguage(element: HtmlElement): string | undefined {
  const language = languageClass.exec(shortAttribute(element, 'class'))?.[1];
  return (language ?? element.getAttribute('data-lang') ?? undefined)?.toLowerCase();
}

/** Names of languages that code may be marked with and nothing else: those of source files, and those of consoles. */
const languages = new Set([...languageNames, 'json', 'html', 'diff', 'shell', 'console']);

/** As rustdoc and older highlighters write it, the name alone among others: `rust`, `hljs python`. */
function bareLanguage(pre: HtmlElement): string | undefined {
  const names = classNames(pre).map((name) => name.toLowerCase());
  return names.find((name) => languages.has(name));
}
