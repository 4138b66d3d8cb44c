import { fenceOf } from '../../src/text/sentences/code-fence.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import { withInlineFormulas } from '../source/formula.ts';
import { separatedFields } from '../source/separated-fields.ts';
import { isTableRule } from '../source/table-rule.ts';
import { FormattedText } from './formatted-text.tsx';

interface ShortWordsProps {
  readonly text: string;
  /** What the block is that they lie in; null where it is not known, or they lie in several. */
  readonly kind: ShownCitation['kind'];
}

/** Words of a document as one flow, those of rows cell by cell and items behind points, without marks of form. */
export function ShortWords({ text, kind }: ShortWordsProps) {
  const lines = text.split('\n').filter((line) => !isTableRule(line) && fenceOf(line) === undefined);
  const words = lines.map((line) => lineWords(line, kind)).filter((line) => line !== '');
  return <FormattedText text={withInlineFormulas(words.join(' ').replace(/^· /, ''))} />;
}

function lineWords(line: string, kind: ShownCitation['kind']): string {
  const isBarred = /^\s*\|/.test(line);
  if (isBarred) return line.replace(/^[\s|]+|(?<!\\)[\s|]+$/g, '').replace(/\s+\|[\s|]*\s/g, ' · ');
  if (kind !== 'table' && kind !== 'table-header')
    return line.replace(/^\s*(?:#{1,6}|>)\s/, '').replace(/^\s*[-*+•]\s/, '· ');
  const fields = separatedFields(line).filter((field) => field !== '');
  return fields.length > 0 ? fields.join(' · ') : line;
}
