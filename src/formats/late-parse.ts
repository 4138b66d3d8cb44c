import type { ParseOptions, Parser, SourceFile } from '../contracts/parser.ts';

type Parse = (file: SourceFile, options: ParseOptions) => ReturnType<Parser['parse']>;

/**
 * The `parse` of a parser whose code is large and loaded with the first file that it reads: many a process only asks
 * which files are its. What was loaded is kept, since asking `import` again takes as long as reading a short part.
 */
export function lateParse(load: () => Promise<Parse>): Parser['parse'] {
  let loaded: Promise<Parse> | undefined;
  return async (file, options = {}) => {
    loaded ??= load();
    return (await loaded)(file, options);
  };
}
