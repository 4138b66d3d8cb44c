/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Insert = string | number | Html | readonly Html[];

/** Template literals as markup: what is put in is escaped unless it is markup itself. */
export function html(texts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const parts = texts.map(
    (text, position) => text + (position < inserts.length ? markupOf(inserts[position]) : ''),
  );
  return new Html(parts.join(''));
}

function markupOf(insert: Insert | undefined): string {
  if (insert instanceof Html) return insert.markup;
  if (typeof insert === 'string' || typeof insert === 'number') return escapeHtml(String(insert));
  return insert?.map((part) => part.markup).join('') ?? '';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
