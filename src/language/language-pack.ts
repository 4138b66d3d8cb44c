import type { wording } from './packs/en.ts';

/** What a language has no part for: it is left out where that would be used, and `docs/languages.md` says so. */
export const none = null;

/** A part of a pack that may be missing. */
export type Part<Value> = Value | typeof none;

/** Words with white space between them, in small letters. */
export type Words = string;

/** The inside of a regular expression with the flags `iu`, in which a space stands for a space. */
export type Pattern = string;

/**
 * All that the product knows of one language. Every part is there or is {@link none}, so that the compiler lists what a
 * new language has to bring. The file is named after the BCP 47 primary subtag: `packs/de.ts`.
 */
export interface LanguagePack {
  /** In English: "German". */
  readonly name: string;
  readonly writing: Writing;
  readonly figures: Part<Figures>;
  readonly asking: Part<Asking>;
  /** How what tables give of things is called and compared. */
  readonly comparing: Part<Comparing>;
  readonly talking: Part<Talking>;
  readonly telling: Part<Telling>;
  readonly claiming: Part<Claiming>;
  /** What Footnote itself says. */
  readonly wording: Part<Wording>;
}

/** What a language in Latin script gives itself away by. */
export interface LatinEvidence {
  /**
   * Frequent words: articles, prepositions, pronouns, auxiliaries, and what questions are asked with. For English also
   * words and names that are such words elsewhere: Dutch “door” and “dan”, Turkish “kim”.
   */
  readonly words: Words;
  /** Letters, lower case, that English does without. */
  readonly letters: string;
  /** Endings of at least two letters that words of some length carry often. */
  readonly endings: Words;
}

/** How a language is recognised, and how its words become terms. */
export interface Writing {
  /** Missing in languages that their script tells. */
  readonly evidence: Part<LatinEvidence>;
  /** An algorithm of Snowball, or `own` for one of `text/analyser`. */
  readonly stemmer: Part<string>;
  /** Whether questions are typed without accents as often as with them. */
  readonly isTypedUnaccented: boolean;
  /** What may stand between the two parts of a compound in one word: `''`, `s`. */
  readonly compoundLinks: Part<readonly string[]>;
  /** Abbreviations that a sentence always goes on after: forms of address, and those that introduce something. */
  readonly abbreviations: Part<Words>;
  /**
   * Words that state nothing by themselves: articles, pronouns, auxiliaries, and the commonest prepositions and
   * conjunctions. Not among them is what denies, counts, compares or orders: "all", "only", "more", "before".
   */
  readonly functionWords: Part<Words>;
}

/** Numbers, amounts, units and days in words. */
export interface Figures {
  /** From January on with `|` between them, each in its forms: in full, bent, and cut short without its stop. */
  readonly months: Part<string>;
  /**
   * How a day with the name of its month is written where that is not `{day} {month} {year}`; `{nth}` is an English
   * ordinal: “5th”.
   */
  readonly dayForms: Part<readonly string[]>;
  /** What stands between two dates of a range, and, where a word before them says so, what else does. */
  readonly ranges: Part<{ readonly to: Part<Words>; readonly and: Words; readonly between: Words }>;
  /**
   * Small numbers in their order from 0; `|` stands between the forms of one, and `-` for one that is also an article
   * or has no word of its own.
   */
  readonly numbers: Part<Words>;
  /** The tens from 30 to 90, in the same way. */
  readonly tens: Part<Words>;
  /** What multiplies the number before it. */
  readonly scales: Part<{ readonly thousand: Words; readonly million: Words; readonly billion: Part<Words> }>;
  /** Units by their symbol, with how they are written out. */
  readonly units: Part<Readonly<Record<string, Words>>>;
  /** How “°C” is written out behind a number. */
  readonly celsius: Part<readonly string[]>;
  /** Words that say, before a number, that it is no exact one. */
  readonly approximately: Part<Pattern>;
}

/** The kinds of things that questions ask for. */
export interface AnswerTypeWords {
  readonly person: Pattern;
  readonly time: Pattern;
  readonly quantity: Pattern;
  readonly place: Pattern;
  readonly reason: Pattern;
}

