import { foldedPhrase } from './folded-phrase.ts';

/** The kinds of small talk, each with what is said to it. */
type Kind = 'greeting' | 'thanks' | 'farewell';

interface Phrases extends Readonly<Record<Kind, readonly string[]>> {
  readonly replies: Readonly<Record<Kind, string>>;
}

const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    greeting: [
      'hi',
      'hello',
      'hey',
      'hi there',
      'hello there',
      'good morning',
      'good afternoon',
      'good evening',
      'greetings',
      'how are you',
      'hey there',
      'whats up',
    ],
    thanks: [
      'thanks',
      'thank you',
      'thanks a lot',
      'thank you very much',
      'many thanks',
      'great thanks',
      'ok thanks',
      'cheers',
      'perfect thanks',
    ],
    farewell: ['bye', 'goodbye', 'bye bye', 'see you', 'see you later', 'good night'],
    replies: {
      greeting: 'Hello. Ask me something about the documents.',
      thanks: 'You are welcome.',
      farewell: 'Goodbye.',
    },
  },
  de: {
    greeting: [
      'hallo',
      'guten morgen',
      'guten tag',
      'guten abend',
      'moin',
      'servus',
      'grüß gott',
      'hallo zusammen',
      'wie geht es dir',
      'wie gehts',
    ],
    thanks: ['danke', 'danke schön', 'dankeschön', 'vielen dank', 'besten dank', 'danke sehr'],
    farewell: ['tschüss', 'auf wiedersehen', 'bis bald', 'bis später', 'gute nacht'],
    replies: {
      greeting: 'Hallo. Fragen Sie mich etwas zu den Dokumenten.',
      thanks: 'Gern geschehen.',
      farewell: 'Auf Wiedersehen.',
    },
  },
  fr: {
    greeting: ['bonjour', 'salut', 'bonsoir', 'coucou', 'comment ça va', 'ça va'],
    thanks: ['merci', 'merci beaucoup', 'merci bien', 'un grand merci'],
    farewell: ['au revoir', 'à bientôt', 'bonne nuit', 'bonne journée', 'à plus'],
    replies: {
      greeting: 'Bonjour. Posez-moi une question sur les documents.',
      thanks: 'Je vous en prie.',
      farewell: 'Au revoir.',
    },
  },
  es: {
    greeting: ['hola', 'buenos días', 'buenas tardes', 'buenas noches', 'buenas', 'qué tal', 'cómo estás'],
    thanks: ['gracias', 'muchas gracias', 'mil gracias'],
    farewell: ['adiós', 'hasta luego', 'hasta pronto', 'chao'],
    replies: {
      greeting: 'Hola. Pregúnteme algo sobre los documentos.',
      thanks: 'De nada.',
      farewell: 'Adiós.',
    },
  },
  it: {
    greeting: ['ciao', 'buongiorno', 'buonasera', 'buon giorno', 'salve', 'come stai', 'come va'],
    thanks: ['grazie', 'grazie mille', 'molte grazie', 'tante grazie'],
    farewell: ['arrivederci', 'a presto', 'buonanotte', 'a dopo'],
    replies: {
      greeting: 'Buongiorno. Mi chieda qualcosa sui documenti.',
      thanks: 'Prego.',
      farewell: 'Arrivederci.',
    },
  },
  pt: {
    greeting: ['olá', 'oi', 'bom dia', 'boa tarde', 'boa noite', 'tudo bem'],
    thanks: ['obrigado', 'obrigada', 'muito obrigado', 'muito obrigada'],
    farewell: ['tchau', 'até logo', 'até breve', 'até mais'],
    replies: {
      greeting: 'Olá. Pergunte-me algo sobre os documentos.',
      thanks: 'De nada.',
      farewell: 'Até logo.',
    },
  },
  nl: {
    greeting: ['hoi', 'goedemorgen', 'goedemiddag', 'goedenavond', 'goedendag', 'hoe gaat het'],
    thanks: ['bedankt', 'dank je', 'dank u', 'dank je wel', 'dank u wel', 'hartelijk dank'],
    farewell: ['doei', 'tot ziens', 'tot later', 'goedenacht'],
    replies: {
      greeting: 'Hallo. Vraag me iets over de documenten.',
      thanks: 'Graag gedaan.',
      farewell: 'Tot ziens.',
    },
  },
  ru: {
    greeting: [
      'привет',
      'здравствуйте',
      'здравствуй',
      'доброе утро',
      'добрый день',
      'добрый вечер',
      'как дела',
    ],
    thanks: ['спасибо', 'большое спасибо', 'спасибо большое', 'благодарю'],
    farewell: ['пока', 'до свидания', 'до встречи', 'спокойной ночи'],
    replies: {
      greeting: 'Здравствуйте. Спросите меня о документах.',
      thanks: 'Пожалуйста.',
      farewell: 'До свидания.',
    },
  },
  zh: {
    greeting: ['你好', '您好', '早上好', '下午好', '晚上好', '嗨', '大家好', '你好吗'],
    thanks: ['谢谢', '谢谢你', '多谢', '非常感谢', '謝謝'],
    farewell: ['再见', '拜拜', '晚安', '再見'],
    replies: { greeting: '您好。请就文档内容提问。', thanks: '不客气。', farewell: '再见。' },
  },
  ja: {
    greeting: ['こんにちは', 'おはよう', 'おはようございます', 'こんばんは', 'はじめまして'],
    thanks: ['ありがとう', 'ありがとうございます', 'どうもありがとう', 'どうも'],
    farewell: ['さようなら', 'またね', 'おやすみ', 'おやすみなさい'],
    replies: {
      greeting: 'こんにちは。文書について質問してください。',
      thanks: 'どういたしまして。',
      farewell: 'さようなら。',
    },
  },
  ar: {
    greeting: ['مرحبا', 'مرحبًا', 'السلام عليكم', 'صباح الخير', 'مساء الخير', 'أهلا', 'كيف حالك'],
    thanks: ['شكرا', 'شكرًا', 'شكرا جزيلا', 'شكرا لك'],
    farewell: ['وداعا', 'مع السلامة', 'إلى اللقاء', 'تصبح على خير'],
    replies: { greeting: 'مرحبًا. اسألني عن الوثائق.', thanks: 'على الرحب والسعة.', farewell: 'مع السلامة.' },
  },
};

const kinds: readonly Kind[] = ['greeting', 'thanks', 'farewell'];

/** What is said to each phrase. */
const replies: ReadonlyMap<string, string> = new Map(
  Object.values(phrases).flatMap((language) =>
    kinds.flatMap((kind) =>
      language[kind].map((phrase) => [foldedPhrase(phrase), language.replies[kind]] as const),
    ),
  ),
);

/** Longer messages hold more than small talk; looking at them would only cost time. */
const maxLength = 60;

/**
 * What to say to a greeting, to thanks and to a farewell, in its own language; undefined for everything else. Only a
 * message that is nothing but small talk is taken for it: "Hello, when is the rent due?" is a question. Of several
 * phrases, as in "Thanks, bye!", the last is replied to.
 */
export function replyToSmallTalk(message: string): string | undefined {
  if (message.length > maxLength) return undefined;
  const whole = replies.get(foldedPhrase(message));
  if (whole !== undefined) return whole;
  const said = message
    .split(/[\p{Po}\p{Pd}\p{Emoji_Presentation}]+/u)
    .map(foldedPhrase)
    .filter((phrase) => phrase !== '');
  return said.every((phrase) => replies.has(phrase)) ? replies.get(said.at(-1) ?? '') : undefined;
}
