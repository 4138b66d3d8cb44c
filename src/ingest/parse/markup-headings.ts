/** A heading found in the lines of a text: where it ends, as a count of lines, and what it says. */
export interface LineHeading {
  readonly level: number;
  readonly title: string;
  /** Lines that it takes, its rules included. */
  readonly lines: number;
}

/** Finds the heading that begins at a line, if one does. Called line by line from the top; it may remember. */
export type HeadingFinder = (lines: readonly string[], index: number) => LineHeading | undefined;

/** The finder for a file's lightweight markup by its ending; undefined where it has none. A log has no headings. */
export function markupHeadings(path: string): HeadingFinder | undefined {
  const extension = /\.[^./]*$/.exec(path.toLowerCase())?.[0] ?? '';
  return finders[extension]?.();
}

const finders: Readonly<Record<string, () => HeadingFinder>> = {
  '.rst': restructuredText,
  '.rest': restructuredText,
  '.adoc': asciiDoc,
  '.asciidoc': asciiDoc,
  '.org': orgMode,
  '.tex': latex,
  '.latex': latex,
  '.log': () => () => undefined,
};

/** File name endings with headings of their own, lower case with their dot. */
export const markupExtensions: readonly string[] = Object.keys(finders);

const maxTitleLength = 200;

/** One punctuation character over the length of the title, or so. */
const rule = /^([!-/:-@[-`{-~])\1{2,}\s*$/;

/** reStructuredText: a rule below a line, or above and below; each look that comes up is the next level. */
function restructuredText(): HeadingFinder {
  const looks: string[] = [];
  const headingOf = (title: string, look: string, lines: number): LineHeading => {
    if (!looks.includes(look)) looks.push(look);
    return { level: looks.indexOf(look) + 1, title: title.trim(), lines };
  };
  return (lines, index) => {
    const [line = '', next = '', last = ''] = lines.slice(index, index + 3);
    const over = rule.exec(line)?.[1];
    if (over && isTitle(next) && rule.exec(last)?.[1] === over) return headingOf(next, over + over, 3);
    const under = rule.exec(next)?.[1];
    const isLong = next.trimEnd().length >= line.trim().length - 1;
    const isAlone = !/\S/.test(lines[index - 1] ?? '');
    return under && isAlone && isLong && isTitle(line) && !/^\s/.test(line)
      ? headingOf(line, under, 2)
      : undefined;
  };
}

function isTitle(line: string | undefined): line is string {
  return line !== undefined && /\S/.test(line) && line.length <= maxTitleLength && !rule.test(line);
}

/** AsciiDoc: number of equals signs; what is between delimiters is not looked at. */
function asciiDoc(): HeadingFinder {
  let open: string | undefined;
  return (lines, index) => {
    const line = lines[index]?.trimEnd() ?? '';
    const delimiter = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,})$/.exec(line)?.[0];
    if (delimiter && (open === undefined || open === delimiter)) open = open ? undefined : delimiter;
    return open === undefined ? marked(/^(={1,6})\s+(\S.*?)(?:\s+=+)?$/.exec(line)) : undefined;
  };
}

const blockBegin = /^\s*#\+begin_/i;
const blockEnd = /^\s*#\+end_/i;

/** Org: number of stars, without the words for what is to be done and without tags; blocks are not looked at. */
function orgMode(): HeadingFinder {
  let isInBlock = false;
  return (lines, index) => {
    const line = lines[index] ?? '';
    if (blockBegin.test(line)) isInBlock = true;
    else if (blockEnd.test(line)) isInBlock = false;
    if (isInBlock) return undefined;
    return marked(
      /^(\*{1,8})\s+(?:(?:TODO|DONE|NEXT|WAITING)\s+)?(?:\[#[A-Z]\]\s+)?(\S.*?)(?:\s+:[\w@:]+:)?\s*$/.exec(
        line,
      ),
    );
  };
}

const latexLevels = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph'];

/** LaTeX: sectioning commands that fill a line. A file without parts or chapters begins at sections. */
function latex(): HeadingFinder {
  let first: number | undefined;
  return (lines, index) => {
    const found = /^\s*\\([a-z]+)\*?(?:\[[^\]]*\])?\{(.+)\}\s*(?:\\label\{[^}]*\}\s*)?$/.exec(
      lines[index] ?? '',
    );
    const depth = latexLevels.indexOf(found?.[1] ?? '');
    if (depth < 0 || !found?.[2]) return undefined;
    first = Math.min(first ?? depth, depth);
    return { level: Math.min(6, depth - first + 1), title: found[2], lines: 1 };
  };
}

/** A heading of as many levels as marks stand before it. */
function marked(found: RegExpExecArray | null): LineHeading | undefined {
  const [, marks = '', title = ''] = found ?? [];
  return found && title.length <= maxTitleLength
    ? { level: Math.min(6, marks.length), title, lines: 1 }
    : undefined;
}
