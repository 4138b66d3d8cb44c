import { withoutOpeningTalk } from '../../retrieve/understand/without-asking-phrases.ts';

/** How one language asks for all there is rather than for one thing. Each is the inside of a regular expression. */
interface Asking {
  /** How a list of everything is asked for: "list all". */
  readonly listing: string;
  /** How documents are counted or told apart: "how many", "which". */
  readonly counting: string;
  /** What documents are called when there are several. */
  readonly documents: string;
  /** What documents do that are about something: "mention". */
  readonly mention: string;
  /** How occurrences are counted: "how often". */
  readonly often: string;
  /** What is done to what documents are about: "mentioned". */
  readonly mentioned: string;
}

const askings: readonly Asking[] = [
  {
    listing:
      '(?:please |can you |could you )?(?:list|name|enumerate|count|give me|show(?: me)?|find|compare|summari[sz]e)(?: a list of)? (?:all|every|each|the number of)|what are all|who are all',
    counting: '(?:how many|which|what)(?: of (?:the|these|our|my|your|all(?: the)?))?',
    documents:
      'documents|files|chapters|sections|pages|articles|papers|reports|entries|passages|notes|letters|e-?mails|contracts|invoices',
    mention:
      'mention|name|discuss|cover|contain|refer to|talk about|speak of|describe|deal with|say|cite|are about|are there|do (?:we|you|i) have',
    often: 'how (?:often|many times)',
    mentioned: 'mentioned|named|cited|discussed|referred to|talked about',
  },
  {
    listing: '(?:liste|zähle|nenne|zeige|finde)(?: mir)? (?:alle|sämtliche|jede[ns]?)',
    counting: '(?:wie vielen?|welchen?)(?: (?:der|dieser|unserer))?',
    documents: 'dokumente[n]?|dateien|kapiteln?|seiten|artikeln?|berichten?|verträgen?|briefen?|rechnungen',
    mention: 'erwähnen|nennen|behandeln|enthalten|beschreiben|sprechen|handeln|gibt es',
    often: 'wie oft',
    mentioned: 'erwähnt|genannt|behandelt|zitiert',
  },
  {
    listing: '(?:liste|énumère|énumérez|listez|citez?|trouvez?)(?: |-moi )(?:tou(?:s|tes)|chaque)',
    counting: "(?:combien d(?:e |['’])|quel(?:le)?s )(?:nos |ces )?",
    documents: 'documents|fichiers|chapitres|pages|articles|rapports|contrats|lettres|factures',
    mention: 'mentionnent|parlent|citent|évoquent|traitent|contiennent|décrivent|y a-t-il',
    often: 'combien de fois',
    mentioned: 'mentionnée?s?|citée?s?|évoquée?s?',
  },
  {
    listing: '(?:enumera|lista|nombra|dime|muestra|encuentra) (?:todos|todas|cada)',
    counting: '(?:cuánt[oa]s|qué)(?: de (?:los|las|nuestr[oa]s))?',
    documents: 'documentos|archivos|capítulos|páginas|artículos|informes|contratos|cartas|facturas',
    mention: 'mencionan|hablan|citan|tratan|contienen|describen|hay',
    often: 'cuántas veces',
    mentioned: 'menciona[n]?|mencionad[oa]s?|citad[oa]s?',
  },
  {
    listing: '(?:elenca|elencare|elencami|trova|mostra) (?:tutti|tutte|ogni)',
    counting: '(?:quant[ie]|quali)(?: de(?:i|gli|lle))?',
    documents: 'documenti|file|capitoli|pagine|articoli|rapporti|contratti|lettere|fatture',
    mention: 'menzionano|parlano|citano|trattano|contengono|descrivono|ci sono',
    often: 'quante volte',
    mentioned: 'menzionat[oaie]|citat[oaie]|nominat[oaie]',
  },
  {
    listing: '(?:liste|enumere|mostre|encontre) (?:todos|todas|cada)',
    counting: '(?:quant[oa]s|quais|que)(?: d[oa]s)?',
    documents: 'documentos|arquivos|ficheiros|capítulos|páginas|artigos|relatórios|contratos|cartas|faturas',
    mention: 'mencionam|falam|citam|tratam|contêm|descrevem|há|existem',
    often: 'quantas vezes',
    mentioned: 'mencionad[oa]s?|citad[oa]s?',
  },
  {
    listing: '(?:noem|geef|toon|tel|zoek)(?: me| mij)? (?:alle|elke|iedere?)',
    counting: '(?:hoeveel|welke)(?: van (?:de|deze|onze))?',
    documents:
      "documenten|bestanden|hoofdstukken|pagina['’]s|artikelen|rapporten|contracten|brieven|facturen",
    mention: 'noemen|vermelden|bespreken|behandelen|bevatten|beschrijven|gaan over|zijn er',
    often: 'hoe vaak',
    mentioned: 'genoemd|vermeld|besproken',
  },
  {
    listing:
      '(?:перечисли|назови|покажи|сосчитай|найди)(?:те)?(?: мне)? (?:все|всех|всё|каждый|каждую|каждое)',
    counting: 'сколько|скольких|каких|какие(?: из)?',
    documents:
      'документ(?:ов|ы|ах)|файл(?:ов|ы|ах)|глав(?:ы|ах)?|страниц(?:ы|ах)?|стат(?:ей|ьи|ьях)|отч[её]т(?:ов|ы|ах)|договор(?:ов|ы|ах)|пис(?:ем|ьма|ьмах)',
    mention: 'упомина[ею]т|говор[яи]т|содерж[аи]т|описыва[ею]т|рассматрива[ею]т|посвящен[оы]',
    often: 'сколько раз|как часто',
    mentioned: 'упомина[ею]тся|упоминал(?:ся|ась|ось|ись)|упомянут[аоы]?',
  },
  {
    listing: '(?:اذكر|عدد|اسرد|أعطني)(?: لي)? (?:كل|جميع)',
    counting: 'كم(?: عدد)?|ما هي|أي',
    documents:
      'وثيقة|ملفا?ً?|فصلا?ً?|صفحة|مقالا?ً?|تقريرا?ً?|الوثائق|الملفات|الفصول|الصفحات|المقالات|التقارير|العقود',
    mention: 'التي|[تي]ذكر|[تي]تحدث|[تي]تناول|[تي]حتوي|[تي]شير|[تي]وجد',
    often: 'كم مرة',
    mentioned: 'ذ[ُ]?كر[ت]?|[تي]ذكر',
  },
];

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