/** What is asked for and told by how it is written: amounts by their unit, and who somebody is by a name. */
export interface MeasureWords {
  readonly price: Pattern;
  readonly weight: Pattern;
  readonly speed: Pattern;
  /** Depth, height and width, as far as these are no other amount: German “hoch” is said of a rent as well. */
  readonly length: Pattern;
  readonly temperature: Pattern;
  /** Who holds an office: “who is the”. Elsewhere an office may be the answer. */
  readonly name: Pattern;
}

/** How a language asks. */
export interface Asking {
  /**
   * Interrogatives, auxiliaries and pronouns: what makes words a question. The analyser's stop words of English (is,
   * are, was, will, …) go there. Of languages that write no spaces also particles and endings, which stand between the
   * words where others put a space.
   */
  readonly questionWords: Part<Words>;
  /** Several words that only ask, wherever they stand: "bao nhiêu", "多少钱". */
  readonly questionPhrases: Part<Pattern>;
  /**
   * Words of a question that its answer may well do without, as they say of which kind it is: of prices and how long
   * something takes ("cost", "hours"), how high it is, what is needed. They are looked for, and need not be found.
   */
  readonly impliedWords: Part<Words>;
  /**
   * What the share of a question's words that a passage holds counts for beside other languages: less than 1 where
   * words are written as syllables that many passages hold, more where they change their form with their place.
   * Measured on questions with known answers.
   */
  readonly wordShare: Part<number>;
  /** How each kind is asked for. The last word of an amount's names it: “how heavy”. */
  readonly measures: Part<MeasureWords>;
  /** Verbs that ask for something where an article or a word that asks follows: "list the staff". */
  readonly requests: Part<{ readonly verbs: Words; readonly articles: Words }>;
  /** The words that ask what something does, is for or says, and those that they ask it with. */
  readonly askingVerbs: Part<{ readonly asking: Words; readonly verbs: Words }>;
  /** What is asked "how much" of, behind the word that asks: "how long". */
  readonly degrees: Part<{ readonly how: Words; readonly adjectives: Words }>;
  /** How it is said that something is to be told, known or looked for, in front of what that is. */
  readonly askingOpenings: Part<readonly Pattern[]>;
  /**
   * The same behind what is asked for, and what asks whether it is so. Each stands behind a mark, but in Japanese and
   * Korean, which ask at the end.
   */
  readonly askingClosings: Part<readonly Pattern[]>;
  /** How a question ends where that is not only by its mark. */
  readonly questionEnd: Part<RegExp>;
  /**
   * How each kind of thing is asked for, the first that fits. A word that also joins sentences counts only where a
   * question may begin: French « qui », Russian «когда».
   */
  readonly answerTypes: Part<AnswerTypeWords>;
  /** How what to do is asked for, and several things. */
  readonly lists: Part<{ readonly steps: Pattern; readonly items: Pattern }>;
  /** How it is asked how things differ, with all words that only say that. */
  readonly comparison: Part<RegExp>;
  /** What stands between two things of which one is meant: “or”. */
  readonly alternatives: Part<Words>;
  /** What stands between two things of which both are meant, in a language that puts no spaces there. */
  readonly joints?: Words;
  /** How code, a command or an example of a file is asked for. */
  readonly codeRequests: Part<RegExp>;
  /** How all there is is asked for rather than one thing. */
  readonly aggregation: Part<Aggregation | Counting>;
  /** How places in documents are named: "on page 3", "section 4.2". */
  readonly places: Part<PlaceWords>;
  /** The same where no spaces part words. `NUMBER` stands for the number. */
  readonly placesWithin: Part<{ readonly place: Pattern; readonly says: RegExp }>;
}

/** What things have, and a column gives: prices, weights, days. */
export interface AttributeWords {
  /** What columns of it are called: "price", "cost". */
  readonly named: Words;
  /** What else asks for it: "expensive". */
  readonly asked: Part<Words>;
  /** What has more or most of it, "heavier", "heaviest", and less or least. */
  readonly more: Part<Pattern>;
  readonly less: Part<Pattern>;
}

