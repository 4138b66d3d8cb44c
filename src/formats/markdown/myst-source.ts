/** Whether a text is MyST, the Markdown of Jupyter Book and Sphinx: a directive stands in it. */
export function isMyst(body: string): boolean {
  return /^[ \t]*(?:`{3,}|:{3,})\{[\w:-]+\}/m.test(body);
}

/** What opens a directive: its mark, name and argument. */
const opening = /^([ \t]*)(`{3,}|:{3,})\{([\w:-]+)\}[ \t]*(.*)$/;

/** Directives that hold something else than Markdown. */
const verbatim = /^(?:code|code-block|code-cell|sourcecode|literalinclude|eval-rst|raw|prompt|math|mermaid)$/;

/** An option of a directive right below its name. */
const option = /^[ \t]*:[\w-]+:(?:[ \t].*)?$/;

/** What words between backticks are: `{ref}`. */
const role = /\{[a-z][\w:-]{0,40}\}(?=`)/g;

/** A comment, and the name of what stands below it. */
const unread = /^(?:%(?!%).*|\([\w:. -]+\)=)[ \t]*$/;

/**
 * MyST with its directives between colons, as other programs write them, so that what is in them is read; their options
 * are left out, and so are comments and names of places. A table that is written as a list is a table. Code stays as it
 * is.
 */
export function withDirectives(body: string): string {
  const lines = body.split('\n');
  const kept: string[] = [];
  /** What is open, outermost first: the mark that closes it, and what that becomes. */
  const open: { readonly mark: string; readonly closed: string; readonly isCode: boolean }[] = [];
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place] as string;
    const inner = open.at(-1);
    if (inner && line.trim() === inner.mark) {
      kept.push(inner.closed);
      open.pop();
      continue;
    }
    if (inner?.isCode) {
      kept.push(line);
      continue;
    }
    if (unread.test(line)) continue;
    const [, indentation = '', mark, name = '', argument = ''] = opening.exec(line) ?? [];
    if (mark === undefined) {
      const fence = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence) open.push({ mark: fence, closed: line.replace(/[^ \t`~].*$/, ''), isCode: true });
      kept.push(fence ? line : line.replace(role, ''));
      continue;
    }
    while (option.test(lines[place + 1] ?? '')) place += 1;
    const isCode = verbatim.test(name);
    if (name === 'list-table') {
      let end = place + 1;
      while (end < lines.length && lines[end]?.trim() !== mark) end += 1;
      const rows = rowsOf(lines.slice(place + 1, end));
      if (argument) kept.push(argument, '');
      place = end;
      kept.push(...rows, ...(lines[place + 1]?.trim() ? [''] : []));
    } else if (isCode && mark.startsWith('`')) {
      kept.push(`${indentation}${mark}${name.startsWith('code') ? argument : name}`);
      open.push({ mark, closed: indentation + mark, isCode });
    } else {
      const title = /^(?:figure|image)$/.test(name) ? '' : argument;
      const colons = ':'.repeat(mark.length);
      kept.push(`${indentation}${colons}{${name}} ${title}`.trimEnd());
      open.push({ mark, closed: indentation + colons, isCode });
    }
  }
  return kept.join('\n');
}

function written(row: readonly string[]): string {
  return `| ${row.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
}

/** The rows of a list of lists as those of a table: `* - Gate`, below it `  - Width`. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const rows: string[][] = [];
  for (const line of lines) {
    const [, isFirst, words] = /^[ \t]*([*+-][ \t]+)?[*+-][ \t]*(.*)$/.exec(line) ?? [];
    const row = rows.at(-1);
    if (words === undefined) {
      if (row && line.trim() !== '') row[row.length - 1] = `${row.at(-1)} ${line.trim()}`.trim();
    } else if (isFirst || !row) rows.push([words.trim()]);
    else row.push(words.trim());
  }
  const [header = [], ...others] = rows;
  return header.length === 0
    ? []
    : [written(header), `|${'---|'.repeat(header.length)}`, ...others.map(written)];
}
