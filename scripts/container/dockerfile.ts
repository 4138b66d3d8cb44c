import { readFileSync } from 'node:fs';

/** One instruction: `RUN npm ci` is `{ name: 'RUN', value: 'npm ci' }`. */
export interface Instruction {
  readonly name: string;
  /** As it stands there, in one line. */
  readonly value: string;
}

/** What one `FROM` begins. */
export interface Stage {
  /** The name after `AS`; undefined for the image itself. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/**
 * The stages of a Dockerfile, in order. Reads what ours needs: comments, continued lines, one instruction a line; no
 * here-documents and no build arguments (https://docs.docker.com/reference/dockerfile).
 */
export function readStages(path: string): readonly Stage[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const instructions = lines.map((line) => {
    const [, name = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { name, value };
  });
  const begins = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return begins.map((begin, index) => ({
    name: / AS (\S+)$/i.exec(instructions[begin]?.value ?? '')?.[1],
    instructions: instructions.slice(begin + 1, begins[index + 1]),
  }));
}

/** A value in JSON form, as `CMD ["serve"]` has it. */
export function listOf(value: string): readonly string[] {
  return JSON.parse(value) as readonly string[];
}