export type Attribute =
  | 'price'
  | 'weight'
  | 'length'
  | 'height'
  | 'width'
  | 'depth'
  | 'speed'
  | 'size'
  | 'age'
  | 'date'
  | 'phone'
  | 'birth'
  | 'author';

/** How something lies to an amount or a day: “more than 20”, “at least 3”, “before 2020”, “at most 5”. */
export type Relation = 'above' | 'atLeast' | 'below' | 'atMost';

/** How a language asks for what is most, least, more than an amount, or all of it together. */
export interface Comparing {
  readonly attributes: Readonly<Record<Attribute, Part<AttributeWords>>>;
  /** Of whatever a column gives: "highest", "most". */
  readonly most: Pattern;
  readonly least: Pattern;
  /** What stands before an amount, and what behind it: "at least 3", "3 or more". */
  readonly relations: Readonly<
    Record<Relation, { readonly before: Part<Pattern>; readonly behind: Part<Pattern> }>
  >;
  /** What stands between what has more of something and what has less. */
  readonly than: Part<Pattern>;
  /** All of it together: "total". A row that begins so is no thing like the others. */
  readonly total: Pattern;
  /** What columns are called that say how many there are of what their row names: "quantity". */
  readonly quantities: Words;
  /** What rows are called whatever they are of. */
  readonly rows: Words;
  /** Words that say no more than that something stands in a row: "located". */
  readonly telling: Words;
  /** Cells that say that it is so, and those that it is not. */
  readonly yes: Words;
  readonly no: Words;
}

/** How the number of something is asked for, anywhere in a question: “…有多少家”. */
interface Counting {
  readonly howManyWithin: Pattern;
}

/** How one language asks for all there is rather than for one thing. */
interface Aggregation {
  /** How the number of something is asked for, where a question begins: "how many". */
  readonly howMany: Pattern;
  /** How a list of everything is asked for: "list all". */
  readonly listing: Pattern;
  /** How documents are counted or told apart: "how many", "which". */
  readonly counting: Pattern;
  /** What documents are called when there are several. */
  readonly documents: Pattern;
  /** What documents do that are about something: "mention". */
  readonly mention: Pattern;
  /** How occurrences are counted: "how often". */
  readonly often: Pattern;
  /** What is done to what documents are about: "mentioned". */
  readonly mentioned: Pattern;
}

/** How one language names places; what comes first names pages, slides and sheets. */
export interface PlaceWords {
  readonly page: Pattern;
  readonly section: Pattern;
  /** What stands before such a name. */
  readonly before: Pattern;
  /** Verbs that ask what stands there. */
  readonly says: Pattern;
}

/** What is said around questions and instead of them: whole messages of each kind, separated by commas. */
export interface SmallTalkPhrases {
  readonly greeting: string;
  readonly thanks: string;
  /** Lets know that an answer was read. */
  readonly acknowledgement: string;
  readonly farewell: string;
  /** Asks who answers here and what can be asked, rather than something of the documents. */
  readonly introduction: string;
  /** Whom a greeting may name behind it. */
  readonly greeted?: string;
}

/** How messages of a conversation lean on those before them. */
export interface Talking {
  readonly smallTalk: Part<SmallTalkPhrases>;
  /** How a question begins that goes on from the one before. In other languages the same words may be an article. */
  readonly continuations: Part<Words>;
  /** How a question begins that goes on with something else, and names it: "what about". */
  readonly turning: Part<Pattern>;
  /** Words that point back. */
  readonly pointers: Part<Words>;
  /** Those among them that are an article or a preposition too, "das Haus", and then point to nothing. */
  readonly pointersBeforeNouns: Part<Words>;
  /** What stands before such a word where it is a pronoun, in languages that put that before its verb. */
  readonly beforePronouns: Part<Words>;
  /** "His", and "to be" where no noun follows: "Wie lang muss ein Passwort sein?" */
  readonly pointersAlsoVerbs: Part<Words>;
  /** Pointers where no spaces part words, told from the words that their letters begin or end. */
  readonly pointersWithin: Part<RegExp>;
  /** Where nothing is pointed to, but said to be: "Which pumps are there?" */
  readonly existentials: Part<Pattern>;
  /** Where it is said to be so, or named behind: "such as". */
  readonly expletives: Part<Pattern>;
  /** How somebody asks for more of the same: the whole message. */
  readonly more: Part<RegExp>;
  /** How a message begins that corrects the one before ("no"), and how it names what was meant ("I meant"). */
  readonly correction: Part<{ readonly refusing: Pattern; readonly meaning: Pattern }>;
  /** Words by which a question asks which one of its kind something is, and so for a name. */
  readonly naming: Part<Words>;
  /** Ordinals up to the fifth and the last: how they begin, since their endings change. */
  readonly ordinals: Part<readonly Pattern[]>;
  /** The articles before them. */
  readonly ordinalArticles: Part<Pattern>;
  /** Ordinals where no spaces part words, a group for each. */
  readonly ordinalsWithin: Part<RegExp>;
}

