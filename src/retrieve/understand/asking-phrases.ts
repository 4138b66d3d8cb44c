import { ownValue } from '../../own-value.ts';

/**
 * How it is said, by language, that something is to be told, known or looked for, in front of what that is. In these
 * patterns a space stands for any white space.
 */
const openings: Readonly<Record<string, readonly string[]>> = {
  en: [
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
  de: [
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
  fr: [
    `(?:pouvez-vous|pourriez-vous|peux-tu|pourrais-tu)(?: (?:me|nous|s['’]il (?:vous|te) plaît))*
      (?:m['’])?(?:dire|expliquer|indiquer|préciser|montrer|aider à (?:comprendre|trouver))(?: si)?`,
    `(?:je (?:voudrais|souhaite|souhaiterais|veux|désire)|j['’]aimerais)(?: bien)? (?:savoir|comprendre|connaître)(?: si)?`,
    "(?:savez-vous|sais-tu|quelqu['’]un sait)(?: si)?",
    "(?:je )?cherche (?:des |plus d['’])?(?:infos|informations|renseignements) (?:sur|concernant)",
    'est-il possible de',
    'y a-t-il un moyen de',
    "(?:d['’]après|selon|dans|à partir de) (?:le|la|les|ce|ces|mes|vos) (?:documents?|textes?|fichiers?|sources)",
  ],
  es: [
    `(?:(?:me|nos) )?(?:puedes?|podrías?|pueden|podrían)(?: por favor)?
      (?:decir|explicar|indicar|mostrar|ayudar)(?:me|nos)?(?: (?:a (?:entender|saber|encontrar)|si))?`,
    '(?:quisiera|quiero|querría|me gustaría|necesito) (?:saber|conocer|entender)(?: si)?',
    '(?:alguien sabe|sabes|sabe usted)(?: si)?',
    '(?:busco|necesito) información (?:sobre|acerca de)',
    'es posible',
    'hay alguna (?:manera|forma) de',
    '(?:según|de acuerdo con|en) (?:el|los|este|estos|mis) (?:documentos?|textos?|archivos?)',
  ],
  it: [
    `(?:(?:mi|ci) )?(?:puoi|può|potresti|potrebbe|potete)(?: per favore)?
      (?:dire|dirmi|spiegare|spiegarmi|indicarmi|mostrarmi|aiutarmi a (?:capire|trovare))(?: se)?`,
    '(?:vorrei|voglio|mi piacerebbe) (?:sapere|capire|conoscere)(?: se)?',
    '(?:qualcuno sa|sai|sapete)(?: se)?',
    'cerco informazioni (?:su|sul|sulla|sui|sulle|sugli)',
    'è possibile',
    "c['’]è (?:un )?modo (?:di|per)",
    '(?:secondo|in base a|nel|nei)(?: (?:il|i|questo|questi))? (?:document[oi]|test[oi]|file)',
  ],
  pt: [
    `(?:(?:você|me) )*(?:pode|poderia|podes|podem)(?: (?:me|por favor))*
      (?:dizer|explicar|informar|mostrar|ajudar)(?:-me)?(?: (?:a (?:entender|encontrar)|se))?`,
    '(?:eu )?(?:gostaria de|queria|quero|preciso) (?:saber|entender|conhecer)(?: se)?',
    '(?:alguém|você) sabe(?: se)?',
    '(?:procuro|preciso de) informaç(?:ão|ões) (?:sobre|acerca de)',
    'é possível',
    'há alguma (?:maneira|forma) de',
    '(?:segundo|de acordo com|no|nos)(?: (?:o|os|este|estes))? (?:documentos?|textos?|arquivos?)',
  ],
  nl: [
    `(?:(?:kun|kan|zou) (?:je|jij|u|iemand)|kunt u)(?: (?:me|mij|ons|even|alsjeblieft))*
      (?:vertellen|uitleggen|zeggen|laten zien)(?: of)?`,
    'ik (?:wil|zou)(?: (?:graag|wel|even|willen))* weten(?: of)?',
    'weet (?:iemand|je|jij|u)(?: of)?',
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
    '(?:кто-нибудь знает|вы (?:не )?знаете|(?:ты )?знаешь ли)',
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
  ar: [
    '(?:هل )?(?:يمكنك|تستطيع|بإمكانك)(?: أن)? (?:تخبرني|إخباري|تشرح لي|تقول لي)',
    '(?:أريد|أود|أرغب)(?: (?:في|أن))* (?:أعرف|معرفة|أفهم|فهم|أسأل عن)',
    'هل (?:تعرف|تعلم|يعرف أحد|يعرف أحدكم)',
  ],
};

/** By language, made when a question in it first comes. */
const patterns = new Map<string, RegExp>();

/** What a question in a language may begin with before it says what is asked for; undefined for an unknown one. */
export function openingPhrase(language: string): RegExp | undefined {
  const known = ownValue(openings, language);
  if (!known) return undefined;
  let pattern = patterns.get(language);
  if (!pattern) {
    const source = known.join('|').replace(/\n\s*/g, ' ').replaceAll(' ', '\\s+');
    const end = language === 'zh' ? '' : String.raw`(?![\p{L}\p{N}])`;
    pattern = new RegExp(`^[\\s¿¡]{0,9}(?:${source})${end}[,.:;!?،，。！：]{0,9}\\s{0,9}`, 'iu');
    patterns.set(language, pattern);
  }
  return pattern;
}
