import { ownValue } from '../../own-value.ts';

/** What is said around a question in one language; in these patterns a space stands for any white space. */
interface AskingPhrases {
  /** Whom it is said to, in front of a mark or of a word that asks. */
  readonly greeting: string;
  /** That something is to be said, known or looked for, in front of what that is. */
  readonly openings: readonly string[];
}

const phrases: Readonly<Record<string, AskingPhrases>> = {
  en: {
    greeting: '(?:hi|hello|hey|good (?:morning|afternoon|evening|day))(?: (?:there|all|everyone|team|guys))?',
    openings: [
      '(?:just )?(?:a )?quick question',
      `(?:can|could|would|will) (?:you|u|someone|somebody|anyone|anybody)(?: (?:please|pls|kindly))?
        (?:tell|explain|show|describe|help|give)(?: to)?(?: (?:me|us))?(?: (?:to )?(?:understand|know|find out|find))?`,
      '(?:do you|does anyone|does anybody|does someone|anyone|anybody|someone) know(?: (?:about|if|whether))?',
      'any (?:idea|clue)s?(?: (?:about|if|whether))?',
      `i(?:['’]d| would)? (?:like|want|need|love|wanted) to
        (?:know|understand|find out|ask|learn)(?: (?:more|you|about|if|whether))*`,
      "i(?: am|['’]m| was)? wonder(?:ing|ed)?(?: (?:more|you|about|if|whether))*",
      `(?:i(?: am|['’]m) )?(?:looking|searching) for (?:(?:some|any|more) )?(?:info|information|details|help)
        (?:on|about|for|regarding|with)`,
      '(?:i )?need (?:(?:some|any|more) )?(?:info|information|details|help) (?:on|about|for|regarding|with)',
      '(?:please )?help me(?: to)? (?:understand|find out|find|with)',
      '(?:is it|would it be) possible(?: to)?',
      'is there (?:a|any|some) way (?:to|of)',
      'what do the (?:docs|documents|documentation|texts?|files) say (?:about|on)',
      `(?:based on|according to|using|from|in) (?:the|this|these|your|my)(?: (?:provided|given|above|uploaded|attached))?
        (?:docs|documents?|documentation|texts?|files?|passages?|context|sources?)`,
    ],
  },
  de: {
    greeting:
      '(?:hallo|hi|hey|moin|servus|guten (?:tag|morgen|abend))(?: (?:zusammen|alle|miteinander|liebes team))?',
    openings: [
      `(?:(?:kannst|könntest|würdest) du|(?:können|könnten|würden) sie|kann mir jemand)(?: (?:mir|uns|bitte|mal|kurz))*
        (?:sagen|erklären|erläutern|helfen|verraten|zeigen)`,
      '(?:weiß (?:jemand|wer|man)|weißt du|wissen sie|wisst ihr)(?: (?:zufällig|vielleicht))?',
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
  },
  fr: {
    greeting: '(?:bonjour|bonsoir|salut|coucou)(?: (?:à tous|à toutes|tout le monde))?',
    openings: [
      `(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu)(?: (?:me|nous|s['’]il (?:vous|te) plaît))*
        (?:m['’])?(?:dire|expliquer|indiquer|préciser|montrer|aider à (?:comprendre|trouver))(?: si)?`,
      `(?:je (?:voudrais|souhaite|souhaiterais|veux|désire)|j['’]aimerais)(?: bien)? (?:savoir|comprendre|connaître)(?: si)?`,
      "(?:savez-vous|sais-tu|quelqu['’]un sait)(?: si)?",
      "(?:je )?cherche (?:des |plus d['’])?(?:infos|informations|renseignements) (?:sur|concernant)",
      'est-il possible de',
      'y a-t-il un moyen de',
      "(?:d['’]après|selon|dans|à partir de) (?:le|la|les|ce|ces|mes|vos) (?:documents?|textes?|fichiers?|sources)",
    ],
  },
  es: {
    greeting: '(?:hola|buenos días|buenas tardes|buenas noches|buenas)(?: a tod[oa]s)?',
    openings: [
      `(?:(?:me|nos) )?(?:puedes?|podrías?|pueden|podrían)(?: por favor)?
        (?:decir|explicar|indicar|mostrar|ayudar)(?:me|nos)?(?: (?:a (?:entender|saber|encontrar)|si))?`,
      '(?:quisiera|quiero|querría|me gustaría|necesito) (?:saber|conocer|entender)(?: si)?',
      '(?:alguien sabe|sabes|sabe usted)(?: si)?',
      '(?:busco|necesito) información (?:sobre|acerca de)',
      'es posible',
      'hay alguna (?:manera|forma) de',
      '(?:según|de acuerdo con|en) (?:el|los|este|estos|mis) (?:documentos?|textos?|archivos?)',
    ],
  },
  it: {
    greeting: '(?:ciao|buongiorno|buonasera|salve)(?: a tutt[ie])?',
    openings: [
      `(?:(?:mi|ci) )?(?:puoi|può|potresti|potrebbe|potete)(?: per favore)?
        (?:dire|dirmi|spiegare|spiegarmi|indicarmi|mostrarmi|aiutarmi a (?:capire|trovare))(?: se)?`,
      '(?:vorrei|voglio|mi piacerebbe) (?:sapere|capire|conoscere)(?: se)?',
      '(?:qualcuno sa|sai|sapete)(?: se)?',
      'cerco informazioni (?:su|sul|sulla|sui|sulle|sugli)',
      'è possibile',
      "c['’]è (?:un )?modo (?:di|per)",
      '(?:secondo|in base a|nel|nei)(?: (?:il|i|questo|questi))? (?:document[oi]|test[oi]|file)',
    ],
  },
  pt: {
    greeting: '(?:olá|oi|bom dia|boa tarde|boa noite)(?: a tod[oa]s| pessoal)?',
    openings: [
      `(?:(?:você|me) )*(?:pode|poderia|podes|podem)(?: (?:me|por favor))*
        (?:dizer|explicar|informar|mostrar|ajudar)(?:-me)?(?: (?:a (?:entender|encontrar)|se))?`,
      '(?:eu )?(?:gostaria de|queria|quero|preciso) (?:saber|entender|conhecer)(?: se)?',
      '(?:alguém|você) sabe(?: se)?',
      '(?:procuro|preciso de) informaç(?:ão|ões) (?:sobre|acerca de)',
      'é possível',
      'há alguma (?:maneira|forma) de',
      '(?:segundo|de acordo com|no|nos)(?: (?:o|os|este|estes))? (?:documentos?|textos?|arquivos?)',
    ],
  },
  nl: {
    greeting: '(?:hallo|hoi|hey|goedemorgen|goedemiddag|goedenavond|goedendag)(?: (?:allemaal|iedereen))?',
    openings: [
      `(?:(?:kun|kan|zou) (?:je|jij|u|iemand)|kunt u)(?: (?:me|mij|ons|even|alsjeblieft))*
        (?:vertellen|uitleggen|zeggen|laten zien)(?: of)?`,
      'ik (?:wil|zou)(?: (?:graag|wel|even|willen))* weten(?: of)?',
      'weet (?:iemand|je|jij|u)(?: of)?',
      '(?:ik )?zoek (?:info|informatie) over',
      'is het mogelijk(?: om)?',
      'is er een manier om',
      '(?:volgens|in) (?:het|de|dit|deze|mijn) (?:document(?:en)?|tekst(?:en)?|bestand(?:en)?)',
    ],
  },
  ru: {
    greeting: '(?:привет|здравствуйте|здравствуй|добрый (?:день|вечер)|доброе утро)(?: всем)?',
    openings: [
      '(?:подскажите|скажите|расскажите|объясните|поясните)(?:,? пожалуйста)?(?:,? мне)?',
      `(?:вы )?(?:можете|можешь|могли бы)(?: (?:вы|мне|нам|пожалуйста))*
        (?:сказать|объяснить|подсказать|рассказать|помочь понять)`,
      '(?:я )?(?:хочу|хотел бы|хотела бы|хотелось бы) (?:узнать|знать|понять|спросить)',
      '(?:кто-нибудь знает|вы (?:не )?знаете|(?:ты )?знаешь ли)',
      'возможно ли',
      '(?:согласно|по|в) (?:документ(?:у|ам|е|ах)|текст(?:у|ам|е|ах))',
    ],
  },
  zh: {
    greeting: '(?:你好|您好|大家好|嗨)',
    openings: [
      '(?:请问|請問)?我(?:们|們)?(?:想|想要|希望|需要)(?:知道|了解|瞭解|问|問|请教|請教)(?:一下)?',
      '(?:你|您)?(?:能|能不能|能否|可以|可否|可不可以)?(?:请|請)?(?:告诉|告訴)我(?:们|們)?(?:一下)?',
      '(?:有人|有谁|有誰|你|您)(?:知道|了解|瞭解)(?:不知道)?',
      '(?:请|請|帮我|幫我|请帮我|請幫我)(?:解释|解釋|说明|說明|介绍|介紹)(?:一下)?',
      '(?:根据|根據|按照|依据|依據)(?:上述|以上|提供的|这些|這些)?(?:文档|文檔|文件|文本|资料|資料|文章)(?:的?内容)?',
    ],
  },
  ar: {
    greeting: '(?:مرحبا|السلام عليكم|أهلا|صباح الخير|مساء الخير)',
    openings: [
      '(?:هل )?(?:يمكنك|تستطيع|بإمكانك)(?: أن)? (?:تخبرني|إخباري|تشرح لي|تقول لي)',
      '(?:أريد|أود|أرغب)(?: (?:في|أن))* (?:أعرف|معرفة|أفهم|فهم|أسأل عن)',
      'هل (?:تعرف|تعلم|يعرف أحد|يعرف أحدكم)',
    ],
  },
};

/** The number of a question in a list of them; that of a day stays: “5. März 2024”. */
const numbering =
  /^\s{0,9}(?:\(?\d{1,2}[.)](?=\s)(?!\s{1,9}(?:\p{L}{3,20}\s|\d{1,2}\.\s?)\d{4})|(?:q|question|frage|pregunta|domanda|pergunta|vraag|вопрос|问题|問題|質問)\s?\d{0,3}\s?[:：.)])\s{0,9}/iu;

