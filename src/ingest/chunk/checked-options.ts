import type { z } from 'zod';
import { settingInvalid } from '../../errors.ts';
import { schemaProblem } from '../../value-problem.ts';

/** Options of a chunker as their schema has them, with defaults for what is left out. Errors: `config_invalid`. */
export function checkedOptions<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const checked = schema.safeParse(options, { reportInput: true });
  if (checked.success) return checked.data;
  throw settingInvalid(`chunker.${schemaProblem(checked.error)}`);
}
