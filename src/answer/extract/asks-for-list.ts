import { ownValue } from '../../own-value.ts';
import { wholeWords } from '../../text/whole-words.ts';

/** What a question wants side by side or one after the other: what to do, several things, or how things differ. */
export type AskedList = 'steps' | 'items' | 'comparison';

/** How a question asks for either: the inside of a regular expression. By BCP 47 primary subtag. */
const written: Readonly<Record<string, Readonly<Record<'steps' | 'items', string>>>> = {
  en: {
    steps:
      'how (?:do|does|can|could|should|would|must|might) (?:i|we|you|one|they|people|users?)|how to|what (?:do|must|should) (?:i|we|you|one) (?:(?:need|have) to )?do to|(?:walk|guide|talk) me through|how (?:is|are) (?:.* )?(?:installed|set up|configured|built|made|created|started|used|run)|steps|procedure|instructions',
    items:
      "what (?:are|were) (?:the|its|their|all|some)|what(?:[’']s| is| are| was| were| ha(?:s|ve)(?: been)?)? (?:new|\\p{L}{3,}(?<!e)ed)(?=\\s*(?:[?.!,]|$)|\\s(?:in|for|by|with|from|at|on|during|since|to)\\s)|(?:what|which) (?:.* )?(?:are|were) there|^(?:please )?(?:list|name|enumerate)|^(?:give|show)(?: me)? (?:all|a list)|^which (?:\\p{L}+ ){0,3}\\p{L}+s (?:can|do|are|were|have|should|must)",
  },
  de: {
    steps:
      'schritten?|anleitung|vorgehen|wie (?:kann|muss|soll|geht)|wie \\p{L}+ (?:ich|wir|man)|was (?:muss|soll) (?:ich|man) (?:tun|machen)',
    items:
      '(?:was|welche) sind (?:die|ihre|seine)|welche (?:.* )?gibt es|^(?:bitte )?(?:nenne|liste|zähle)|^welche \\p{L}+ (?:sind|können|dürfen|haben|müssen)|was ist neu|was wurden? \\p{L}+|was (?:hat|haben) sich (?:.* )?(?:ge|ver)ändert',
  },
  fr: {
    steps:
      "étapes?|procédure|comment (?:puis|peut|dois|doit|\\p{L}+(?:er|ir|re)|\\p{L}+-(?:je|on|nous)|(?:je |on |j[’'])\\p{L}+)",
    items:
      "quel(?:le)?s sont|qu[’']est-ce qui a (?:.* )?changé|^(?:liste|listez|énumère|énumérez|cite|citez)|quel(?:le)?s (?:.* )?y a-t-il",
  },
  es: {
    steps: 'pasos?|procedimiento|cómo (?:se puede|\\p{L}+[aei]r(?:se|me)?|\\p{L}{3,}o)',
    items: 'cuáles son|qué (?:ha )?cambi(?:ó|ado)|^(?:enumera|lista|nombra)|qué (?:.* )?hay',
  },
  it: {
    steps:
      'passaggi|procedura|come (?:posso|si può|devo|faccio|fare)|^come (?:\\p{L}+[aei]re|(?!sono|siamo)\\p{L}{3,}o)',
    items: 'quali sono|cosa è cambiato|^(?:elenca|elencare)|quali (?:.* )?ci sono',
  },
  pt: {
    steps:
      'passos?|procedimento|como (?:posso|se pode|devo|faço|fazer)|^como (?:\\p{L}+[aei]r|(?!são)\\p{L}{3,}o)',
    items: 'quais são|o que (?:mudou|foi alterado)|^(?:liste|enumere)|quais (?:.* )?existem',
  },
  nl: {
    steps: 'stap(?:pen)?|procedure|hoe (?:kan|moet)|hoe \\p{L}+ (?:ik|je|we|wij|men)',
    items: '(?:wat|welke) zijn (?:de|het)|wat is er (?:.* )?veranderd|^noem|welke (?:.* )?zijn er',
  },
  ru: {
    steps: 'шаг[иа]?|порядок действий|как (?:мне|можно|нужно|правильно|(?!часть)\\p{L}+(?:ть|ти|чь)(?:ся)?)',
    items:
      'что (?:.* )?изменилось|какие (?:есть|бывают|существуют)|какие (?:.* )?(?:есть|существуют)|^(?:перечисли|назови)(?:те)?',
  },
  zh: { steps: '步骤|怎么|怎样|如何', items: '哪些|列出|列举' },
  ja: { steps: '手順|方法|どうやって|どうすれば', items: '一覧|挙げ|列挙|どんな.*(?:あり|ある)' },
};

