import { ownValue } from '../../own-value.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';

/**
 * How it is said, by language, that something is to be told, known or looked for, in front of what that is. In these
 * patterns a space stands for any white space.
 */
const openings: Readonly<Record<string, readonly string[]>> = {
  en: [
    '(?:just )?(?:a )?quick q(?:uestion)?',
    `(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody)(?: (?:please|pls|kindly))?
      (?:tell|explain|show|describe|help|give)(?: to)?(?: (?:me|us))?(?: (?:to )?(?:understand|know|find out|find))?`,
    `(?:do you|does anyone|does anybody|does someone|anyone|anybody|someone) (?:happen to )?know(?: (?:about|if|whether))?`,
    "(?:i (?:was|have been|['’]ve been) told|(?:someone|somebody|they) told (?:me|us)|i(?:['’]ve| have)? (?:heard|read))(?: that)?",
    'is it (?:true|correct|right) that',
    'any (?:idea|clue)s?(?: (?:about|if|whether))?',
    `i(?:['’]d| would)? (?:like|want|need|love|wanted) to
      (?:know|understand|find out|ask|learn)(?: (?:more|you|about|if|whether))*`,
    "i(?: am|['’]m| was)? wonder(?:ing|ed)?(?: (?:more|you|about|if|whether))*",
    `(?:i(?: am|['’]m) )?(?:looking|searching) for (?:(?:some|any|more) )?(?:info|information|details|help)
      (?:on|about|for|regarding|with)`,
    '(?:i )?need (?:(?:some|any|more) )?(?:info|information|details|help) (?:on|about|for|regarding|with)',
    '(?:please )?help me(?: to)? (?:understand|find out|find|with)',
    '(?:(?:please|pls) )?(?:tell me|explain(?: to me)?)(?: (?:if|whether)|(?= (?:what|how|why|when|where|who|which) ))',
    '(?:is it|would it be) possible(?: to)?',
    'is there (?:a|any|some) way (?:to|of)',
    'what do the (?:docs|documents|documentation|texts?|files) say (?:about|on)',
    `(?:based on|according to|using|from|in) (?:the|this|these|your|my)(?: (?:provided|given|above|uploaded|attached))?
      (?:docs|documents?|documentation|texts?|files?|passages?|context|sources?)`,
  ],
  de: [
    `(?:(?:kannst|könntest|würdest) du|(?:können|könnten|würden) sie|kann mir jemand)(?: (?:mir|uns|bitte|mal|kurz))*
      (?:sagen|erklären|erläutern|helfen|verraten|zeigen)`,
    '(?:weiß (?:jemand|wer|man)|weißt du|wissen sie|wisst ihr)(?: (?:zufällig|vielleicht))?',
    '(?:mir wurde gesagt|man (?:hat )?(?:mir )?(?:gesagt|sagte mir)|ich habe (?:gehört|gelesen))(?:,? dass)?',
    '(?:stimmt es|ist es (?:wahr|richtig)),? dass',
    `ich (?:würde|möchte|will|wollte|hätte)(?: (?:gerne?|bitte|mal|nur))* (?:gewusst|wissen|erfahren|verstehen|fragen)`,
    'ich wüsste gerne?',
    'mich (?:interessiert|würde interessieren)',
    '(?:ich )?(?:suche|brauche|benötige)(?: mehr)? (?:infos?|informationen|hilfe|auskunft) (?:zu[rm]?|über|beim?)',
    'gibt es eine möglichkeit',
    'ist es möglich',
    'was steht in den (?:dokumenten|unterlagen|dateien) (?:zu[rm]?|über)',
    `(?:beantworte )?(?:laut|gemäß|nach|anhand|basierend auf|auf (?:basis|grundlage)|in|im)(?: de[nmr]| die| diese[nmr])?
      (?:(?:bereitgestellten|vorliegenden|gegebenen|hochgeladenen) )?(?:dokument(?:en?|s|es)?|text(?:en?|s|es)?|unterlagen|dateien|quellen)`,
  ],
  fr: [
    `(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu)(?: (?:me|nous|s['’]il (?:vous|te) plaît))*
      (?:m['’])?(?:dire|expliquer|indiquer|préciser|montrer|aider à (?:comprendre|trouver))(?: si)?`,
    `(?:je (?:voudrais|souhaite|souhaiterais|veux|désire)|j['’]aimerais)(?: bien)? (?:savoir|comprendre|connaître)(?: si)?`,
    "(?:est-ce que )?(?:savez-vous|sais-tu|(?:vous )?savez|tu sais|quelqu['’]un sait)(?: par hasard)?(?: si)?",
    "(?:on m['’]a dit|j['’]ai (?:entendu dire|lu)) qu(?:e|['’])",
    "(?:est-il|est-ce|c['’]est) vrai qu(?:e|['’])",
    "(?:je )?cherche (?:des |plus d['’])?(?:infos|informations|renseignements) (?:sur|concernant)",
    'est-il possible de',
    'y a-t-il un moyen de',
    "(?:d['’]après|selon|dans|à partir de) (?:le|la|les|ce|ces|mes|vos) (?:documents?|textes?|fichiers?|sources)",
  ],
  es: [
    `(?:(?:me|nos) )?(?:puedes?|podrías?|pueden|podrían)(?: por favor)?
      (?:decir|explicar|indicar|mostrar|ayudar)(?:me|nos)?(?: (?:a (?:entender|saber|encontrar)|si))?`,
    '(?:quisiera|quiero|querría|me gustaría|necesito) (?:saber|conocer|entender)(?: si)?',
    '(?:alguien sabe|sabes|sabe(?: usted)?|saben)(?: por casualidad)?(?: si)?',
    '(?:me (?:han dicho|dijeron)|he (?:oído|leído)) que',
    'es (?:verdad|cierto) que',
    '(?:busco|necesito) información (?:sobre|acerca de)',
    'es posible',
    'hay alguna (?:manera|forma) de',
    '(?:según|de acuerdo con|en) (?:el|los|este|estos|mis) (?:documentos?|textos?|archivos?)',
  ],
  it: [
    `(?:(?:mi|ci) )?(?:puoi|può|potresti|potrebbe|potete)(?: per favore)?
      (?:dire|dirmi|spiegare|spiegarmi|indicarmi|mostrarmi|aiutarmi a (?:capire|trovare))(?: se)?`,
    '(?:vorrei|voglio|mi piacerebbe) (?:sapere|capire|conoscere)(?: se)?',
    '(?:qualcuno sa|sai|sa|sapete)(?: (?:per caso|dirmi))?(?: se)?',
    '(?:mi hanno detto|ho (?:sentito|letto)) che',
    'è vero che',
    'cerco informazioni (?:su|sul|sulla|sui|sulle|sugli)',
    'è possibile',
    "c['’]è (?:un )?modo (?:di|per)",
    '(?:secondo|in base a|nel|nei)(?: (?:il|i|questo|questi))? (?:document[oi]|test[oi]|file)',
  ],
  pt: [
    `(?:(?:você|me) )*(?:pode|poderia|podes|podem)(?: (?:me|por favor))*
      (?:dizer|explicar|informar|mostrar|ajudar)(?:-me)?(?: (?:a (?:entender|encontrar)|se))?`,
    '(?:eu )?(?:gostaria de|queria|quero|preciso) (?:saber|entender|conhecer)(?: se)?',
    '(?:por acaso )?(?:alguém |você )?(?:sabe|sabem|sabes)(?: por acaso)?(?: se)?',
    '(?:disseram-me|me disseram|ouvi dizer|li) que',
    'é verdade que',
    '(?:procuro|preciso de) informaç(?:ão|ões) (?:sobre|acerca de)',
    'é possível',
    'há alguma (?:maneira|forma) de',
    '(?:segundo|de acordo com|no|nos)(?: (?:o|os|este|estes))? (?:documentos?|textos?|arquivos?)',
  ],
  nl: [
    `(?:(?:kun|kan|zou) (?:je|jij|u|iemand)|kunt u)(?: (?:me|mij|ons|even|alsjeblieft))*
      (?:vertellen|uitleggen|zeggen|laten zien)(?: of)?`,
    'ik (?:wil|zou)(?: (?:graag|wel|even|willen))* weten(?: of)?',
    'weet (?:iemand|je|jij|u)(?: (?:toevallig|misschien))?(?: of)?',
    '(?:er is mij verteld|mij is verteld|ze zeiden|ik heb (?:gehoord|gelezen))(?: dat)?',
    'klopt het dat',
    '(?:ik )?zoek (?:info|informatie) over',
    'is het mogelijk(?: om)?',
    'is er een manier om',
    '(?:volgens|in) (?:het|de|dit|deze|mijn) (?:document(?:en)?|tekst(?:en)?|bestand(?:en)?)',
  ],
  ru: [
    '(?:подскажите|скажите|расскажите|объясните|поясните)(?:,? пожалуйста)?(?:,? мне)?',
    `(?:вы )?(?:можете|можешь|могли бы)(?: (?:вы|мне|нам|пожалуйста))*
      (?:сказать|объяснить|подсказать|рассказать|помочь понять)`,
    '(?:я )?(?:хочу|хотел бы|хотела бы|хотелось бы) (?:узнать|знать|понять|спросить)',
    '(?:кто-нибудь знает|(?:вы |ты )?(?:случайно )?(?:не )?(?:знаете|знаешь)(?: ли(?: вы)?)?|(?:вы )?не подскажете)',
    '(?:мне (?:сказали|говорили)|я (?:слышала?|читала?)),? что',
    '(?:правда|верно)(?: ли)?,? что',
    'возможно ли',
    '(?:согласно|по|в) (?:документ(?:у|ам|е|ах)|текст(?:у|ам|е|ах))',
  ],
  zh: [
    '(?:请问|請問)?我(?:们|們)?(?:想|想要|希望|需要)(?:知道|了解|瞭解|问|問|请教|請教)(?:一下)?',
    '(?:你|您)?(?:能|能不能|能否|可以|可否|可不可以)?(?:请|請)?(?:告诉|告訴)我(?:们|們)?(?:一下)?',
    '(?:有人|有谁|有誰|你|您)(?:知道|了解|瞭解)(?:不知道)?',
    '(?:请|請|帮我|幫我|请帮我|請幫我)(?:解释|解釋|说明|說明|介绍|介紹)(?:一下)?',
    '(?:根据|根據|按照|依据|依據)(?:上述|以上|提供的|这些|這些)?(?:文档|文檔|文件|文本|资料|資料|文章)(?:的?内容)?',
  ],
  ko: ['혹시', '궁금한 게 있는데요?', '질문이 있(?:습니다|어요)'],
  ar: [
    '(?:هل )?(?:يمكنك|تستطيع|بإمكانك)(?: أن)? (?:تخبرني|إخباري|تشرح لي|تقول لي)',
    '(?:أريد|أود|أرغب)(?: (?:في|أن))* (?:أعرف|معرفة|أفهم|فهم|أسأل عن)',
    'هل (?:تعرف|تعلم|يعرف أحد|يعرف أحدكم)(?: (?:إذا كان|إذا|إن))?',
    '(?:قيل لي|سمعت|قرأت) [إأ]ن',
    'هل صحيح أن',
  ],
};

