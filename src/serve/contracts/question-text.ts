/** Names of the elements of HTML, and of what SVG and MathML are put into it by. */
const elements =
  `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite
  code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form
  frame frameset font h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main
  map mark marquee math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt
  ruby s samp script search section select slot small source span strong style sub summary sup svg table tbody td
  template textarea tfoot th thead time title tr track u ul var video wbr`
    .split(/\s+/)
    .join('|');

const attribute = String.raw`[^\s"'<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)`;

/**
 * A tag: its name alone, or with attributes of which the first has a value. `a<b and b>c` is none, nor is `<vector>`.
 */
const tag = new RegExp(String.raw`<(/?)(${elements})((?:[\s/]+${attribute}(?:[\s/]+[^<>]*)?)?)\s*/?>`, 'gi');

/** With what stands in them: their name is all that is said of a script. */
const scripts = /<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi;

const comments = /<!--[\s\S]*?-->/g;

/**
 * Text without HTML and in single spaces. Elements lose their tags and keep their text. A tag that nothing closes, as
 * in "What does <br> do?", is a word of the text: its name stays.
 */
export function plainText(text: string): string {
  const bare = text.replace(comments, ' ').replace(scripts, ' $1 ');
  const closed = new Set(
    [...bare.matchAll(tag)].flatMap(([, slash, name = '']) => (slash === '/' ? [name.toLowerCase()] : [])),
  );
  return bare
    .replace(tag, (_, slash: string, name: string, attributes: string) => {
      const isMarkup = slash === '/' || attributes.trim() !== '' || closed.has(name.toLowerCase());
      return isMarkup ? ' ' : ` ${name} `;
    })
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?])/g, '')
    .trim();
}

/** Markup that runs or loads something where it is shown. */
const runningMarkup = [
  /<\/?script\b[^>]*>/i,
  // An attribute that handles an event.
  /<[a-z][^<>]*?[\s/"']on[a-z]{3,}\s*=/i,
  /<[a-z][^<>]*?=\s*["']?\s*(?:javascript|vbscript)\s*:/i,
  /<(?:iframe|object|embed|frame|base|link|meta)\b[^<>]*=/i,
];

const statement =
  'drop|delete|insert|update|alter|truncate|create|exec|execute|shutdown|select|declare|grant|merge|waitfor';
const value = String.raw`(?:'[^']*'?|"[^"]*"?|\d+|[a-z_][\w.]*)`;

/** How input goes on that is to end the text it is put into and add to a statement. */
const brokenOut = [
  // A further statement: '; DROP TABLE users
  String.raw`(?:['"]\s*\)*|^\s*\d+)\s*;\s*(?:${statement})\b`,
  // A condition that always holds: ' OR '1'='1
  String.raw`['"]\s*\)*\s*(?:or|and|\|\||&&|having)\s+(?:not\s+)?\(?\s*${value}\s*(?:=|<>|!=|<|>|\blike\b|\bis\b|\bin\b)`,
  String.raw`\d\s*\)*\s+(?:or|and)\s+${value}\s*=\s*${value}`,
  // One that takes its time, or tells by an error: ' AND SLEEP(5)
  String.raw`(?:['"]|\d)\s*\)*\s*(?:or|and|\|\||;|,|\+)?\s*\(?\s*(?:select\s+)?(?:sleep|benchmark|pg_sleep|extractvalue|updatexml|load_file)\s*\(`,
  // The rows of another table: ' UNION SELECT password FROM users
  String.raw`(?:['"]|\d)\s*\)*\s*union\s+(?:all\s+)?select\b`,
  // A quote, and the rest of the statement as a comment: admin'--
  String.raw`['"]\s*\)*\s*(?:;|(?:group|order)\s+by\s+\d+)?\s*(?:--|#|/\*)`,
  String.raw`;\s*(?:exec(?:ute)?\s+)?(?:master\.+)?xp_cmdshell\b`,
].map((pattern) => new RegExp(pattern, 'i'));

const asking =
  /\b(?:what|why|how|when|where|which|who|whose|is|are|can|could|does|do|did|should|would|will|explain|describe|compare|define|show|tell|list|give)\b/i;

/**
 * Whether text would do harm where a program puts it into a page or a database statement as it is. Nothing here does:
 * a question is a parameter everywhere. A question about SQL or HTML does none, also one that quotes an attack: words
 * ask before the quote, and the sentence is ended.
 */
export function isInjection(text: string): boolean {
  const said = text.trim();
  const isSentence = /[.?!]["'”`)]*$/.test(said);
  return [...runningMarkup, ...brokenOut].some((pattern) => {
    const start = pattern.exec(said)?.index;
    if (start === undefined) return false;
    // The word that the quote ends belongs to it: admin'--
    const before = said.slice(0, start).replace(/[^\s`“”(]*$/, '');
    return !(isSentence && asking.test(before));
  });
}
