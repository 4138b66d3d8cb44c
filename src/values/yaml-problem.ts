/** In words of those who write files by hand, what the library for YAML says in its own. By its code. */
const problems: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a text that contains a colon and a space needs quotation marks',
  BAD_SCALAR_START: 'a text that begins with this character needs quotation marks',
  MULTIPLE_DOCS: 'a line of three hyphens begins another document, but only one is read',
  UNEXPECTED_TOKEN:
    'this does not continue what comes before it; indent with spaces, and put quotation marks around the whole text',
  RESOURCE_EXHAUSTION: 'brackets or items are nested too deeply',
};

/** What is wrong with a text that is no YAML. */
export function yamlProblem({ code, message }: { readonly code: string; readonly message: string }): string {
  return problems[code] ?? message;
}