/** Beginnings by language, made when a question in it first comes. */
const beginnings = new Map<string, RegExp>();

function beginningOf(language: string): RegExp | undefined {
  const known = ownValue(phrases, language);
  if (!known) return undefined;
  let pattern = beginnings.get(language);
  if (!pattern) {
    const opening = known.openings.join('|').replace(/\n\s*/g, ' ');
    // A greeting may begin a name: “Hello World”.
    const source =
      `(?:${known.greeting}(?=\\s*[,.:!،，。！])|(?:${known.greeting} )?(?:${opening}))`.replaceAll(
        ' ',
        '\\s+',
      );
    const end = language === 'zh' ? '' : String.raw`(?![\p{L}\p{N}])`;
    pattern = new RegExp(`^[\\s¿¡]{0,9}${source}${end}[,.:;!?،，。！：]{0,9}\\s{0,9}`, 'iu');
    beginnings.set(language, pattern);
  }
  return pattern;
}

/** What a question may end with in any language: it asks kindly, or gives thanks behind a mark. */
const ending =
  /(?:[\s,]{1,9}(?:please|pls|bitte|svp|s['’]il (?:vous|te) plaît|por favor|per favore|alsjeblieft|alstublieft|пожалуйста)|(?<=[,.!?;，。？！])\s{0,9}¡?(?:(?:many |vielen |muchas |tante )?(?:thanks|thank you|thx|danke|dank|merci|gracias|grazie|obrigado|obrigada|bedankt|спасибо|谢谢|謝謝|شكرا))(?: [\p{L}’' ]{1,20})?)[\s.!。！]{0,9}$/iu;

/** Phrases before a question, at most. */
const maxOpenings = 4;

/**
 * A question without what is said around it: “Hello, does anyone know when the office opens? Thanks!” asks when the
 * office opens. Where nothing else is said, all stays.
 * @param language a BCP 47 primary subtag
 */
export function withoutAskingPhrases(text: string, language: string): string {
  let rest = text.replace(ending, '').replace(numbering, '');
  const beginning = beginningOf(language);
  // Where one is not there, nothing changes any more.
  for (let count = 0; count < maxOpenings; count += 1) rest = beginning ? rest.replace(beginning, '') : rest;
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}