const patterns = new Map(
  Object.entries(written).map(([language, { steps, items }]) => [
    language,
    { steps: wholeWords(steps, language), items: wholeWords(items, language) },
  ]),
);

/**
 * What a question asks for that a whole list answers better than an item of it; undefined where it asks for one thing.
 */
export function asksForList(question: string, language: string): AskedList | undefined {
  if (frameOfComparison(question, language) !== '') return 'comparison';
  const asked = patterns.get(language);
  if (asked?.steps.test(question)) return 'steps';
  return asked?.items.test(question) ? 'items' : undefined;
}

/** How a question says that it asks how things differ. By BCP 47 primary subtag. */
const comparisons: Readonly<Record<string, RegExp>> = {
  en: /^(?:(?:what(?:['’]s| is| are)|explain|tell me) )?(?:the )?(?:main |key )?differences? between(?: the)?\s|^compare(?: the)?\s|(?<=^how (?:do|does|did|is|are|was|were)\b.*)\b(?:differ|different)(?: from)?\b/iu,
  de: /^(?:(?:was|worin|welches|wo) (?:ist|liegt|besteht|sind|liegen|bestehen) )?(?:der |die )?unterschiede? zwischen(?: de[mnr])?\s|^vergleiche?(?: d(?:ie|en|as))?\s|(?<=^(?:wie|worin|inwiefern|wodurch)\b.*)\bunterscheide[nt](?: sich)?\b/iu,
  fr: /^(?:(?:quelles?|quel) (?:est|sont) )?(?:la |les )?différences? entre(?: les?| la)?\s|^comparez?(?: les?| la)?\s|(?<=^en quoi\b.*)\b(?:diffère(?:nt)?|est[- ](?:elle|il|ce) différente?)\b(?: de)?/iu,
  es: /^¿?\s?(?:(?:cuál es|cuáles son|qué) )?(?:la |las )?diferencias? (?:hay )?entre(?: el| la| los| las)?\s|^compara(?: el| la| los| las)?\s|(?<=^¿?\s?(?:en qué|cómo)\s.*)\b(?:difieren?|se diferencian?)\b(?: de)?/iu,
  it: /^(?:(?:qual è|quali sono|che) )?(?:la |le )?differenz[ae] (?:c['’]è )?tra(?: il| la| i| le)?\s|^confronta(?: il| la| i| le)?\s|(?<=^(?:in (?:che )?cosa|come)\b.*)\b(?:differ(?:isce|iscono)|si differenziano?)\b(?: da)?/iu,
  pt: /^(?:(?:qual é|quais são) )?(?:a |as )?diferenças? entre(?: [oa]s?)?\s|^compare(?: [oa]s?)?\s|(?<=^(?:em que|como)\b.*)\b(?:diferem?|se diferenciam?)\b(?: de)?/iu,
  nl: /^(?:(?:wat is|wat zijn) )?(?:het verschil|de verschillen|verschil) tussen(?: de| het)?\s|^vergelijk(?: de| het)?\s|(?<=^(?:hoe|waarin)\b.*)\bverschill?(?:t|en)\b(?: van)?/iu,
};

/** In whatever language: "pumps vs. valves". */
const versus = /(?<=\S\s)(?:vs\.?|versus)(?=\s)/iu;

/**
 * The words of a question that only say that a comparison is wanted, and not of what: "differ from" of "How do pumps
 * differ from rotors?" Empty where there are none.
 */
export function frameOfComparison(question: string, language: string): string {
  const frame = ownValue(comparisons, language)?.exec(question) ?? versus.exec(question);
  return frame?.[0] ?? '';
}
