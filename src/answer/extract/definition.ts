import { ownValue } from '../../own-value.ts';
import { wordSet } from '../../text/word-set.ts';

/** How one language asks what something is, and how it says so. */
interface Wording {
  /** A question for a definition; the group holds what is to be defined. */
  readonly questions: readonly RegExp[];
  /** What stands between what is defined and what that is. */
  readonly copula: RegExp;
  /** Articles before what is defined. */
  readonly article?: RegExp;
  /** Of these the ones that a thing has which was named before; in some languages also any thing. */
  readonly definite?: RegExp;
  /** The end of a question for a fact: "What are stators attached to?", "What is the order number?" */
  readonly factEnd?: RegExp;
  /** What says where something is called so, behind its name: "a contributor under this licence". */
  readonly where?: RegExp;
  /** What kind of thing a name is of, before or behind it: "the omit flag", "Class: Worker". */
  readonly kind?: RegExp;
}

/** One of these words at the end of a name, or at its beginning where a colon or a space parts it from the rest. */
function kindPattern(words: string): RegExp {
  return new RegExp(`^(?:static )?(?:${words})(?::\\s*|\\s+)|\\s+(?:${words})$`, 'iu');
}

const leading = (words: string) => new RegExp(String.raw`^(?:${words})(?:\s+|(?<=['’]))`, 'iu');

/** Articles that any thing has, and those that a thing has which was named before. */
function articles(indefinite: string, definite: string): Pick<Wording, 'article' | 'definite'> {
  return { article: leading(`${indefinite}|${definite}`), definite: leading(definite) };
}

