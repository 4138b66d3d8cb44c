import { ownValue } from '../../own-value.ts';
import { isFunctionWord, withoutFunctionWords, wordOrName } from '../../text/function-words.ts';
import { wholeWordsSource } from '../../text/whole-words.ts';

/** What is asked "how much" of: behind the word that asks, in languages that have one word for it. */
const degrees: Readonly<Record<string, RegExp>> = {
  en: asks('how', 'long old far tall high deep wide big large heavy fast quickly often soon late early'),
  de: asks('wie', 'hoch lang lange groß alt weit tief teuer oft spät schnell schwer breit warm'),
  nl: asks('hoe', 'hoog lang groot oud ver diep duur vaak laat snel zwaar breed warm'),
  sv: asks('hur', 'hög högt lång långt länge stor stort gammal gammalt djup djupt dyr dyrt ofta'),
  da: asks('hvor', 'høj højt lang langt længe stor stort gammel gammelt dyb dybt dyr dyrt ofte'),
  no: asks('hvor', 'høy høyt lang langt lenge stor stort gammel gammelt dyp dypt dyr dyrt ofte'),
};

function asks(how: string, adjectives: string): RegExp {
  const source = wholeWordsSource(`${how}\\s+(${adjectives.replaceAll(' ', '|')})`);
  return new RegExp(source, 'giu');
}

/** "d'intérêt", "l'abbonamento". */
const elision = /(?<![\p{L}\p{N}])(\p{L}{1,5})['’](?=\p{L})/gu;

/**
 * The words of a question that say what it is about, of those that are looked for: without articles, prepositions and
 * the like, and without the adjective of "how long" and "wie hoch". A passage that bears on the question may well do
 * without these, and in a handful of documents they would weigh as much as any word. All of them where nothing else is
 * left.
 *
 * @param keywords Of `text`, what is looked for.
 * @param language The question's, a BCP 47 primary subtag.
 */
export function contentWords(keywords: string, text: string, language: string): string {
  const pattern = ownValue(degrees, language);
  const adjectives = new Set(
    pattern ? Array.from(text.matchAll(pattern), ([, adjective = '']) => adjective.toLowerCase()) : [],
  );
  const apart = keywords.replace(elision, (all, article: string) =>
    isFunctionWord(article, language) ? ' ' : all,
  );
  const content = withoutFunctionWords(apart, language).replace(wordOrName, (word) =>
    adjectives.has(word.toLowerCase()) ? ' ' : word,
  );
  return /[\p{L}\p{N}]/u.test(content) ? content : keywords;
}
