import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** The folder that vendors' published descriptions lie in; they are no part of the project. */
const folder = resolve(import.meta.dirname, '../../shared/schemas');

/** A vendor's OpenAPI description. */
export interface PublishedSchemas {
  /** Whether it is at hand. */
  readonly exists: boolean;
  /** One of its schemas, with all that it refers to. */
  schema(name: string): z.ZodType;
}

export function publishedSchemas(fileName: string): PublishedSchemas {
  const file = resolve(folder, fileName);
  return {
    exists: existsSync(file),
    schema(name) {
      const text = readFileSync(file, 'utf8').replaceAll('#/components/schemas/', '#/$defs/');
      const { components } = JSON.parse(text, withNull) as {
        components: { schemas: Record<string, unknown> };
      };
      const schema = { ...(components.schemas[name] as object), $defs: components.schemas };
      return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    },
  };
}

/**
 * OpenAI's description says `nullable` as OpenAPI 3.0 has it, though it is of 3.1, which knows only `null` as a type.
 */
function withNull(_: string, value: unknown): unknown {
  const isNullable =
    typeof value === 'object' && value !== null && 'nullable' in value && value.nullable === true;
  return isNullable ? { anyOf: [{ ...value, nullable: false }, { type: 'null' }] } : value;
}
