import { ownValue } from '../../own-value.ts';
import { foldDiacritics } from '../../text/analyser/fold-diacritics.ts';
import { wordSet } from '../../text/word-set.ts';

/**
 * Interrogatives, auxiliaries and pronouns: what makes words a question. The analyser's stop words of English (is,
 * are, was, will, …) go there. Of languages that write no spaces also particles and endings, as ICU cuts them off: they
 * stand between the words where others put a space. By BCP 47 primary subtag.
 */
const questionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(`what which who whom whose when where why how
    much many do does did has have had can could would should may might must am were been being shall
    i me my we us our you your its please pls tell about all every each any`),
  de: wordSet(`was wer wen wem wessen welche welcher welches welchem welchen wann wo woher wohin womit wodurch worin
    wofür wozu worum wie wieso weshalb warum wieviel wieviele ist sind war waren wird werden wurde wurden hat haben
    hatte hatten kann können konnte konnten soll sollen sollte muss müssen darf dürfen gibt es ich mir mich mein meine
    wir uns bitte alle allen aller jede jeden jedes viel viele vielen vieler habe hast habt bin bist kannst musst darfst
    sollst du dir dich dein deine gibt's geht's ist's`),
  fr: accentedOrNot(`que quoi qui quel quelle quels quelles quand où comment pourquoi combien lequel laquelle lesquels lesquelles
    est sont était étaient a ont avait avaient peut peuvent doit doivent est-ce y t il elle ils elles on je me mon ma
    mes nous vous moi tous toutes chaque ai ai-je j'ai avons avons-nous avez-vous a-t-on a-t-il a-t-elle ont-ils puis-je
    peut-on peut-il dois-je doit-on doit-il faut-il est-il est-elle sont-ils sont-elles suis-je qu'est-ce qu'est c'est
    d'où qu'il qu'elle qu'ils qu'elles qu'on`),
  es: accentedOrNot(`qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde cómo es son era eran fue fueron ha
    han había puede pueden debe deben hay yo me mi mis nos todos todas cada tengo tienes tiene tienen tenemos puedo podemos
    debo debemos`),
  it: accentedOrNot(`che cosa chi quale quali quando quanto quanta quanti quante dove come perché è sono era erano fu furono ha
    hanno aveva può possono deve devono c'è cos'è cos'e dov'è dov'e com'è com'e quand'è quant'è qual'è io mi mio mia
    tutti tutte ogni ho hai abbiamo posso possiamo devo dobbiamo`),
  pt: accentedOrNot(`que quê quem qual quais quando quanto quanta quantos quantas onde como porquê é são era eram foi foram tem
    têm há pode podem deve devem eu me meu minha todos todas cada tenho temos posso podemos devo devemos`),
  nl: wordSet(`wat wie waar waarvoor waartoe wanneer waarom hoe hoeveel welk welke is zijn was waren wordt worden werd
    werden heeft hebben had kan kunnen mag mogen moet moeten ik mij mijn alle elke ieder heb hebt ben bent kun kunt`),
  sv: wordSet(`vad vem vems vilken vilket vilka när var vart varför hur många mycket är blir blev har hade kan kunde ska
    skall skulle måste får finns jag mig min mitt mina vi oss`),
  da: wordSet(`hvad hvem hvis hvilken hvilket hvilke hvornår hvor hvorfor hvordan mange meget er var bliver blev har havde
    kan kunne skal skulle må får findes jeg mig min mit mine vi os`),
  no: wordSet(`hva hvem hvis hvilken hvilket hvilke når hvor hvorfor hvordan mange mye er var blir ble har hadde kan kunne
    skal skulle må får finnes jeg meg min mitt mine vi oss`),
  pl: wordSet(`co czego czemu czym kto kogo komu kim jaki jaka jakie jakich jakim który która które której którego którym których gdzie dokąd skąd kiedy
    dlaczego jak ile czyj czyja czyje czy jest są był była było były ma mają może mogą można trzeba musi muszą ja mi
    mnie mój moja moje nam nas mam mamy mogę możemy muszę musimy`),
  cs: wordSet(`co čeho čemu čím kdo koho komu kým jaký jaká jaké který která které kde kam odkud kdy proč jak kolik je jsou
    byl byla bylo byli má mají může mohou musí lze já mi mě můj moje nám nás mám máme mohu můžu můžeme musím musíme`),
  tr: wordSet(`ne neyi nedir nelerdir neden niçin kim kime kimi kimin kimdir nasıl nerede nereye nereden hangi kaç kaçta kaça kaçıncı mı mi mu
    mü mıdır midir var ben bana beni benim biz bize bizim`),
  ru: wordSet(`что чего чему чем кто кого кому кем какой какая какое какие какого каким каких каков какова каковы который
    которая где куда откуда когда почему зачем как сколько чей чья чьё чьи ли есть был была было были можно нужно надо
    должен должна должно должны я мне меня мой моя моё мои нам нас могу можем`),
  uk: wordSet(`що чого чому чим хто кого кому ким який яка яке які якого де куди звідки коли навіщо як скільки чий чия чиє
    чиї чи є був була було були можна треба потрібно я мені мене мій моя моє мої нам нас можу можемо маю маємо`),
  be: wordSet(`што чаго чаму чым хто каго каму кім які якая якое якія якога якой якіх дзе куды адкуль калі навошта як
    колькі чый чыя чыё чые ці ёсць быў была было былі можна трэба патрэбна я мне мяне мой мая маё мае нам нас магу можам
    маю маем`),
  bg: wordSet(`какво какъв каква какви що кой коя кое кои кого кому чий чия чие чии кога къде откъде защо как колко дали ли
    е са съм сме беше бяха бил била било били има имат имам имаме може могат мога можем трябва ще аз ми ме мен мой моя
    моят моето моите ние ни нас нашият всички всеки всяка всяко`),
  sr: wordSet(`шта што ко кога коме чиме чији чија чије који која које којег коју којој којих какав каква какво какви какве
    где куда одакле када кад зашто како колико да ли је су сам смо био била било били има имају имам имамо може могу
    можемо треба мора морају морам морамо ја ми ме мене мој моја моје нам нас сви све сваки свака свако`),
  hr: wordSet(`što šta tko ko koga kome čime čiji čija čije koji koja koje kojeg koju kojoj kojih kakav kakva kakvo kakvi
    kakve gdje gde kamo kuda odakle kada kad zašto kako koliko da li je su sam smo bio bila bilo bili ima imaju imam
    imamo može mogu možemo treba mora moraju moram moramo ja mi me mene moj moja moje nam nas svi sve svaki svaka
    svako`),
  ar: wordSet(
    `ما ماذا من متى أين اين كيف لماذا كم أي أية هل بماذا عما بم هو هي كان كانت يكون تكون تم يتم لدي لدينا عندي يمكنني يجب`,
  ),
  hi: wordSet(`क्या कौन किसने किसे किसको किसका किसकी किसके किस कब कहाँ कहां क्यों कैसे कैसा कैसी कितना कितनी कितने है हैं था थी थे
    हो होता होती होते सकता सकती सकते मैं मुझे मेरा मेरी मेरे हम हमें हमारा हमारी`),
  fi: wordSet(`mikä mitä minkä missä mistä mihin millä millainen millaisia mitkä kuka ketkä kenen kenet ketä kenelle keneltä
    milloin miksi miten kuinka monta monesko paljonko montako koska voiko voinko saako saanko onko ovatko pitääkö täytyykö
    on ovat oli olivat voi voivat pitää täytyy minä minun minulla minulle me meidän meille kaikki kaikkien jokainen`),
  hu: wordSet(`mi mit mik miket minek mivel ki kit kik kinek kivel milyen melyik melyek hány hányan mennyi mennyit mikor
    hol hova honnan miért hogyan hogy van vannak volt voltak kell lehet tud tudok én nekem engem minket nekünk
    minden összes`),
  ro: accentedOrNot(`ce cine cui care când unde cum cât câtă câți câte este e sunt era erau are au avea poate pot trebuie
    eu mă mi meu mea mei mele noi ne toți toate fiecare`),
  ca: accentedOrNot(`què qui quin quina quins quines quan quant quanta quants quantes on com és són era eren fou foren ha han
    havia pot poden ha hi té tenen jo em meu meva nos tots totes cada tinc tenim puc podem`),
  el: accentedOrNot(`τι ποιος ποια ποιο ποιοι ποιες ποιον ποιους ποιου ποιας ποιων πότε πού που πώς πως γιατί πόσο πόση πόσος
    πόσοι πόσες πόσα είναι ήταν έχει έχουν είχε είχαν μπορεί μπορούν μπορώ πρέπει έχω έχουμε υπάρχει υπάρχουν εγώ μου εμείς μας
    όλα όλες όλους όλοι κάθε`),
  he: wordSet(`מה מי מהו מהי מהם מהן מתי איפה היכן לאן מאיפה למה מדוע איך כיצד כמה איזה איזו אילו האם יש הוא היא הם הן
    היה היתה הייתה היו יכול יכולה יכולים אפשר צריך צריכה אני לי שלי אנחנו לנו שלנו כל`),
  th: wordSet(`ใคร อะไร ไหน ที่ไหน เมื่อไร เมื่อไหร่ อย่างไร ยังไง ทำไม กี่ เท่าไร เท่าไหร่ ไหม หรือไม่ หรือเปล่า บ้าง คือ เป็น มี
    ได้ ต้อง ฉัน ผม ดิฉัน เรา ของ ที่ และ ครับ ค่ะ คะ`),
  ko: wordSet(`무엇 무엇을 무엇이 무엇입니까 무엇인가요 뭐 뭐예요 뭔가요 누구 누가 누구의 누구입니까 누구인가요 며칠 며칠인가요 며칠입니까 언제 언제입니까 언제인가요
    어디 어디서 어디에 어디에서 어디입니까 어디인가요 왜 어떻게 어떤 어느 얼마 얼마나 얼마입니까 얼마인가요 얼마예요 얼마에요 몇 입니까 인가요
    수 있습니까 있나요 있는지 있을까요 합니까 하나요 됩니까 되나요 나는 저는 제`),
  zh: wordSet(`谁 誰 什么 什麼 什么时候 什麼時候 啥 哪 哪一 哪个 哪個 哪些 哪里 哪裡
    哪儿 哪兒 何 何时 何時 何地 几 幾 几点 幾點 几天 幾天 几个 幾個 几次 幾次 几位 幾位 几年 幾年 几种 幾種 几日 幾日 几时 幾時
    多少 多少钱 多少錢 多 多久 多长 多長 多大 多高 怎么 怎麼 怎样 怎樣 怎么样 怎麼樣 样 樣 如何 为什么 為什麼 为何 為何 吗 嗎 呢 吧 是 是否 是不是 有 有没有
    有沒有 没有 沒有 做 用来 用來 能 能否 能不能 可以 可否 会 會 的 了 在 和 与 與 请 請 请问 請問 我 我们 我們 你 你们 您`),
  ja: wordSet(`何 なに なん 誰 だれ いつ どこ どれ どの どんな どう どうして どうやって なぜ いくら いくつ 何時 何日 何人 何年 は が を
    に へ で と も の や か ね よ から まで より です でし だ た て し する した して さ れ られ ば いい ます ませ まし ん
    いる いま てい ある あり ありま あっ すか ください くだ さい 教え この その これ それ こと でき`),
};