/** By BCP 47 primary subtag. */
const wordings: Readonly<Record<string, Wording>> = {
  en: {
    questions: [
      /^what(?:['’]s| is| are) (.+?)(?: used| good)? for$/iu,
      /^what(?:['’]?s| is| are| was| were)(?: meant by| the (?:definition|meaning) of)? (.+)$/iu,
      /^what do you mean by (.+)$/iu,
      /\bwhat (?:does|do) (.+?) (?:mean|do|stand for|return|print|output|check|represent|specify|control)\b/iu,
      /^what (.+) (?:is|are|means?)$/iu,
      /^how (?:is|are) (.+) defined$/iu,
      /^who is (an? (?:(?!of )\S+ ?){1,2}(?:(?:in|under|within|according to) .+)?)$/iu,
      /(?:^(?:please )?define:?|\bdefinition of) (.+)$/iu,
      /^(.+) (?:definition|meaning)$/iu,
    ],
    copula:
      /\b(?:is|are|was|were) (?:an?|the|one of|yet another|used to|any|what|how|where|when|all|every|each|either)\b|\b(?:shall mean|means?|refers? to|stands? for|consists? of|denotes?|(?:is|are) (?:called|defined))\b/iu,
    ...articles('an?', 'the'),
    factEnd:
      /\b(?:to|of|for|by|in|on|with|from|at|about|like|called|named|known as|numbers?|names?|dates?|prices?|costs?|fees?|amounts?|totals?|addresse?s?|e-?mails?|codes?|ids?|sizes?|lengths?|rates?|status)$/iu,
    where: /\s(?:in|under|within|according to|for the purposes? of)\s.+$/iu,
    kind: kindPattern(
      'command|option|flag|switch|parameter|argument|setting|field|key|property|attribute|function|method|class|interface|module|package|event|variable|constant|header|endpoint|directive|file|keyword|macro|operator',
    ),
  },
  de: {
    questions: [
      /^was (?:ist|sind|war|waren|bedeutet|bedeuten|heißt|bezeichnet)(?: mit)? (.+)$/iu,
      /^was versteht man unter (.+)$/iu,
      /^(?:was (?:macht|machen|tut|tun)|(?:wofür|wozu) (?:ist|sind|dient|dienen)) (.+?)(?: gut| da)?$/iu,
      /(?:^definiere|(?<!\p{L})definition (?:von|der|des)) (.+)$/iu,
    ],
    copula:
      /(?<!\p{L})(?:(?:ist|sind|war|waren) (?:eine?|der|die|das|was|jede[rs]?|alle[s]?)|bedeute[tn]|bezeichne[tn]|heißt|heißen|steht für|stehen für|besteht (?:aus|darin))(?!\p{L})/iu,
    ...articles('eine?[mnrs]?', 'd(?:er|ie|as|em|en)'),
    where: /\s(?:in|im|unter|nach|gemäß|laut|bei|beim)\s.+$/iu,
    kind: kindPattern(
      'befehl|option|schalter|parameter|argument|einstellung|feld|schlüssel|eigenschaft|attribut|funktion|methode|klasse|schnittstelle|modul|paket|ereignis|variable|konstante|datei|schlüsselwort|makro|operator',
    ),
  },
  fr: {
    questions: [
      /^(?:qu['’]est[- ]ce (?:que? |qu['’])|c['’]est quoi |que (?:signifie|veut dire) )(?:c['’]est (?:que? |qu['’]))?(.+)$/iu,
      /^(?:à quoi (?:sert|servent)|que (?:fait|font)) (.+)$/iu,
      /(?:^(?:définis|définir)|(?<!\p{L})définition d(?:e|u|es)) (.+)$/iu,
    ],
    copula:
      /(?<!\p{L})(?:(?:est|sont|était|étaient) (?:une?|les?|la|des|ce|tout)(?!\p{L})|(?:est|sont) l['’]|(?:signifie|désigne|représente)(?:nt)?(?!\p{L})|consiste(?:nt)?(?!\p{L}))/iu,
    ...articles("une?|des?|du|d['’]", "les?|la|l['’]"),
    where: /\s(?:dans|selon|sous|chez)\s.+$/iu,
    kind: kindPattern(
      'commande|option|paramètre|argument|réglage|champ|clé|propriété|attribut|fonction|méthode|classe|interface|module|paquet|événement|variable|constante|en-tête|fichier|mot-clé|macro|opérateur',
    ),
  },
  es: {
    questions: [
      /^¿?\s?(?:qu[ée] (?:es|son|era|eran|significan?|hacen?)|para qu[ée] (?:sirven?|es|son)) (.+)$/iu,
      /(?:^(?:define|definir)|(?<!\p{L})definición de) (.+)$/iu,
    ],
    copula:
      /(?<!\p{L})(?:(?:es|son|era|eran) (?:una?|el|las?|los?|todo|cada|cualquier)|significan?|designan?|consisten? en|se refieren? a)(?!\p{L})/iu,
    ...articles('un[oa]s|una?', 'el|l[ao]s?'),
    where: /\s(?:en|según|bajo)\s.+$/iu,
    kind: kindPattern(
      'comando|opción|parámetro|argumento|ajuste|campo|clave|propiedad|atributo|función|método|clase|interfaz|módulo|paquete|evento|variable|constante|cabecera|archivo|fichero|macro|operador',
    ),
  },
  it: {
    questions: [
      /^(?:(?:che )?cos(?:['’]è|a (?:è|sono|significa|fa|fanno))|che significa|a (?:che )?cosa serv(?:e|ono)) (.+)$/iu,
    ],
    copula:
      /(?<!\p{L})(?:(?:è|sono|era|erano) (?:un[oa]?|il|la|lo|i|gli|le|ogni)(?!\p{L})|è (?:un|l)['’]|(?:significa|indica|consiste in)(?!\p{L}))/iu,
    ...articles("un[oa]?|un['’]", "il|l[aoe]|i|gli|l['’]"),
  },
  pt: {
    questions: [/^(?:(?:o )?que (?:é|são|era|eram|significam?|faz|fazem)|para que serve[m]?) (.+)$/iu],
    copula:
      /(?<!\p{L})(?:(?:é|são|era|eram) (?:uma?|os?|as?|todo|cada|qualquer)|significam?|designam?|consistem? em)(?!\p{L})/iu,
    ...articles('uma?', '[oa]s?'),
  },
  nl: {
    questions: [/^(?:wat (?:is|zijn|was|waren|betekent|betekenen|doet|doen)|waarvoor dien(?:t|en)) (.+)$/iu],
    copula:
      /(?<!\p{L})(?:(?:is|zijn|was|waren) (?:een|de|het|wat|elke?|alle)|beteken(?:t|en)|staat voor|bestaat uit)(?!\p{L})/iu,
    ...articles('een', 'de|het'),
  },
  ru: {
    questions: [/^(?:что (?:такое|значит|означает|делает)|для чего (?:служит|нуж(?:ен|на|но|ны))) (.+)$/iu],
    copula: /\s[–—-]\s(?:это(?!\p{L}))?|(?<!\p{L})(?:это|является|являются|означает|означают)(?!\p{L})/iu,
  },
  zh: {
    questions: [/^(?:什么是|何谓|什么叫)(.+)$/u, /^(.+?)(?:是什么(?:意思)?|是指什么|指什么)$/u],
    copula: /是指|是|即|指的是/u,
  },
  ja: { questions: [/^(.+?)(?:とは何|とはなん|って何|とは$)/u], copula: /とは|は、/u },
};

/** Words of what a question asks to have defined, most: "What is the aim of the third of these?" asks for a fact. */
const mostAskedWords = 4;

/** The same of a name with where it is used behind it. */
const mostWordsOfName = 3;

/** Words that make more of a name than a name. */
const joining = wordSet('to of for with from by zu von für mit aus à de du des pour avec a del para con');

/** A question with more characters asks for more than a definition. */
const longestQuestion = 200;

/** What a question asks to have defined, without its article: "What is a stator?" asks for "stator". */
export function definedTerm(question: string, language: string): string | undefined {
  const asked = askedToDefine(question, language);
  return asked === undefined ? undefined : withoutArticle(asked, ownValue(wordings, language));
}

/**
 * Whether a question asks what something is that it names: "What is a stator?", "What are stators?". "What is the
 * size?" asks for that of something else.
 */
export function namesWhatItIs(question: string, language: string): boolean {
  const asked = askedToDefine(question, language);
  return asked !== undefined && !ownValue(wordings, language)?.definite?.test(asked);
}

/**
 * A question for what something is, asked of another name: "What is a rotor?" of "What is a stator?"; undefined where
 * it asks for something else.
 */
export function askedOf(name: string, question: string, language: string): string | undefined {
  const asked = namesWhatItIs(question, language) ? askedToDefine(question, language) : undefined;
  if (asked === undefined || !question.includes(asked)) return undefined;
  // « qu’un rotor », but « que la pompe ».
  return question.replace(asked, () => name).replace(/qu['’](?=[^aeiouyhàâéèêîôœ])/iu, 'que ');
}

/** What a question asks to have defined, as it stands there. */
function askedToDefine(question: string, language: string): string | undefined {
  const wording = ownValue(wordings, language);
  const words = bareQuestion(question);
  if (!wording || words.length > longestQuestion) return undefined;
  for (const pattern of wording.questions) {
    const found = pattern.exec(words)?.[1];
    if (found === undefined || wording.factEnd?.test(found)) continue;
    const asked = withoutPlace(found, wording);
    const named = withoutArticle(asked, wording).match(/[\p{L}\p{N}]+/gu) ?? [];
    return named.length <= mostAskedWords ? asked : undefined;
  }
  return undefined;
}

/** A short name without what says where it is used; "the way to log in" names nothing that would be left. */
function withoutPlace(asked: string, { where, article }: Wording): string {
  const name = where ? asked.replace(where, '') : asked;
  const words = (article ? name.replace(article, '') : name).split(' ');
  return words.length <= mostWordsOfName && words.every((word) => !joining.has(word.toLowerCase()))
    ? name
    : asked;
}

/** What of a question asks for nothing else: “What exactly is a stator?” */
const asking =
  /(?<=\s)(?:exactly|precisely|genau|eigentlich|exactement|exactamente|esattamente|exatamente|precies|именно)(?!\p{L})/giu;

/** In one line, without the marks at its end. */
function bareQuestion(question: string): string {
  const asked = question.slice(0, longestQuestion + 1).replace(asking, ' ');
  return asked
    .replace(/\s+/gu, ' ')
    .replace(/[\s?？.!]+$/u, '')
    .trim();
}

/** Characters of a sentence that what it defines stands in. */
const subjectWithin = 160;

/** A term and what is said of it, with a colon, a dash, or the term in bold print between them. */
const label = /(?<=^.{2,60}?)(?:[.:]\*\*\s|\s*[:：]\s|\s(?:[–—]|--?)\s)/su;

/**
 * What a sentence that has the form of a definition defines: the words before "is a", "means", or a colon, without
 * marks and article, and apart from them what stands in brackets behind it: "(URDF)". Empty for any other sentence.
 */
export function definedBy(sentence: string, language: string): readonly string[] {
  const wording = ownValue(wordings, language);
  const words = sentence.replace(/^[\s*_>]+/u, '').slice(0, subjectWithin);
  const ends = [label, ...(wording ? [wording.copula] : [])].flatMap((mark) => {
    const end = words.search(mark);
    return end > 0 ? [end] : [];
  });
  const subject = ends.length === 0 ? '' : words.slice(0, Math.min(...ends));
  return quotationOpen.test(subject) ? [] : namesIn(subject, language);
}

/** A title that is quoted goes on behind its colon: 'Tan, J. "Rotors: A history."' */
const quotationOpen = /^[^"]*"(?:[^"]*"[^"]*")*[^"]*$|(?<!„[^“]*)“[^”]*$|„[^“]*$|«[^»]*$/u;

/** A name and those in brackets behind it, each without its article and without the number of a heading. */
export function namesIn(words: string, language: string): readonly string[] {
  const wording = ownValue(wordings, language);
  const quoted = [...words.matchAll(/["“„«]\s?([^"“”„«»]+?)\s?["”“»]/gu)].map(([, name = '']) => name);
  const bare = words.replace(/^[\p{N}.]+[.)]?\s+/u, '').split(/[()（）]/u);
  const names = quoted.length > 0 ? quoted : bare;
  return names
    .map((name) => withoutArticle(name.replace(/[*_`]/gu, ' '), wording))
    .filter((name) => name !== '');
}

/** A name without the word that says what kind of thing it is of; as it is where that is all of it. */
export function withoutKind(name: string, language: string): string {
  const kind = ownValue(wordings, language)?.kind;
  return kind ? name.trim().replace(kind, '') : name;
}

function withoutArticle(words: string, wording: Wording | undefined): string {
  const trimmed = words.trim();
  return wording?.article ? trimmed.replace(wording.article, '') : trimmed;
}
