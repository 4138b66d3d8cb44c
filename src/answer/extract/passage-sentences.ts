import type { Passage } from '../../contracts/generator.ts';
import { type Sentence, sentences } from '../../text/sentences.ts';
import { withImpliedHeaders } from './implied-headers.ts';
import { type Separator, separatorOf } from './table-cells.ts';

/** The sentences of a passage; where it is the text of a table without bars, its rows, and what separates their cells. */
export function passageSentences(passage: Passage): {
  found: readonly Sentence[];
  separator: Separator | undefined;
} {
  const { content, start } = passage.chunk;
  const lines = [...content.matchAll(/[^\n]+/g)].filter(([line]) => line.trim() !== '');
  const separator = separatorOf(lines.map(([line]) => line.trim()));
  const rows = lines.map((match): Sentence => {
    const [line] = match;
    const begin = match.index + line.length - line.trimStart().length;
    return { start: begin, end: begin + line.trim().length, kind: 'table-row' };
  });
  const found = separator ? rows : sentencesOf(passage);
  return { found: withImpliedHeaders(found, content, start === 0, separator), separator };
}

/** The sentences of the chunk. Code that it begins within is read as code, though its fence stands before the chunk. */
function sentencesOf({ chunk: { content, language, start }, codeEnd = start }: Passage): Sentence[] {
  const rest = Math.min(codeEnd - start, content.length);
  const code = content
    .slice(0, rest)
    .replace(/\n[ \t]*(?:`{3,}|~{3,})\s*$/, '')
    .trimEnd();
  const after = sentences(content.slice(rest), language);
  return [
    ...(code.trim() === ''
      ? []
      : [{ start: code.length - code.trimStart().length, end: code.length, kind: 'code' as const }]),
    ...after.map((found) => ({ ...found, start: found.start + rest, end: found.end + rest })),
  ];
}
