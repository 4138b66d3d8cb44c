import { basename, extname } from 'node:path';
import type { Block, Parser } from '../contracts/parser.ts';
import { throwIfAborted } from '../errors.ts';
import { wordSet } from '../text/words.ts';
import { groupNeighbours } from './document/reading-order.ts';
import { languageOf, looksLikeText, readText } from './document/text-format.ts';

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
const sourceCodeExtensions: readonly string[] = [...languages.keys()].filter((name) => name.startsWith('.'));

/** The language of a file by its name; undefined where neither the ending nor the whole name is one of these. */
export function languageOfFile(path: string): string | undefined {
  const name = basename(path).toLowerCase();
  return languages.get(extname(name) || name);
}

/**
 * Source code and configuration: the text as it stands, a block of code for each top-level definition or setting with
 * its comments, long classes by their methods. Title: the path.
 */
export const sourceCodeParser: Parser = {
  name: 'source-code',
  extensions: sourceCodeExtensions,
  version: 4,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    throwIfAborted(options.signal);
    const { text, encoding, warnings } = readText(file);
    const language = languageOfFile(file.path);
    return {
      text,
      blocks: codeUnits(text, language).map(
        (unit): Block => ({ kind: 'code', ...(language && { language }), ...unit }),
      ),
      title: file.path,
      language: languageOf(text, encoding),
      metadata: { ...(language && { programming_language: language }) },
      warnings,
    };
  },
};

/** A definition with its comments, or a run of statements: `[start, end)` without blank lines around it. */
interface CodeUnit {
  readonly start: number;
  readonly end: number;
}

/** Units longer than this are divided at the definitions inside them, as a class at its methods. */
const maxUndivided = 1500;

/** Namespace, class, method. */
const maxDivisions = 3;

interface Line {
  readonly start: number;
  readonly end: number;
  /** Columns of white space before the first character; a tab counts four. */
  readonly indent: number;
  readonly isBlank: boolean;
  /** Belongs to what stands above it whatever its indentation: a closing bracket, an `else`, inside of a string. */
  readonly isContinuation: boolean;
  /** Within a block comment, its last line too: what stands below is what it is about. */
  readonly isComment: boolean;
  /** A comment among settings that opens what it is about: what stands above it is neither a comment nor a section. */
  readonly opensSetting: boolean;
}

