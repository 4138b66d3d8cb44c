import { ownValue } from '../../own-value.ts';
import { wordSet } from '../../text/word-set.ts';

/** The words that ask what something does, is for or says, and those that they ask it with. */
interface AskingVerbs {
  readonly asking: ReadonlySet<string>;
  /** With the prepositions that stand before what asks. */
  readonly verbs: ReadonlySet<string>;
}

function asks(asking: string, verbs: string): AskingVerbs {
  return { asking: wordSet(asking), verbs: wordSet(verbs) };
}

/** By BCP 47 primary subtag. English has most of its verbs among the words that ask. */
const askingVerbs: Readonly<Record<string, AskingVerbs>> = {
  en: asks('what how', 'meant come'),
  de: asks(
    'was wozu wofür worum',
    'macht machen tut tun bewirkt bewirken dient dienen steht stehen sagt sagen geht',
  ),
  fr: asks("que qu'est-ce quoi", 'à fait font faire sert servent dit disent'),
  es: asks('qué', 'para hace hacen hacer sirve sirven dice dicen pone'),
  it: asks('cosa che', 'a fa fanno fare serve servono dice dicono'),
  pt: asks('que quê', 'para faz fazem fazer serve servem diz dizem'),
  nl: asks('wat waarvoor waartoe', 'doet doen dient dienen staat staan zegt zeggen'),
  sv: asks('vad', 'gör göra står säger'),
  da: asks('hvad', 'gør gøre står siger'),
  no: asks('hva', 'gjør gjøre står sier'),
  pl: asks('co czego czemu', 'do robi robią robić służy służą'),
  cs: asks('co čemu', 'k dělá dělají dělat slouží'),
  tr: asks('ne', 'yapar yapıyor yarar'),
  ru: asks(
    'что чего чему зачем',
    'для делает делают делать служит служат нужен нужна нужны говорит сказано написано',
  ),
  uk: asks('що чого чому навіщо', 'для робить роблять служить потрібен потрібна потрібні'),
  ar: asks('ماذا ما', 'يفعل تفعل يقول تقول'),
  fi: asks('mitä mihin', 'tekee tekevät tehdä sanoo'),
  hu: asks('mit mire', 'csinál csinálnak való'),
  ro: asks('ce', 'face fac spune servește'),
  ca: asks('què', 'per a fa fan fer serveix serveixen diu'),
  el: asks('τι', 'κάνει κάνουν κανει κανουν λέει λεει'),
  he: asks('מה', 'עושה עושים אומר'),
};

/** How far into a question the word stands that asks so: behind a preposition or an article. */
const asksWithin = 2;

const none: ReadonlySet<string> = new Set();

/**
 * The verbs that tell nothing of what is looked for in a question that begins so: "was macht", "à quoi sert". Elsewhere
 * they may: "Macht", "le fait".
 * @param words of the question, without marks and in small letters
 */
export function verbsThatAsk(words: readonly string[], language: string): ReadonlySet<string> {
  const known = ownValue(askingVerbs, language);
  return known && words.slice(0, asksWithin).some((word) => known.asking.has(word)) ? known.verbs : none;
}
