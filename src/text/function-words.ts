import { wordSet } from './word-set.ts';

/**
 * Words that state nothing by themselves, by language: articles, pronouns, auxiliaries, and the commonest prepositions
 * and conjunctions. Not among them is what denies, counts, compares or orders: "all", "only", "more", "before".
 */
const words: Readonly<Record<string, string>> = {
  en: `a an the this that these those it its they them their theirs he him his she her hers we us our ours you your
    yours i me my mine itself themselves who whom whose which what when where while whether if then than so as
    and or but also both either of to in on at by for from with within into onto upon about via is are was were be been
    being am do does did doing done has have had having can could may might must shall should will would there here
    thus therefore hence however according`,
  de: `der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen es er sie ihm ihn ihr
    ihre ihren ihrem ihrer ihnen sein seine seinen seinem seiner wir uns unser unsere ich mich mir mein meine man du
    dich dir dein deine sich was wer wen wem welche welcher welches wenn wann wo während ob dass so wie als und oder
    aber auch sowohl in im ins an am ans auf aufs zu zum zur bei beim von vom für aus mit über um ist sind war waren sei
    wird werden wurde wurden worden hat haben hatte hatten kann können konnte darf dürfen muss müssen soll sollen
    sollte will wollen da dort hier daher deshalb somit laut`,
  fr: `le la les l un une des du de d au aux ce cet cette ces il elle ils elles lui leur leurs on nous vous notre votre
    je me mon ma mes tu te son sa ses se s y qui que qu quoi dont où quand lorsque si alors comme et ou mais aussi à
    dans en sur par pour avec chez vers est sont était étaient sera été être a ont avait avaient avoir peut peuvent
    doit doivent fait font ainsi donc selon`,
  es: `el la los las lo un una unos unas del de al a este esta estos estas ese esa esos esas eso esto él ella ellos
    ellas le les nos nuestro nuestra su sus se mi tu yo que quien cual cuales cuando donde mientras si como y e o u
    pero también en por para con hacia es son era eran fue fueron ser sido está están estaba ha han había haber puede
    pueden debe deben hace hacen así según`,
  it: `il lo la i gli le l un uno una di del dello della dei degli delle dell d a al allo alla all ai agli alle da dal
    dalla dall in nel nella nei nelle nell su sul sulla sull questo questa questi queste esso essa essi esse lui lei loro ci si ne noi nostro
    suo sua suoi sue io mi mio che chi cui quale quali quando dove mentre se come e ed o ma anche per con tra fra è
    sono era erano fu sarà essere stato stata stati state ha hanno aveva avere può possono deve devono fa fanno così
    secondo`,
  pt: `o a os as um uma uns umas de do da dos das em no na nos nas ao à aos às por pelo pela pelos pelas este esta estes
    estas esse essa isso isto ele ela eles elas lhe lhes se nós nosso nossa seu sua seus suas eu me meu minha que quem
    qual quais quando onde enquanto como e ou mas também para com é são era eram foi foram ser sido está estão estava
    tem têm tinha ter há pode podem deve devem faz assim segundo`,
  nl: `de het een dit dat deze die hij zij ze hem haar hen hun ons onze wij we je jij jouw uw ik mij me mijn zijn zich
    er men wie wat welke welk wanneer waar terwijl of dan als zoals en maar ook in op aan bij te tot van voor met uit
    over om naar is zijn was waren wordt worden werd werden geworden heeft hebben had hadden kan kunnen kon mag mogen
    moet moeten zal zullen zou doet daar hier dus volgens`,
};

const functionWords = new Map(Object.entries(words).map(([language, list]) => [language, wordSet(list)]));

/** A word, or a name of several parts: `don't`, `all-MiniLM-L6-v2`, `answer.topK`. */
export const wordOrName = /\p{L}[\p{L}\p{M}\p{Nd}_]*(?:['’._-][\p{L}\p{M}][\p{L}\p{M}\p{Nd}_]*)*/gu;

/** Whether the words of a language are known that state nothing by themselves. */
export function knowsFunctionWords(language: string): boolean {
  return functionWords.has(language);
}

/** Whether a word states nothing by itself. A language that is not known here has none such. */
export function isFunctionWord(word: string, language: string): boolean {
  return functionWords.get(language)?.has(word.toLowerCase()) === true;
}

/** A text without the words that state nothing by themselves, a space in the place of each. */
export function withoutFunctionWords(text: string, language: string): string {
  const known = functionWords.get(language);
  return known ? text.replace(wordOrName, (word) => (known.has(word.toLowerCase()) ? ' ' : word)) : text;
}

/** Whether so many words of a text state something, which words that state nothing by themselves do not. */
export function statesWords(text: string, language: string, count: number): boolean {
  let stated = 0;
  for (const [word] of text.matchAll(wordOrName)) {
    if (!isFunctionWord(word, language)) stated += 1;
    if (stated >= count) return true;
  }
  return false;
}
