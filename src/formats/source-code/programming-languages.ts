import { basename, extname } from 'node:path';

/** Names that highlighters know, with the endings of files in lower case, or whole names of files that have none. */
const fileNames = {
  typescript: '.ts .mts .cts',
  tsx: '.tsx',
  javascript: '.js .mjs .cjs',
  jsx: '.jsx',
  vue: '.vue',
  svelte: '.svelte',
  python: '.py .pyi',
  java: '.java',
  go: '.go',
  rust: '.rs',
  c: '.c .h',
  cpp: '.cc .cpp .cxx .hpp .cu',
  csharp: '.cs',
  ruby: '.rb gemfile rakefile vagrantfile',
  php: '.php',
  swift: '.swift',
  kotlin: '.kt .kts',
  scala: '.scala',
  dart: '.dart',
  lua: '.lua',
  perl: '.pl .pm',
  r: '.r',
  julia: '.jl',
  haskell: '.hs',
  elixir: '.ex .exs',
  erlang: '.erl',
  clojure: '.clj',
  bash: '.sh .bash',
  zsh: '.zsh',
  powershell: '.ps1',
  sql: '.sql',
  css: '.css',
  scss: '.scss',
  less: '.less',
  graphql: '.graphql',
  protobuf: '.proto',
  hcl: '.tf',
  yaml: '.yaml .yml',
  toml: '.toml',
  ini: '.ini .cfg .conf',
  properties: '.properties',
  xml: '.xml .xsd .launch .urdf .sdf',
  makefile: 'makefile gnumakefile',
  dockerfile: 'dockerfile containerfile',
  groovy: 'jenkinsfile',
};

const languages: ReadonlyMap<string, string> = new Map(
  Object.entries(fileNames).flatMap(([language, names]) => names.split(' ').map((name) => [name, language])),
);

/** Names of programming languages, as highlighters know them. */
export const languageNames: readonly string[] = Object.keys(fileNames);

/** File name endings of source code, lower case with their dot. */
export const sourceCodeExtensions: readonly string[] = [...languages.keys()].filter((name) =>
  name.startsWith('.'),
);

/** The language of a file by its name; undefined where neither the ending nor the whole name is one of these. */
export function languageOfFile(path: string): string | undefined {
  const name = basename(path).toLowerCase();
  return languages.get(extname(name) || name);
}
