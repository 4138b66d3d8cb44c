import type { z } from 'zod';

/**
 * `T` for comparing: all levels read-only, and every optional key required and marked, because a type with an
 * optional key is assignable both to and from the type without it.
 */
type Comparable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Entry)[]
    ? readonly Comparable<Entry>[]
    : {
        readonly [Key in keyof T]-?: undefined extends T[Key]
          ? { readonly optional: Comparable<Exclude<T[Key], undefined>> }
          : Comparable<T[Key]>;
      };

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/**
 * Ties a zod schema to the interface that it describes: `schemaOf<Hit>()(z.object({…}))` compiles only where the
 * schema's output and the interface agree key by key, so that neither can change without the other.
 */
export function schemaOf<Interface>() {
  return <Schema extends z.ZodType>(
    schema: Schema &
      (Same<Comparable<z.output<Schema>>, Comparable<Interface>> extends true
        ? unknown
        : { readonly schemaDiffersFromInterface: never }),
  ): z.ZodType<Interface> => schema as unknown as z.ZodType<Interface>;
}
