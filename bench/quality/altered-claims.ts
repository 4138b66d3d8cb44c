/**
 * Alterations and paraphrases made by rules from the texts of evaluation sets. Nothing here is shared with what it
 * measures: the rules know no more than regular expressions.
 */

export const claimLanguages = ['en', 'de', 'zh'] as const;

export type ClaimLanguage = (typeof claimLanguages)[number];

/** What an alteration changes. */
export const claimKinds = [
  'number',
  'unit',
  'date',
  'year',
  'name',
  'negation',
  'comparison',
  'quantifier',
  'cause',
  'section',
  'merged',
] as const;

export type ClaimKind = (typeof claimKinds)[number];

/** A sentence, what it is checked against, and whether it says the same. */
export interface Claim {
  readonly language: ClaimLanguage;
  /** What was altered; `same` where the claim is true. */
  readonly kind: ClaimKind | 'same';
  readonly claim: string;
  readonly source: string;
  /** Headings and titles that the source stands under. */
  readonly called: readonly string[];
}

/** Two sentences of a text that follow each other. */
interface Stretch {
  readonly first: string;
  readonly second: string;
}

/** Chooses one of some things; undefined of none. */
type Pick = <Item>(items: readonly Item[]) => Item | undefined;

/** A rule gives its claim with the source, or undefined where it finds nothing to change. */
type Rule = (
  stretch: Stretch,
  strangers: readonly string[],
  pick: Pick,
) => { readonly claim: string; readonly source?: string; readonly called?: readonly string[] } | undefined;

/** The claims that rules make of texts: `count` of each language, its kinds in turn as far as the texts have them. */
export function alteredClaims(
  language: ClaimLanguage,
  texts: readonly string[],
  { altered, same }: { readonly altered: number; readonly same: number },
): Claim[] {
  const stretches = texts.flatMap((text) => stretchesOf(text, language));
  const strangers = [...new Set(stretches.flatMap(({ first }) => namesOf(first, language)))];
  return [
    ...claimsOf(language, claimKinds, rules[language], stretches, strangers, altered),
    ...claimsOf(language, sameKinds, sameRules[language], stretches, strangers, same),
  ];
}

function claimsOf<Kind extends string>(
  language: ClaimLanguage,
  kinds: readonly Kind[],
  rulesOf: Readonly<Record<Kind, Rule>>,
  stretches: readonly Stretch[],
  strangers: readonly string[],
  count: number,
): Claim[] {
  const pick = picker(7);
  const claims: Claim[] = [];
  const used = new Set<Stretch>();
  const spent = new Set<Kind>();
  for (let turn = 0; claims.length < count && spent.size < kinds.length; turn += 1) {
    const kind = kinds[turn % kinds.length] as Kind;
    if (spent.has(kind)) continue;
    // A prime step spreads the claims of a kind over the texts.
    const start = (turn * 37) % stretches.length;
    const found = [...stretches.slice(start), ...stretches.slice(0, start)].find((stretch) => {
      if (used.has(stretch)) return false;
      const made = rulesOf[kind](stretch, strangers, pick);
      if (made === undefined || made.claim === stretch.first) return false;
      const source = made.source ?? `${stretch.first}${language === 'zh' ? '' : ' '}${stretch.second}`;
      const isAltered = claimKinds.some((one) => one === kind);
      claims.push({
        language,
        kind: isAltered ? (kind as unknown as ClaimKind) : 'same',
        claim: made.claim,
        source,
        called: made.called ?? [],
      });
      used.add(stretch);
      return true;
    });
    if (!found) spent.add(kind);
  }
  return claims;
}

/** A linear congruential generator: Knuth, Lewis, “MMIX”, The Art of Computer Programming 2, 3.3.4. */
function picker(seed: number): Pick {
  let state = BigInt(seed);
  return (items) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffff_ffff_ffff_ffffn;
    return items[Number(state >> 33n) % items.length];
  };
}

/** Pairs of neighbouring sentences of a length that people read: not headings, not rows. */
function stretchesOf(text: string, language: ClaimLanguage): Stretch[] {
  const [least, most] = language === 'zh' ? [15, 110] : [45, 280];
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const parts = Array.from(segmenter.segment(text.replace(/\s+/g, ' ')), ({ segment }) => segment.trim());
  const isWhole = (part: string) =>
    part.length >= least && part.length <= most && /[.。]$/.test(part) && !/[[\]|{}<>]/.test(part);
  return parts
    .slice(1)
    .map((second, place) => ({ first: parts[place] as string, second }))
    .filter(({ first, second }) => isWhole(first) && isWhole(second));
}

