/** What a site's robots.txt says to one crawler: https://www.rfc-editor.org/rfc/rfc9309. */
export interface RobotsRules {
  /** Whether a page may be read, by its path and query as they stand in its address. */
  allows(path: string): boolean;
  /** Between two requests, in seconds; undefined where it asks for none. */
  readonly crawlDelay: number | undefined;
  /** Addresses as they are written, for whichever crawler. */
  readonly sitemaps: readonly string[];
}

interface Group {
  readonly rules: { readonly pattern: string; readonly isAllowed: boolean }[];
  crawlDelay: number | undefined;
}

/**
 * Reads a robots.txt for a crawler: the groups that name it, whatever their case, else those for all. Of several rules
 * that match a page the longest counts, and of equally long ones the one that allows.
 */
export function robotsRules(text: string, crawler: string): RobotsRules {
  const own: Group = { rules: [], crawlDelay: undefined };
  const everybody: Group = { rules: [], crawlDelay: undefined };
  const counting = new Map([
    ['*', everybody],
    [crawler.toLowerCase(), own],
  ]);
  const sitemaps: string[] = [];
  /** Those of the two that a group names: every other name with a copy of its rules would exhaust memory. */
  let named = new Set<Group>();
  let isOwnNamed = false;
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [written = ''] = line.split('#', 1);
    const colon = written.indexOf(':');
    if (colon < 0) continue;
    const key = written.slice(0, colon).trim().toLowerCase();
    const value = written.slice(colon + 1).trim();
    if (key === 'sitemap' && value !== '') sitemaps.push(value);
    if (key === 'user-agent') {
      if (!isNaming) named = new Set();
      const group = counting.get(agentName(value));
      if (group) named.add(group);
      isOwnNamed ||= group === own;
    }
    isNaming = key === 'user-agent';
    // A rule without a path says nothing.
    if ((key === 'allow' || key === 'disallow') && value !== '')
      for (const { rules } of named) rules.push({ pattern: asEncoded(value), isAllowed: key === 'allow' });
    if (key === 'crawl-delay' && !Number.isNaN(Number(value)))
      for (const group of named) group.crawlDelay = Number(value);
  }
  const { rules, crawlDelay } = isOwnNamed ? own : everybody;
  // The longest first, so that the first that matches counts.
  rules.sort(
    (left, right) =>
      right.pattern.length - left.pattern.length || Number(right.isAllowed) - Number(left.isAllowed),
  );
  return {
    allows: (path) => {
      const asked = upperCased(path);
      return rules.find(({ pattern }) => matchesPattern(pattern, asked))?.isAllowed ?? true;
    },
    crawlDelay,
    sitemaps,
  };
}

/** Of `Name/1.0` the name counts. */
function agentName(agent: string): string {
  return (agent.toLowerCase().split('/', 1)[0] ?? '').trim();
}

/** A path as an address has it: what must be encoded is, once. */
function asEncoded(path: string): string {
  return upperCased(path.isWellFormed() ? encodeURI(path).replaceAll('%25', '%') : path);
}

/** `%c3` and `%C3` are the same. */
function upperCased(path: string): string {
  return path.replaceAll(/%[0-9a-fA-F]{2}/g, (code) => code.toUpperCase());
}

/**
 * Whether a path begins as a pattern says, in which `*` is anything and `$` at its end the end of the path. In time
 * linear in both: what stands between two stars is taken where it is found first, since whatever else could be found
 * leaves less for the rest.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const toTheEnd = pattern.endsWith('$');
  const [first = '', ...others] = (toTheEnd ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return !toTheEnd || path.length === first.length;
  let at = first.length;
  for (const part of others) {
    at = endOf(part, path, at);
    if (at < 0) return false;
  }
  if (toTheEnd) return path.length - last.length >= at && path.endsWith(last);
  return endOf(last, path, at) >= 0;
}

/** Of so many characters a part may be compared anew at every place. */
const shortPart = 16;

/** Where a part ends that is looked for from a place on; −1 where it is not there (Knuth, Morris and Pratt, 1977). */
function endOf(part: string, path: string, from: number): number {
  if (part.length > path.length - from) return -1;
  if (part.length <= shortPart) {
    const at = path.indexOf(part, from);
    return at < 0 ? -1 : at + part.length;
  }
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = from; ; at++) {
    if (matched === part.length) return at;
    if (at === path.length) return -1;
    while (matched > 0 && path[at] !== part[matched]) matched = borders[matched - 1] as number;
    if (path[at] === part[matched]) matched += 1;
  }
}

/** For each beginning of a part the length of the longest shorter one that it also ends in. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1] as number;
    if (part[at] === part[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}