/** Whether a word, however its capitals and its apostrophe are written, only makes a question of what it stands in. */
export function isQuestionWord(word: string, language: string): boolean {
  const written = word.toLowerCase().replaceAll('’', "'");
  if (language === 'en' && englishContraction.test(written)) return true;
  return ownValue(questionWords, language)?.has(written) === true;
}

/**
 * English auxiliaries that deny and pronouns with what is left of an auxiliary: “doesn't”, “what's”, “I'm”. The
 * apostrophe is often left out where no other word comes of it.
 */
const englishContraction =
  /^(?:(?:is|are|was|were|do|does|did|have|has|had|ca|could|wo|would|should|must|need)n'?t|(?:what|who|where|how|that)'?s|(?:what|who|where|when|why|how|that|there|here|it|i|you|we|they|he|she)'(?:s|re|ve|ll|d|m))$/;

/** Greek and the Romance languages are typed without their accents as often as with them. */
function accentedOrNot(list: string): ReadonlySet<string> {
  return wordSet(`${list} ${foldDiacritics(list)}`);
}

/** Verbs that ask for something where one of these articles or a word that asks follows. */
interface Requests {
  readonly verbs: ReadonlySet<string>;
  readonly articles: ReadonlySet<string>;
}

/** "List the staff" asks, "list comprehension" does not. By BCP 47 primary subtag. */
export const requests: Readonly<Record<string, Requests>> = {
  en: { verbs: wordSet('list show give find name explain describe'), articles: wordSet('the a an some') },
  de: {
    verbs: wordSet('liste nenne nennen zeige zeig zeigen gib finde erkläre erklär beschreibe'),
    articles: wordSet('der die das den dem des ein eine einen einem einer'),
  },
  fr: {
    verbs: wordSet(
      'liste listez cite citez montre montrez donne donnez trouve explique expliquez décris décrivez',
    ),
    articles: wordSet('le la les un une des'),
  },
  es: {
    verbs: wordSet('lista enumera muestra muéstrame da dame encuentra explica explícame describe'),
    articles: wordSet('el la los las un una unos unas'),
  },
  it: {
    verbs: wordSet('elenca mostra mostrami dai dammi trova spiega spiegami descrivi'),
    articles: wordSet('il lo la i gli le un uno una'),
  },
  pt: {
    verbs: wordSet('liste enumere mostre dê encontre explique descreva'),
    articles: wordSet('o a os as um uma uns umas'),
  },
  nl: { verbs: wordSet('noem toon geef vind verklaar beschrijf'), articles: wordSet('de het een') },
};
