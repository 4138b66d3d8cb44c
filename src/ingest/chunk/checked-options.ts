import type { z } from 'zod';
import type { Tokenizer } from '../../contracts/embedder.ts';
import { settingInvalid } from '../../errors.ts';
import { requireFields, requireObject } from '../../values/require-arguments.ts';
import { schemaProblem } from '../../values/value-problem.ts';

/**
 * Options of a chunker as their schema has them, with defaults for what is left out. Errors: `config_invalid`;
 * `request_invalid` for an option that is none of `names`, and where nothing counts tokens.
 */
export function checkedOptions<Schema extends z.ZodType>(
  schema: Schema,
  options: object,
  { names, tokenizer }: { readonly names: readonly string[]; readonly tokenizer: Tokenizer },
): z.output<Schema> {
  const checked = schema.safeParse(options, { reportInput: true });
  if (!checked.success) throw settingInvalid(`chunker.${schemaProblem(checked.error)}`);
  requireFields('chunker', options, names);
  requireObject('tokenizer', tokenizer);
  return checked.data;
}
