/**
 * Where a link of Markdown leads, right behind the brackets with its words: an address, which may hold pairs of
 * brackets and have a title, or the name under which one stands elsewhere (CommonMark 0.31, section 6.3). The source of
 * a regular expression.
 */
export const linkTarget = String.raw`(?:\((?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)|\[[^\][\n]*\])`;

/**
 * A line that says where a link leads: `[name]: address "title"` (CommonMark 0.31, section 4.7). The words of a
 * footnote are none. The source of a regular expression for one line, or with the flag `m` for any of a text.
 */
export const linkDefinition = String.raw`^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<[^<>\n]*>|\S+)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$`;