const closing =
  /^[ \t]*(?:[})\]]|\{[ \t]*$|(?:end|else|elif|elsif|elseif|except|finally|catch|rescue|ensure|then|do|done|fi|esac|when|public:|private:|protected:)(?![\w-])|#(?:else|elif|endif)\b|<\/)/;

/** Languages in which each setting may have a comment of its own above it. */
const settings = wordSet('ini properties toml yaml');
const remark = /^[ \t]*[#;!]/;
const remarkOrSection = /^[ \t]*[#;![]/;

/**
 * The definitions of a source file by their indentation, which most languages and all formatters keep: a unit begins
 * with a line at the margin, behind a blank line or behind the body of the one before; comments, decorators and
 * attributes right above belong to it; among settings one begins with each comment. A long unit is divided again by
 * the indentation of its body. Linear; every line that is not blank lies in a unit. `language`: as highlighters name
 * it.
 */
export function codeUnits(text: string, language?: string): readonly CodeUnit[] {
  return divide(linesOf(text, language), 0);
}

function divide(lines: readonly Line[], division: number): readonly CodeUnit[] {
  const margin = lines.reduce(
    (least, { indent, isBlank, isContinuation }) =>
      isBlank || isContinuation ? least : Math.min(least, indent),
    Number.POSITIVE_INFINITY,
  );
  return groupsAt(lines, margin).flatMap((group) => {
    const unit = spanOf(group);
    if (!unit) return [];
    const isLong = unit.end - unit.start > maxUndivided && division < maxDivisions;
    return isLong ? divideBody(group, margin, division) : [unit];
  });
}

/** The line that opens the body stays with what comes first in it, and the one that closes it with the last. */
function divideBody(group: readonly Line[], margin: number, division: number): readonly CodeUnit[] {
  const first = group.findIndex(
    ({ indent, isBlank, isContinuation }) => !isBlank && !isContinuation && indent > margin,
  );
  const whole = spanOf(group);
  if (first <= 0 || !whole) return whole ? [whole] : [];
  const inner = divide(group.slice(first), division + 1);
  const [opening, ...rest] = inner;
  if (!opening || rest.length === 0) return [whole];
  const last = rest.at(-1) as CodeUnit;
  return [
    { start: whole.start, end: opening.end },
    ...rest.slice(0, -1),
    { start: last.start, end: whole.end },
  ];
}

function groupsAt(lines: readonly Line[], margin: number): readonly (readonly Line[])[] {
  return groupNeighbours(lines, (group, line) => {
    const previous = group.at(-1) as Line;
    const isAtMargin = !line.isBlank && !line.isContinuation && line.indent <= margin;
    const isBehindBody =
      previous.isBlank ||
      line.opensSetting ||
      (!previous.isComment && (previous.isContinuation || previous.indent > margin));
    return !isAtMargin || !isBehindBody;
  });
}

function spanOf(lines: readonly Line[]): CodeUnit | undefined {
  const first = lines.find(({ isBlank }) => !isBlank);
  const last = lines.findLast(({ isBlank }) => !isBlank);
  return first && last ? { start: first.start, end: last.end } : undefined;
}

function linesOf(text: string, language: string | undefined): readonly Line[] {
  const { commentEnd, strings } = blockMarks(language);
  const isOfSettings = settings.has(language ?? '');
  const lines: Line[] = [];
  /** What ends the comment or string that the line begins in. */
  let within: string | undefined;
  let above = '#';
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const lineEnd = newline === -1 ? text.length : newline;
    const content = text.slice(start, lineEnd);
    const trimmed = content.trimEnd();
    lines.push({
      start,
      end: start + trimmed.length,
      indent: indentOf(content),
      isBlank: trimmed === '' && within === undefined,
      isContinuation: within !== undefined || closing.test(content),
      isComment: within !== undefined && within === commentEnd,
      opensSetting: isOfSettings && remark.test(content) && !remarkOrSection.test(above),
    });
    above = content;
    within = openAfter(content, within);
    start = lineEnd + 1;
  }
  return lines;

  function openAfter(line: string, open: string | undefined): string | undefined {
    if (open !== undefined) return line.includes(open) ? undefined : open;
    // One that begins behind code is mostly over by the end of its line.
    if (commentEnd && /^[ \t]*\/\*/.test(line)) return line.includes(commentEnd) ? undefined : commentEnd;
    return strings.find((mark) => line.split(mark).length % 2 === 0);
  }
}

function indentOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4;
    else break;
  }
  return columns;
}

/** What begins in one line and may end in another. */
interface BlockMarks {
  /** What ends a comment that begins with a slash and a star; undefined where these begin none. */
  readonly commentEnd: '*/' | undefined;
  /** What stands at both ends of a string of several lines. */
  readonly strings: readonly string[];
}

const starComments = wordSet(
  'typescript tsx javascript jsx vue svelte java go rust c cpp csharp php swift kotlin scala dart groovy sql css scss ' +
    'less protobuf hcl',
);

/** The marks of such strings, and the languages that have them. Elsewhere they are odd only where they are named. */
const strings: readonly (readonly [mark: string, languages: ReadonlySet<string>])[] = [
  ['"""', wordSet('python java kotlin scala swift csharp julia graphql dart elixir toml groovy')],
  ["'''", wordSet('python dart elixir toml groovy')],
];

/** Of a language as highlighters name it; of one that is not known, all that there are. */
function blockMarks(language: string | undefined): BlockMarks {
  const has = (languages: ReadonlySet<string>) => language === undefined || languages.has(language);
  return {
    commentEnd: has(starComments) ? '*/' : undefined,
    strings: strings.filter(([, languages]) => has(languages)).map(([mark]) => mark),
  };
}
