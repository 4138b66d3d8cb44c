import { byLanguage } from '../../language/language-packs.ts';
import { withoutOpeningTalk } from '../../question/asking-words.ts';

/** How each language asks for all there is rather than for one thing. */
const askings = Object.values(byLanguage(({ asking }) => asking?.aggregation));

/** Words between the documents and what they do: "how many documents of this folder mention". */
const between = String.raw`(?:(?!do|does|did|has|have)[\p{L}\p{N}]+ ){0,3}?`;

/** Before what is counted, of what stands in it: "in how many". */
const inside = '(?:in|dans|en|em|в|في)';

/** In scripts without spaces: list all; how many, or which, documents mention. */
const withoutSpaces: readonly RegExp[] = [
  /(?:列出|列举|找出)(?:所有|全部)/u,
  /(?:多少|几|哪些)[份个篇]?(?:文档|文件|文章|报告|合同|章节|页).{0,10}(?:提到|提及|谈到|讨论|包含|涉及)/u,
  /(?:提到|提及).{0,12}(?:多少|几)次/u,
  /すべて(?:挙げ|列挙)/u,
  /(?:いくつの|何件の|何個の|どの)(?:文書|ファイル|資料|記事|報告書|契約書?).{0,16}(?:言及|触れ|述べ|扱)/u,
  /何[回度].{0,12}(?:言及|登場)/u,
];

const patterns: readonly RegExp[] = [
  ...askings.flatMap(({ listing, counting, documents, mention, often, mentioned }) => [
    startingWith(`(?:${listing})`),
    startingWith(String.raw`(?:${counting})\s?(?:[\p{L}-]+ )?(?:${documents}) ${between}(?:${mention})`),
    startingWith(String.raw`${inside} (?:${counting})\s?(?:[\p{L}-]+ )?(?:${documents})`),
    startingWith(String.raw`(?:${often})(?!\p{L}).*(?<!\p{L})(?:${mentioned})`),
  ]),
  ...withoutSpaces,
];

/** Whether a question asks to list or to count over the whole collection, which no choice of passages can answer. */
export function isAggregation(question: string): boolean {
  const asked = withoutOpeningTalk(question).replace(/\s+/g, ' ').slice(0, 500);
  return patterns.some((pattern) => pattern.test(asked));
}

/** What a question begins with, up to the end of a word. */
function startingWith(words: string): RegExp {
  return new RegExp(String.raw`^¿?\s?${words}(?!\p{L})`, 'iu');
}