const countries =
  '中国|美国|法国|德国|英国|日本|俄罗斯|印度|意大利|西班牙|波兰|欧洲|加利福尼亚|苏格兰|巴黎|伦敦|华沙';

function namesOf(text: string, language: ClaimLanguage): string[] {
  const patterns = {
    en: /(?<=[a-z,] )(?:[A-Z][a-z]+)(?: (?:of )?[A-Z][a-z]+)*/g,
    de: /(?<=[a-zäöü,] (?:in|aus|nach|von) )[A-ZÄÖÜ][a-zäöüß]{3,}(?! [A-ZÄÖÜ])(?=[ ,.])|(?<=[a-zäöü,] )[A-ZÄÖÜ][a-zäöüß]+ [A-ZÄÖÜ][a-zäöüß]+(?=[ ,.])/g,
    zh: new RegExp(`${countries}|《[^》]{2,12}》|[\\u4e00-\\u9fff]{2,5}·[\\u4e00-\\u9fff]{2,5}`, 'g'),
  } as const;
  return Array.from(text.matchAll(patterns[language]), ([name]) => name);
}

/** Replaces the first match of the first pair that stands in a text. */
function swapped(
  text: string,
  pairs: readonly (readonly [RegExp, string | ((...groups: string[]) => string)])[],
) {
  for (const [pattern, by] of pairs)
    if (pattern.test(text))
      return text.replace(pattern, by as (whole: string, ...groups: string[]) => string);
  return undefined;
}

/** Pairs of words, each becoming the other. `b` is what bounds a word. */
function both(pairs: readonly (readonly [string, string])[], isSpaced = true) {
  const edge = (word: string) =>
    isSpaced ? new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'u') : new RegExp(word, 'u');
  return pairs.flatMap(([one, other]) => [[edge(one), other] as const, [edge(other), one] as const]);
}

/** One way: words that become others. */
function oneWay(pairs: readonly (readonly [string, string])[], isSpaced = true) {
  return both(pairs, isSpaced).filter((_, place) => place % 2 === 0);
}

type Swaps = Parameters<typeof swapped>[1];

const bySwaps =
  (pairs: Swaps): Rule =>
  ({ first }) => {
    const claim = swapped(first, pairs);
    return claim === undefined ? undefined : { claim };
  };

/** A number in digits that is no year, no part of a name, and none of a date. */
const plainNumber =
  /(?<!^)(?<!^\d+ )(?<![\p{L}\d.,:/€$£-])(?!1[0-9]{3}(?!\d)|20\d\d(?!\d))\d+(?:[.,]\d+)*(?![\p{L}\d:/]|\.\d|-| (?:January|February|March|April|May|June|July|August|September|October|November|December)|\. [A-Z]|月|日|年|世纪)/u;

const otherNumber: Rule = ({ first }, _, pick) => {
  const match = plainNumber.exec(first);
  if (!match) return undefined;
  const [written] = match;
  const digits = [...written.matchAll(/\d/g)].map(({ index }) => index);
  const at = pick(digits.slice(0, 2)) ?? 0;
  const digit = ((Number(written[at]) + (pick([1, 2, 3, 4, 5, 6, 7]) ?? 1)) % 9) + 1;
  const changed = digit === Number(written[at]) ? (digit % 9) + 1 : digit;
  const other = written.slice(0, at) + String(changed) + written.slice(at + 1);
  return { claim: first.slice(0, match.index) + other + first.slice(match.index + written.length) };
};

const otherYear: Rule = ({ first, second }, _, pick) => {
  const match = /(?<![\d.,])(1[0-9]{3}|20[0-2]\d)(?![\d.,]\d|\d)/.exec(first);
  if (!match) return undefined;
  const year = Number(match[1]) + (pick([-7, -3, -2, -1, 1, 2, 3, 9]) ?? 1);
  if (`${first} ${second}`.includes(String(year))) return undefined;
  return { claim: first.replace(match[0], String(year)) };
};

