import { formatByFirst } from '../list-number.ts';
import { shortAttribute } from './class-names.ts';
import type { HtmlElement } from './html-document.ts';

/** As style sheets name them, and docutils its classes: `lower-alpha`, `upperroman`. */
const namedFormat = /\b(lower|upper)-?(alpha|latin|roman)\b/i;

/** How an ordered list counts, by the names that `listNumber` has for it. */
export function listFormat(list: HtmlElement): string {
  const type = list.getAttribute('type') ?? '1';
  const byType = type === '1' ? undefined : formatByFirst.get(type);
  if (byType) return byType;
  const names = `${shortAttribute(list, 'style')} ${shortAttribute(list, 'class')}`;
  const [, letterCase, system] = namedFormat.exec(names) ?? [];
  if (!letterCase || !system) return 'decimal';
  return `${letterCase.toLowerCase()}${system.toLowerCase() === 'roman' ? 'Roman' : 'Letter'}`;
}
