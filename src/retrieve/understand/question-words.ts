import { wordSet } from '../../text/word-set.ts';

/**
 * Interrogatives, auxiliaries and pronouns: what makes words a question. The analyser's stop words of English (is,
 * are, was, will, …) go there. By BCP 47 primary subtag.
 */
const questionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(`what which who whom whose when where why how
    much many do does did has have had can could would should may might must am were been being shall
    i me my we us our you your its please tell about`),
  de: wordSet(`was wer wen wem wessen welche welcher welches welchem welchen wann wo woher wohin womit wodurch worin wofür
    wie wieso weshalb warum wieviel wieviele ist sind war waren wird werden wurde wurden hat haben hatte hatten kann
    können konnte konnten soll sollen sollte muss müssen darf dürfen gibt es ich mir mich mein meine wir uns bitte`),
  fr: wordSet(`que quoi qui quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels lesquelles
    est sont était étaient a ont avait avaient peut peuvent doit doivent est-ce y t il elle ils elles on je me mon ma
    mes nous vous`),
  es: wordSet(`qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde cómo es son era eran fue fueron ha
    han había puede pueden debe deben hay yo me mi mis nos`),
  it: wordSet(`che cosa chi quale quali quando quanto quanta quanti quante dove come perché è sono era erano fu furono ha
    hanno aveva può possono deve devono c'è io mi mio mia`),
  pt: wordSet(`que quê quem qual quais quando quanto quanta quantos quantas onde como porquê é são era eram foi foram tem
    têm há pode podem deve devem eu me meu minha`),
  nl: wordSet(`wat wie waar wanneer waarom hoe hoeveel welk welke is zijn was waren wordt worden werd werden heeft hebben
    had kan kunnen mag mogen moet moeten ik mij mijn`),
  ar: wordSet(`ما ماذا من متى أين اين كيف لماذا كم أي أية هل بماذا عما بم هو هي كان كانت يكون تكون تم يتم`),
};

/**
 * A question without the words that ask rather than tell. Names stay: capitalised inside a sentence ("May"), all
 * capitals ("US"). Where all would go, and for languages without a list, nothing does.
 */
export function withoutQuestionWords(text: string, language: string): string {
  const asking = Object.hasOwn(questionWords, language) ? questionWords[language] : undefined;
  if (!asking) return text;
  const all = text.split(/\s+/);
  const kept = all.filter((word, position) => {
    const bare = word.replace(/^[^\p{L}\p{N}]{1,9}|[^\p{L}\p{N}]{1,9}$/gu, '');
    const beginsSentence = position === 0 || /[.?!:]$/.test(all[position - 1] as string);
    const isName = /^\p{Lu}{2}/u.test(bare) || (!beginsSentence && /^\p{Lu}\p{L}/u.test(bare));
    return isName || !asking.has(bare.toLowerCase());
  });
  return kept.some((word) => /[\p{L}\p{N}]/u.test(word)) ? kept.join(' ') : text;
}