/**
 * The same behind what is asked for, and what asks whether it is so. Each stands behind a mark, but in Japanese and
 * Korean, which ask at the end.
 */
const closings: Readonly<Record<string, readonly string[]>> = {
  en: ['(?:is (?:that|this|it)|that is) (?:true|right|correct|so)', '(?<=,\\s?)(?:right|correct)'],
  de: ['stimmt das(?: so)?', 'ist das (?:wahr|richtig|so)', '(?<=,\\s?)(?:oder|richtig)'],
  fr: ["(?:est-ce que )?c['’]est (?:vrai|exact)", 'est-ce (?:vrai|exact)', "(?<=,\\s?)n['’]est-ce pas"],
  es: ['es (?:eso )?(?:verdad|cierto)', '(?<=,\\s?)¿?(?:verdad|no)'],
  it: ['è (?:vero|corretto|così)', '(?<=,\\s?)(?:vero|giusto)'],
  pt: ['(?:isso )?é (?:verdade|certo)', '(?<=,\\s?)(?:certo|não é)'],
  nl: ['klopt dat', 'is dat (?:waar|zo)', '(?<=,\\s?)(?:toch|niet)'],
  ru: ['(?:это )?(?:правда|верно)', 'так ли это', '(?<=,\\s?)(?:так|да)'],
  ar: ['هل (?:هذا|ذلك) صحيح'],
  zh: ['(?<=[，,。？])(?:(?:这|這)?是真的|(?:对|對))[吗嗎]'],
  ja: [
    '(?:を|について)?(?:教えて|知って)(?:ください|いただけますか|いただけませんか|もらえますか|ほしいです|いますか)',
    'を?(?:ご存知|ご存じ|お分かり|わかり|分かり)(?:です|ます|でしょう)か',
    'が?知りたい(?:です|のですが)',
    '(?:と(?:聞き|言われ)ました)?。(?:本当|そう)(?:です|でしょう)か',
  ],
  ko: [
    '[을를]? ?(?:알려|가르쳐) ?(?:주세요|주시겠어요|주실 수 있나요|주십시오)',
    '(?:아시나요|아세요|아십니까|알고 싶습니다|알고 싶어요|궁금합니다|궁금해요)',
    '(?:(?:이?라고|다고)? ?들었(?:습니다|어요))?[.,] ?(?:사실인가요|맞나요|맞습니까)',
  ],
};