/** Each thing in its place, but one of the sentence beside it: everything that is said stands in the source. */
const merged: Rule = ({ first, second }) => {
  const [one, other] = [plainNumber.exec(first)?.[0], plainNumber.exec(second)?.[0]];
  if (one !== undefined && other !== undefined && one !== other && !first.includes(other))
    return { claim: first.replace(plainNumber, other) };
  const year = /(?<!\d)(?:1[0-9]{3}|20[0-2]\d)(?!\d)/;
  const [then, later] = [year.exec(first)?.[0], year.exec(second)?.[0]];
  if (then === undefined || later === undefined || then === later || first.includes(later)) return undefined;
  return { claim: first.replace(then, later) };
};

function otherName(language: ClaimLanguage): Rule {
  return ({ first, second }, strangers, pick) => {
    const name = pick(namesOf(first, language));
    const words = (name ?? '').split(' ').length;
    const others = strangers.filter(
      (one) => !first.includes(one) && !second.includes(one) && one.split(' ').length === words,
    );
    const stranger = pick(others);
    return name === undefined || stranger === undefined
      ? undefined
      : { claim: first.replace(name, stranger) };
  };
}

/** The subject is said by the heading alone, and the claim is about another. */
function otherSection(subject: RegExp, pronoun: string): Rule {
  return ({ first }, strangers, pick) => {
    const match = subject.exec(first);
    const stranger = pick(strangers.filter((one) => !first.includes(one) && !/[《·]/.test(one)));
    if (!match?.[1] || stranger === undefined) return undefined;
    const rest = first.slice(match[1].length);
    return { claim: stranger + rest, source: pronoun + rest, called: [match[1]] };
  };
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const monate = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];

