import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/** One section of the results file, as the command that measured it writes it. */
export interface ResultsSection {
  /** Path of the Markdown file. Made where it is missing. Default: RESULTS.md beside this file. */
  readonly file?: string;
  readonly kind: 'speed' | 'quality' | 'soak';
  /** Name of the benchmark. With `kind` it says which section to replace. */
  readonly name: string;
  /** What a reader types to measure again. */
  readonly command: string;
  /** Markdown: an explanation and a table. */
  readonly body: string;
}

const preface = `# Results

Written by \`npm run bench\`, \`npm run quality\` and \`npm run soak\`: each run replaces its own section. Edits by hand are lost. Where the sets come from stands in [quality/SETS.md](quality/SETS.md).
`;

const headings = { speed: 'Speed', quality: 'Quality', soak: 'Faults' } as const;

/** Puts a section into the results file: in place of the one of the same kind and name, else at the end. */
export async function writeResultsSection({
  file = fileURLToPath(new URL('RESULTS.md', import.meta.url)),
  ...section
}: ResultsSection): Promise<void> {
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return preface;
    throw error;
  });
  const heading = `## ${headings[section.kind]}: ${section.name}`;
  const where = `${new Date().toISOString().slice(0, 10)}, ${machine()}. Command: \`${section.command}\``;
  const content = [heading, where, section.body.trim()].join('\n\n');
  await writeFile(file, replaceSection(before, `${section.kind}:${section.name}`, content));
}

/** The text with the section between the markers of `key` replaced, or added where there is none. */
export function replaceSection(text: string, key: string, content: string): string {
  const begin = `<!-- begin ${key} -->`;
  const end = `<!-- end ${key} -->`;
  const section = `${begin}\n${content}\n${end}`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) return `${text.trimEnd()}\n\n${section}\n`;
  return text.slice(0, from) + section + text.slice(to + end.length);
}

/** Where a figure was measured: processor, cores, memory, Node, and how busy the machine was in the last minute. */
export function machine(): string {
  const processor = cpus();
  const model = processor[0]?.model.trim() ?? 'unknown processor';
  const cores = `${processor.length} core${processor.length === 1 ? '' : 's'}`;
  return `${model}, ${cores}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
}

/** Three significant digits, thousands apart: 0.0123, 4.56, 789, 12 300. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Math.abs(value) < 1000) return String(Number(value.toPrecision(3)));
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
}