/** What a question in a language may begin with before it says what is asked for, and the same at its end. */
interface AskingPhrases {
  readonly opening?: RegExp;
  readonly closing?: RegExp;
}

/** Made when a question in a language first comes. */
const patterns = new Map<string, AskingPhrases>();

/** The phrases of a language, a BCP 47 primary subtag; none of one that is not known. */
export function askingPhrases(language: string): AskingPhrases {
  const made = patterns.get(language);
  if (made) return made;
  const [before, behind] = [ownValue(openings, language), ownValue(closings, language)];
  const isParted = writesSpaces(language);
  const wordEnd = isParted ? String.raw`(?:(?<=['’])|(?![\p{L}\p{N}]))` : '';
  const parting = isParted && language !== 'ko' ? String.raw`[,.;!?،؟][\s¿]{0,9}` : String.raw`\s{0,9}`;
  const phrases = {
    ...(before && {
      opening: pattern(String.raw`^[\s¿¡]{0,9}`, before, String.raw`${wordEnd}[,.:;!?،，。！：]{0,9}\s{0,9}`),
    }),
    ...(behind && { closing: pattern(parting, behind, String.raw`[\s.!?؟？。]{0,9}$`) }),
  };
  patterns.set(language, phrases);
  return phrases;
}

function pattern(before: string, phrases: readonly string[], behind: string): RegExp {
  const lines = phrases.join('|').replace(/\n\s*/g, ' ');
  const source = lines.replaceAll(' ?', String.raw`\s*`).replaceAll(' ', String.raw`\s+`);
  return new RegExp(`${before}(?:${source})${behind}`, 'iu');
}