/** Another month of these, or another day before it. */
function otherMonth(names: readonly string[], day: RegExp): Rule {
  return ({ first }, _, pick) => {
    const month = names.find((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(first));
    if (month === undefined) return undefined;
    const found = day.exec(first);
    if (found && pick([true, false]) === true)
      return {
        claim: first.replace(day, (whole) =>
          whole.replace(/\d+/, (written) => String((Number(written) % 27) + 1)),
        ),
      };
    return { claim: first.replace(month, pick(names.filter((name) => name !== month)) ?? month) };
  };
}

const rules: Readonly<Record<ClaimLanguage, Readonly<Record<ClaimKind, Rule>>>> = {
  en: {
    number: otherNumber,
    unit: bySwaps([
      ...both([
        ['million', 'billion'],
        ['kilometres', 'metres'],
        ['miles', 'feet'],
        ['km', 'miles'],
        ['hours', 'minutes'],
      ]),
      ...oneWay([
        ['tokens', 'words'],
        ['seconds', 'minutes'],
        ['weeks', 'days'],
        ['(?<=\\d )years', 'months'],
        ['(?<=\\d )days', 'weeks'],
        ['tons', 'kilograms'],
      ]),
      [/(?<=\d)\s?%/, ' per mille'],
      [/\$(?=\d)/, '€'],
    ]),
    date: otherMonth(months, /\d{1,2}(?= (?:[A-Z][a-z]+ \d{4}))|(?<=[A-Z][a-z]+ )\d{1,2}(?=,)/),
    year: otherYear,
    name: otherName('en'),
    negation: bySwaps([
      [/ (?:not|never) /, ' '],
      [/(?<=\b(?:is|are|was|were|can|could|will|would|may|must|has|have|had) )(?=[a-z])/, 'not '],
    ]),
    comparison: bySwaps([
      ...both([
        ['more', 'fewer'],
        ['higher', 'lower'],
        ['larger', 'smaller'],
        ['greater', 'lesser'],
        ['before', 'after'],
        ['earlier', 'later'],
        ['highest', 'lowest'],
        ['largest', 'smallest'],
        ['longer', 'shorter'],
        ['increased', 'decreased'],
        ['above', 'below'],
        ['older', 'younger'],
        ['best', 'worst'],
        ['first', 'last'],
        ['faster', 'slower'],
        ['over', 'under'],
        ['at least', 'at most'],
        ['most', 'least'],
      ]),
    ]),
    quantifier: bySwaps([
      ...oneWay([
        ['all', 'some'],
        ['many', 'few'],
        ['most of', 'none of'],
        ['every', 'hardly any'],
        ['some', 'all'],
        ['several', 'all'],
        ['always', 'sometimes'],
        ['often', 'always'],
        ['usually', 'never'],
        ['only', 'not only'],
        ['both', 'neither'],
        ['each', 'hardly any'],
        ['mostly', 'rarely'],
        ['majority', 'minority'],
      ]),
    ]),
    cause: bySwaps([
      ...oneWay([
        ['because of', 'despite'],
        ['because', 'although'],
        ['due to', 'despite'],
        ['led to', 'prevented'],
        ['leads to', 'prevents'],
        ['caused', 'prevented'],
        ['as a result of', 'regardless of'],
        ['[Tt]herefore', 'nevertheless'],
        ['resulted in', 'prevented'],
        ['so that', 'although'],
        ['since', 'although'],
        ['thus', 'nevertheless'],
        ['in order to', 'without wanting to'],
        ['allows?', 'prevents'],
        ['enables?', 'prevents'],
        ['helps?', 'hinders'],
      ]),
    ]),
    section: otherSection(
      /^(?!(?:Here|There|This|That|These|Those|It|They|He|She|What|Who|Which|One|Some|All|Both|Each|Another|Such|We|You|I|If|When|While)\b)((?:The )?[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)*)(?= (?:is|was|has|had|became|won|made|began) )/,
      'It',
    ),
    merged,
  },
  de: {
    number: otherNumber,
    unit: bySwaps([
      ...both([
        ['Millionen', 'Milliarden'],
        ['Kilometer', 'Meter'],
        ['Meilen', 'Kilometer'],
        ['km', 'm'],
        ['Stunden', 'Minuten'],
        ['Dollar', 'Euro'],
      ]),
      ...oneWay([
        ['Prozent', 'Promille'],
        ['Sekunden', 'Minuten'],
        ['(?<=\\d )Jahren?', 'Monaten'],
        ['(?<=\\d )Tagen?', 'Wochen'],
        ['Yards?', 'Fuß'],
        ['Tonnen', 'Kilogramm'],
      ]),
      [/(?<=\d)\s?%/, ' Promille'],
    ]),
    date: otherMonth(monate, /\d{1,2}(?=\. [A-Z])/),
    year: otherYear,
    name: otherName('de'),
    negation: bySwaps([
      [/ (?:nicht|nie) /, ' '],
      [/(?<!\p{L})kein(e[nmrs]?)?(?!\p{L})/u, (_whole: string, ending?: string) => `ein${ending ?? ''}`],
      [/(?<= (?:ist|sind|war|waren|wurde|wurden|hat|haben|kann|können) )(?=\p{L})/u, 'nicht '],
    ]),
    comparison: bySwaps([
      ...both([
        ['mehr', 'weniger'],
        ['größer', 'kleiner'],
        ['größere', 'kleinere'],
        ['höher', 'niedriger'],
        ['höhere', 'niedrigere'],
        ['früher', 'später'],
        ['größte', 'kleinste'],
        ['größten', 'kleinsten'],
        ['älteste', 'jüngste'],
        ['älter', 'jünger'],
        ['besser', 'schlechter'],
        ['erste', 'letzte'],
        ['ersten', 'letzten'],
        ['länger', 'kürzer'],
        ['stieg', 'sank'],
        ['über', 'unter'],
        ['vor', 'nach'],
        ['mindestens', 'höchstens'],
      ]),
    ]),
    quantifier: bySwaps([
      ...oneWay([
        ['alle', 'einige'],
        ['allen', 'einigen'],
        ['viele', 'wenige'],
        ['vielen', 'wenigen'],
        ['meisten', 'wenigsten'],
        ['oft', 'immer'],
        ['häufig', 'nie'],
        ['einige', 'alle'],
        ['mehrere', 'alle'],
        ['jede', 'kaum eine'],
        ['jeder', 'kaum ein'],
        ['immer', 'manchmal'],
        ['nur', 'nicht nur'],
        ['beide', 'keine'],
        ['normalerweise', 'nie'],
        ['Mehrheit', 'Minderheit'],
      ]),
    ]),
    cause: bySwaps([
      ...oneWay([
        ['weil', 'obwohl'],
        ['wegen', 'trotz'],
        ['aufgrund', 'trotz'],
        ['[Dd]aher', 'trotzdem'],
        ['[Dd]eshalb', 'dennoch'],
        ['führte zu', 'verhinderte'],
        ['führen zu', 'verhindern'],
        ['führt zu', 'verhindert'],
        ['damit', 'obwohl'],
        ['da', 'obwohl'],
        ['durch', 'trotz'],
        ['um', 'ohne'],
        ['verursacht', 'verhindert'],
      ]),
    ]),
    section: otherSection(
      /^(?!(?:Dies|Diese|Dieser|Dieses|Es|Er|Sie|Hier|Das|Die|Der|Ein|Eine|Dort|Wer|Was|Beide|Jeder|Man|Dabei|Danach|Außerdem) (?:ist|war|wurde|hat|hatte|liegt))((?:D(?:er|ie|as) )?[A-ZÄÖÜ][\p{L}-]+)(?= (?:ist|war|wurde|hat|hatte|liegt) )/u,
      'Dies',
    ),
    merged,
  },
  zh: {
    number: otherNumber,
    unit: bySwaps([
      ...both(
        [
          ['公里', '米'],
          ['英里', '英尺'],
          ['小时', '分钟'],
          ['亿', '万'],
          ['美元', '欧元'],
        ],
        false,
      ),
      ...oneWay(
        [
          ['个月', '周'],
          ['(?<=\\d\\s?)天', '周'],
          ['(?<=\\d\\s?)码', '英尺'],
          ['(?<=\\d\\s?)%', '‰'],
          ['百分之', '千分之'],
          ['吨', '公斤'],
          ['平方公里', '平方米'],
          ['(?<=\\d\\s?)分', '米'],
        ],
        false,
      ),
    ]),
    date: ({ first }, _, pick) => {
      const match = /(\d{1,2})\s?([月日])/.exec(first);
      if (!match) return undefined;
      const most = match[2] === '月' ? 12 : 28;
      const other = ((Number(match[1]) + (pick([1, 2, 3, 5, 7]) ?? 1) - 1) % most) + 1;
      return { claim: first.replace(match[0], match[0].replace(match[1] ?? '', String(other))) };
    },
    year: otherYear,
    name: otherName('zh'),
    negation: bySwaps([
      [/(?:没有|并未|从未)(?=[\p{Script=Han}])/u, ''],
      [/(?<!也|而|并|还|但|就|都|正|于|总|特别)是(?=[\p{Script=Han}\d])/u, '不是'],
      [/可以(?=[\p{Script=Han}])/u, '不可以'],
      [/(?<!没)有(?=[\p{Script=Han}\d])/u, '没有'],
    ]),
    comparison: bySwaps(
      both(
        [
          ['大于', '小于'],
          ['超过', '不到'],
          ['增加', '减少'],
          ['最大', '最小'],
          ['最高', '最低'],
          ['以上', '以下'],
          ['之前', '之后'],
          ['至少', '至多'],
          ['更多', '更少'],
          ['更高', '更低'],
          ['更大', '更小'],
          ['较大', '较小'],
          ['高于', '低于'],
          ['多于', '少于'],
          ['上升', '下降'],
          ['第一', '最后'],
          ['早期', '晚期'],
          ['最早', '最晚'],
          ['最多', '最少'],
        ],
        false,
      ),
    ),
    quantifier: bySwaps(
      oneWay(
        [
          ['所有', '部分'],
          ['许多', '少数'],
          ['很多', '少数'],
          ['大多数', '少数'],
          ['大部分', '小部分'],
          ['一些', '所有'],
          ['通常', '总是'],
          ['全部', '部分'],
          ['每个', '少数'],
          ['经常', '从不'],
          ['有时', '总是'],
          ['只有', '不只有'],
          ['几乎', '完全'],
          ['主要', '完全'],
          ['都', '有的'],
          ['可能', '必然'],
        ],
        false,
      ),
    ),
    cause: bySwaps(
      oneWay(
        [
          ['因为', '尽管'],
          ['由于', '尽管'],
          ['导致', '避免'],
          ['因此', '然而'],
          ['所以', '但是'],
          ['造成', '避免'],
          ['引起', '防止'],
          ['为了', '并非为了'],
          ['从而', '却没有'],
          ['使得', '避免'],
          ['使', '没有使'],
          ['通过', '没有通过'],
          ['帮助', '阻碍'],
        ],
        false,
      ),
    ),
    section: otherSection(
      /^(?!这|那|它|他|她|该|的|其|此|我|你|如|但|另|最|个)([\p{Script=Han}A-Za-z·]{2,9}?)(?=(?:是|位于|成立于|拥有|建于|包括|属于|被))/u,
      '它',
    ),
    merged,
  },
};

const sameKinds = ['aside', 'order', 'figures', 'words', 'clause', 'said', 'joined'] as const;

type SameKind = (typeof sameKinds)[number];

const withoutAside: Rule = ({ first }) => ({
  claim: first
    .replace(/ ?[（(][^()（）]{2,60}[)）]/, '')
    .replace(/, (?:which|who|including|such as|der|die|das|einschließlich) [^,]{5,80}(?=, )/, ''),
});

/** The first of two main clauses. */
function firstClause(joint: RegExp, end: string): Rule {
  return ({ first }) => {
    const match = joint.exec(first);
    if (!match || match.index < 25 * (end === '。' ? 0.5 : 1)) return undefined;
    return { claim: first.slice(0, match.index) + end };
  };
}

const sameRules: Readonly<Record<ClaimLanguage, Readonly<Record<SameKind, Rule>>>> = {
  en: {
    aside: withoutAside,
    order: ({ first }) => {
      const match =
        /^(In \d{4}|In [A-Z][a-z]+|During [^,]{4,30}|By \d{4}|Since \d{4}), ((?:the|a|an|this|these|it|he|she|they) .*)\.$/.exec(
          first,
        );
      if (!match?.[1] || !match[2]) return undefined;
      const [, when, what] = match;
      return {
        claim: `${what.charAt(0).toUpperCase()}${what.slice(1)} ${when.charAt(0).toLowerCase()}${when.slice(1)}.`,
      };
    },
    figures: bySwaps([
      [/\d{1,3}(?:,\d{3})+(?!\d)/, (number: string) => number.replaceAll(',', '')],
      [/(?<=\d) percent/, ' %'],
      [/(?<=\d)%/, ' per cent'],
      [/(?<![\d.])(\d{1,3}) million(?! \p{L}+ \d)/u, (_: string, number: string) => `${number},000,000`],
      [
        /\b(January|March|April|June|July|August|September|October|November|December) (\d{1,2}), (\d{4})/,
        (_: string, month: string, day: string, year: string) => `${day} ${month} ${year}`,
      ],
      [/\bkm\b/, 'kilometres'],
      [/\btwo\b/, '2'],
      [/\bthree\b/, '3'],
      [/\bseven\b/, '7'],
    ]),
    words: bySwaps([
      ...oneWay([
        ['began', 'started'],
        ['located', 'situated'],
        ['large', 'big'],
        ['approximately', 'about'],
        ['However, ', ''],
        ['required', 'needed'],
        ['obtained', 'got'],
        ['nearly', 'almost'],
        ['such as', 'like'],
        ['is not', "isn't"],
        ['cannot', "can't"],
        ['purchased', 'bought'],
        ['also ', ''],
        ['numerous', 'many'],
        ['while', 'whereas'],
        ['entire', 'whole'],
        ['use', 'employ'],
        ['often', 'frequently'],
        ['rapidly', 'quickly'],
      ]),
    ]),
    clause: firstClause(/; |, (?:and|but|while|whereas) (?=(?:the|it|he|she|they|this|its|in)\b)/, '.'),
    said: ({ first }) =>
      /^(?:The|A|In|It|They|These|This|He|She) /.test(first)
        ? { claim: `According to the text, ${first.charAt(0).toLowerCase()}${first.slice(1)}` }
        : undefined,
    joined: ({ first, second }) =>
      /^(?:The|A|In|It|They|These|This|He|She) /.test(second) && first.length + second.length < 320
        ? { claim: `${first.slice(0, -1)}, and ${second.charAt(0).toLowerCase()}${second.slice(1)}` }
        : undefined,
  },
  de: {
    aside: withoutAside,
    order: ({ first }) => {
      const match =
        /^((?:Im Jahr |Im Jahre )?\d{4}|Seit \d{4}) (wurde|war|hatte|begann|gab) ((?:der|die|das|ein|eine) [^,]*)\.$/.exec(
          first,
        );
      if (!match) return undefined;
      const [, when = '', verb = '', rest = ''] = match;
      const [article = '', noun = '', ...others] = rest.split(' ');
      return {
        claim: `${article.charAt(0).toUpperCase()}${article.slice(1)} ${noun} ${verb} ${when.charAt(0).toLowerCase()}${when.slice(1)} ${others.join(' ')}.`,
      };
    },
    figures: bySwaps([
      [/\d{1,3}(?:\.\d{3})+(?!\d)/, (number: string) => number.replaceAll('.', '')],
      [/(?<=\d) Prozent/, ' %'],
      [/(?<=\d) ?%/, ' Prozent'],
      [/(?<=\d) Millionen/, ' Mio.'],
      [/(?<=\d) Milliarden/, ' Mrd.'],
      [/(?<=\d) Kilometer(?!\p{L})/u, ' km'],
      [/(?<!\p{L})zwei(?!\p{L})/u, '2'],
      [/(?<!\p{L})drei(?!\p{L})/u, '3'],
    ]),
    words: bySwaps([
      ...oneWay([
        ['begann', 'fing an'],
        ['ungefähr', 'etwa'],
        ['beinahe', 'fast'],
        ['ebenfalls', 'auch'],
        ['jedoch', 'aber'],
        ['häufig', 'oft'],
        ['auch ', ''],
        ['sowie', 'und'],
        ['gegenwärtig', 'derzeit'],
        ['etwa', 'ungefähr'],
        ['bekam', 'erhielt'],
        ['benötigt', 'braucht'],
        ['erhielt', 'bekam'],
        ['verwendet', 'benutzt'],
        ['zahlreiche', 'viele'],
        ['wie zum Beispiel', 'etwa'],
      ]),
    ]),
    clause: firstClause(
      /; |, (?:und|aber|während|jedoch) (?=(?:der|die|das|er|sie|es|ein|eine|in)(?!\p{L}))/u,
      '.',
    ),
    said: ({ first }) =>
      /^(?:Der|Die|Das|Ein|Eine) /.test(first) ? { claim: `Laut dem Text gilt: ${first}` } : undefined,
    joined: ({ first, second }) =>
      /^(?:Der|Die|Das|Ein|Eine|Er|Sie|Es) /.test(second) && first.length + second.length < 320
        ? { claim: `${first.slice(0, -1)}, und ${second.charAt(0).toLowerCase()}${second.slice(1)}` }
        : undefined,
  },
  zh: {
    aside: withoutAside,
    order: ({ first }) => {
      const match = /^(\d{4}\s?年|在[^，。]{2,10}(?:中|时|期间|里))，([^，。]{8,})。$/.exec(first);
      return match ? { claim: `${match[2]}，这是${match[1]}的事。` } : undefined;
    },
    figures: bySwaps([
      [/\d{1,3}(?:,\d{3})+(?!\d)/, (number: string) => number.replaceAll(',', '')],
      [/(\d+)\s?%/, (_: string, number: string) => `百分之${number}`],
      [/(?<=\d)\s(?=[年月日])/, ''],
      [/(?<!一)两(?=个|名|种|次|位|支|座)/, '2'],
      [/三(?=个|名|种|次|位|支|座)/, '3'],
      [/公里/, '千米'],
      [/(?<=\d)\s(?=[\p{Script=Han}])/u, ''],
    ]),
    words: bySwaps(
      oneWay(
        [
          ['但是', '不过'],
          ['然而，', ''],
          ['大约', '约'],
          ['由于', '因为'],
          ['经常', '常常'],
          ['因此', '所以'],
          ['许多', '很多'],
          ['例如', '比如'],
          ['被称为', '叫做'],
          ['目前', '现在'],
          ['位于', '坐落于'],
          ['以及', '和'],
          ['此外，', ''],
          ['主要', '基本'],
          ['非常', '十分'],
        ],
        false,
      ),
    ),
    clause: firstClause(/；|，(?:而|但|并且|同时)(?=[^，。]{6,})/u, '。'),
    said: ({ first }) => ({ claim: `根据文中的说法，${first}` }),
    joined: ({ first, second }) =>
      first.length + second.length < 130 ? { claim: `${first.slice(0, -1)}，${second}` } : undefined,
  },
};