/** How a language asks what something is, and how it says so. */
export interface DefinitionWords {
  /** A question for a definition; the group holds what is to be defined. */
  readonly questions: readonly RegExp[];
  /** What stands between what is defined and what that is. */
  readonly copula: RegExp;
  /** Articles before what is defined that any thing has. */
  readonly indefinite?: Pattern;
  /** Those that a thing has which was named before; in some languages also any thing. */
  readonly definite?: Pattern;
  /** The end of a question for a fact: "What are stators attached to?", "What is the order number?" */
  readonly factEnd?: RegExp;
  /** What says where something is called so, behind its name: "a contributor under this licence". */
  readonly where?: RegExp;
}

/** How texts tell things. */
export interface Telling {
  readonly definitions: Part<DefinitionWords>;
  /** Amounts and times beside figures and numbers, and what joins what is said to its reason. */
  readonly answerCues: Part<{
    readonly amounts: Pattern;
    readonly centuries: Pattern;
    /** Behind the hour of a clock: “o'clock”, “Uhr”. */
    readonly hours: Pattern;
    readonly reasons: Pattern;
  }>;
  /** What models call the sources of an answer, where they list them or name one, separated by commas. */
  readonly sourceNames: Part<string>;
}

/** How a language says that a text says something. */
export interface Attributions {
  /** What texts are called, as a pattern for a word. */
  readonly texts: Pattern;
  /**
   * Patterns in which `NP` is a text with the words before it, “the employee handbook”, and `QUOTED` stands before its
   * own words.
   */
  readonly phrases: readonly Pattern[];
}

/** How statements are denied, hedged, turned round and attributed. */
export interface Claiming {
  /** Words that turn a statement round. */
  readonly negations: Part<RegExp>;
  /** Those that deny a subject, and with it what is said of it. */
  readonly subjectNegations: Part<RegExp>;
  /** Whether each denying word counts by itself: elsewhere one denial often takes two, as "ne … pas". */
  readonly deniesByOneWord: boolean;
  /** Words that go on with another statement. */
  readonly conjunctions: Part<Pattern>;
  /** Whether a verb may end a clause, behind the word that denies what stands before it. */
  readonly endsWithVerb: boolean;
  /** Words that leave open whether something is so. */
  readonly hedges: Part<RegExp>;
  /** What says the same, or that something is allowed, which “may” can mean too. */
  readonly allowances: Part<RegExp>;
  /**
   * What claims turn round without a denial: the words of one side of `/` stand for each other, those with `+` only
   * where it says the opposite of the other. Of the forms that have one term, as “open” and “opened”, one is here.
   */
  readonly opposites: Part<string>;
  /** What stands between two things that are compared. */
  readonly than: Part<Pattern>;
  /** How texts are said to hold nothing of what was asked. What lies between two words is of one clause. */
  readonly absence: Part<readonly Pattern[]>;
  readonly attribution: Part<Attributions>;
}

/** The languages in which Footnote itself speaks: those whose pack has a wording. */
export const spokenLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'tr',
  'ar',
  'hi',
  'zh',
  'ja',
  'ko',
  'vi',
  'th',
] as const;

/** One of the languages in which Footnote itself speaks. */
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** The name of a sentence in every language. */
export type SentenceName = keyof typeof wording;

/** What Footnote itself says, in one language. */
export type Wording = Readonly<Record<SentenceName, string>>;
