const entry = /^\s*((?:"[^"]*"|'[^']*'|[\w.-])+)\s*=\s*(.*)$/;
const table = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}/;

/**
 * The head of a file in TOML (https://toml.io) as YAML, line for line: its strings, numbers, dates and lists are
 * written alike. Tables, which hold no values of the document itself, become comments, and their names are returned.
 */
export function tomlAsYaml(source: string): { readonly yaml: string; readonly tables: readonly string[] } {
  const tables: string[] = [];
  let isInList = false;
  const lines = source.split('\n').map((line) => {
    const name = isInList ? undefined : table.exec(line)?.[1];
    if (name !== undefined) tables.push(name);
    if (tables.length > 0) return `# ${line}`;
    const [, key, value] = (isInList ? undefined : entry.exec(line)) ?? [];
    const rest = value ?? line;
    if (value?.startsWith('[')) isInList = true;
    if (/\]\s*(?:#.*)?$/.test(rest)) isInList = false;
    // What goes on from the line before has to be indented.
    return key === undefined ? ` ${line}` : `${key}: ${value}`;
  });
  return { yaml: lines.join('\n'), tables };
}
