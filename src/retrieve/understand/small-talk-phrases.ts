/**
 * What a message can be instead of a question, or before and behind one. `acknowledgement`: it lets know that an answer
 * was read. `introduction`: it asks who answers here and what can be asked, rather than something of the documents.
 */
export type SmallTalkKind = 'greeting' | 'thanks' | 'acknowledgement' | 'farewell' | 'introduction';

/** Whole messages of each kind, separated by commas. */
export type SmallTalkPhrases = Readonly<Record<SmallTalkKind, string>> & {
  /** Whom a greeting may name behind it. */
  readonly greeted?: string;
};

/** What is said around questions and instead of them, by BCP 47 primary subtag. */
export const smallTalkPhrases: Readonly<Record<string, SmallTalkPhrases>> = {
  en: {
    greeting: `hi, hello, hey, good morning, good afternoon, good evening, good day, greetings,
      how are you, how are you doing, hows it going, whats up`,
    greeted: 'there, all, everyone, team, guys',
    thanks: `thanks, thank you, thanks a lot, thank you very much, many thanks, great thanks, ok thanks, cheers,
      perfect thanks, thx, ty, thanks so much, thank you so much, thanks for your help, thank you for your help,
      thanks for the help, thanks in advance, thank you in advance, thank u, no thanks, no thank you`,
    acknowledgement: `thats all, that helps, that helped, that was helpful,
      very helpful, good to know, great answer, ok, okay, got it, ok got it, i see, i understand, great, cool, ok cool,
      awesome, perfect, understood, never mind`,
    farewell:
      'bye, goodbye, bye bye, see you, see you later, see you soon, see you tomorrow, good night, take care',
    introduction: `help, help me, can you help me, who are you, what are you, what can you do, what can you do for me,
      what do you do, how can you help, how can you help me, what can i ask, what can i ask you, what can i ask here,
      what can i ask about, what topics can i ask about, what do you know, how do i use this,
      what can i ask you about, what can you help me with, what can you tell me, what information do you have,
      what are the documents about, what are these documents about, what do the documents cover,
      what do these documents contain, what is in the documents, what is in these documents,
      what topics do the documents cover,
      what topics are covered, which topics are covered, what topics are there, what topics do you cover,
      what documents are there, which documents are there, what documents do you have, which documents are here,
      which documents do you have, what documents do you know, summarize the documents, summarise the documents,
      summarize all documents, summarise all documents`,
  },
  de: {
    greeting: `hallo, hi, hey, guten morgen, guten tag, guten abend, moin, servus, grüß gott, grüß dich, grüezi,
      wie geht es dir, wie geht es ihnen, wie gehts`,
    greeted: 'zusammen, alle, miteinander, liebes team',
    thanks: `danke, danke dir, danke ihnen, danke schön, dankeschön, vielen dank, besten dank, danke sehr, nein danke,
      danke für die hilfe, danke für deine hilfe, danke für ihre hilfe, danke im voraus, vielen dank im voraus,
      vielen dank für die hilfe, ok danke`,
    acknowledgement:
      'das war alles, das hilft, das hilft mir, ok, okay, alles klar, verstanden, super, prima, perfekt',
    farewell: 'tschüss, auf wiedersehen, bis bald, bis später, gute nacht',
    introduction: `hilfe, wer bist du, wer sind sie, was kannst du, was können sie, was kann ich fragen,
      was kann ich hier fragen, was kann ich dich fragen, was kann ich sie fragen, kannst du mir helfen,
      können sie mir helfen, wie kannst du mir helfen, wie können sie mir helfen, worum geht es, worum geht es hier,
      worum geht es in den dokumenten, was steht in den dokumenten, worüber kann ich fragen,
      welche themen gibt es, welche dokumente gibt es, welche dokumente hast du, was weißt du`,
  },
  fr: {
    greeting: 'bonjour, salut, bonsoir, coucou, comment ça va, ça va',
    greeted: 'à tous, à toutes, tout le monde',
    thanks: `merci, merci beaucoup, merci bien, un grand merci, merci pour votre aide, merci pour ton aide,
      merci d’avance, merci à vous, merci à toi, non merci, ok merci`,
    acknowledgement: 'ok, d’accord, compris, super, parfait',
    farewell: 'au revoir, à bientôt, bonne nuit, bonne journée, à plus',
    introduction: `aide, qui es tu, qui êtes vous, que peux tu faire, que pouvez vous faire, peux tu m’aider,
      pouvez vous m’aider, comment peux tu m’aider, comment pouvez vous m’aider, que puis je demander,
      que puis je demander ici, de quoi parlent les documents, de quoi parlent ces documents,
      que contiennent ces documents, quels documents y a t il`,
  },
  es: {
    greeting: 'hola, buenos días, buenas tardes, buenas noches, buenas, qué tal, cómo estás',
    greeted: 'a todos, a todas',
    thanks: `gracias, muchas gracias, mil gracias, gracias por tu ayuda, gracias por su ayuda, gracias de antemano,
      muchas gracias de antemano, no gracias, ok gracias`,
    acknowledgement: 'ok, vale, de acuerdo, entendido, perfecto, genial',
    farewell: 'adiós, hasta luego, hasta pronto, chao',
    introduction: `ayuda, quién eres, qué puedes hacer, puedes ayudarme, cómo puedes ayudarme, en qué puedes ayudarme,
      qué puedo preguntar, qué puedo preguntar aquí, de qué tratan los documentos, qué hay en los documentos,
      qué documentos hay, qué temas hay`,
  },
  it: {
    greeting: 'ciao, buongiorno, buonasera, buon giorno, salve, come stai, come va',
    greeted: 'a tutti, a tutte',
    thanks: `grazie, grazie mille, molte grazie, tante grazie, grazie per l’aiuto, grazie per il tuo aiuto,
      grazie in anticipo, no grazie, ok grazie`,
    acknowledgement: 'ok, va bene, capito, d’accordo, perfetto',
    farewell: 'arrivederci, a presto, buonanotte, a dopo',
    introduction: `aiuto, chi sei, cosa puoi fare, puoi aiutarmi, come puoi aiutarmi, cosa posso chiedere,
      cosa posso chiedere qui, cosa posso chiederti, di cosa parlano i documenti`,
  },
  pt: {
    greeting: 'olá, oi, bom dia, boa tarde, boa noite, tudo bem',
    greeted: 'a todos, a todas, pessoal',
    thanks: `obrigado, obrigada, muito obrigado, muito obrigada, obrigado pela ajuda, obrigada pela ajuda,
      obrigado desde já, obrigada desde já, não obrigado, não obrigada, ok obrigado, ok obrigada`,
    acknowledgement: 'ok, tá bom, entendi, perfeito',
    farewell: 'tchau, até logo, até breve, até mais',
    introduction: `ajuda, quem é você, o que você pode fazer, pode me ajudar, como pode me ajudar,
      o que posso perguntar, o que posso perguntar aqui, que documentos há`,
  },
  nl: {
    greeting: 'hallo, hoi, hey, goedemorgen, goedemiddag, goedenavond, goedendag, hoe gaat het',
    greeted: 'allemaal, iedereen',
    thanks: `bedankt, dank je, dank u, dank je wel, dank u wel, hartelijk dank, bedankt voor de hulp,
      bedankt voor je hulp, bedankt voor uw hulp, alvast bedankt, nee bedankt, nee dank je, ok bedankt`,
    acknowledgement: 'ok, oké, begrepen, prima',
    farewell: 'doei, tot ziens, tot later, goedenacht',
    introduction: `help, wie ben je, wat kun je, kun je me helpen, kunt u me helpen, wat kan ik vragen,
      wat kan ik hier vragen, waar gaan de documenten over`,
  },
  ru: {
    greeting: 'привет, здравствуйте, здравствуй, доброе утро, добрый день, добрый вечер, как дела',
    greeted: 'всем',
    thanks:
      'спасибо, большое спасибо, спасибо большое, спасибо за помощь, заранее спасибо, нет спасибо, благодарю',
    acknowledgement: 'ок, понятно, хорошо, ясно',
    farewell: 'пока, до свидания, до встречи, спокойной ночи',
    introduction: `помощь, помоги, помогите, кто ты, кто вы, что ты умеешь, что можно спросить, о чём документы,
      какие есть документы`,
  },
  zh: {
    greeting: '你好, 您好, 早上好, 下午好, 晚上好, 嗨, 大家好, 你好吗',
    thanks: '谢谢, 谢谢你, 谢谢你的帮助, 多谢, 非常感谢, 謝謝',
    acknowledgement: '好的, 好, 知道了, 明白了',
    farewell: '再见, 拜拜, 晚安, 再見',
    introduction: '帮助, 你是谁, 你能做什么, 我可以问什么, 有哪些文档, 有哪些主题',
  },
  ja: {
    greeting: 'こんにちは, おはよう, おはようございます, こんばんは, はじめまして, すみません',
    thanks: 'ありがとう, ありがとうございます, どうもありがとう, どうも, よろしくお願いします',
    acknowledgement: 'わかりました, 了解, 了解です',
    farewell: 'さようなら, またね, おやすみ, おやすみなさい',
    introduction: 'ヘルプ, あなたは誰ですか, 何ができますか, 何を聞けますか, どんな文書がありますか',
  },
  ko: {
    greeting: '안녕하세요, 안녕, 안녕하십니까, 여보세요',
    thanks: '감사합니다, 고맙습니다, 고마워요, 미리 감사합니다',
    acknowledgement: '네, 알겠습니다, 알겠어요',
    farewell: '안녕히 계세요, 잘 가',
    introduction: '도움말, 누구세요, 무엇을 물어볼 수 있나요, 어떤 문서가 있나요',
  },
  ar: {
    greeting: 'مرحبا, السلام عليكم, صباح الخير, مساء الخير, أهلا, كيف حالك',
    thanks: 'شكرا, شكرا جزيلا, شكرا لك, شكرا على المساعدة',
    acknowledgement: 'حسنا, تمام',
    farewell: 'وداعا, مع السلامة, إلى اللقاء, تصبح على خير',
    introduction: 'مساعدة, من أنت, ماذا تستطيع أن تفعل, ماذا يمكنني أن أسأل, عم تتحدث الوثائق',
  },
};
