import type { Analyser } from '../contracts/analyser.ts';
import type { PlacesLookup, SourceTextLookup } from '../contracts/document.ts';
import type { Tokenizer } from '../contracts/embedder.ts';
import type { Coverage, Generator, LanguageModel, ModelCallOptions } from '../contracts/generator.ts';
import type { Calibration } from '../contracts/index-manifest.ts';
import type { WholeQuestion } from '../question/whole-question.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { VerifyPolicy } from './compose/compose-answer.ts';
import { type CitationFormat, type MarkerFormatFor, markerFormats } from './compose/markers.ts';
import type { ConfidenceMeasure } from './confidence.ts';
import { type ContextFormat, contextFormats, fourCharacterTokenizer } from './prompt/build-context.ts';
import { type PromptTemplate, readPromptFile } from './prompt/prompt-template.ts';
import type { SecondVerifier } from './verify/second-check.ts';
import { type LanguageSetting } from './wording/replies.ts';

/** The choices of the answer stage. */
export interface AnswerSettings {
  /** Passages that the generator reads, 1–20. */
  readonly maxPassages: number;
  /** Fewest passages to answer from. */
  readonly minPassages: number;
  /** Room for the passages in the prompt, in tokens. */
  readonly maxContextTokens: number;
  readonly contextFormat: ContextFormat;
  /** What counts the context where that is not the model's tokenizer. */
  readonly contextTokenizer: Tokenizer | undefined;
  readonly markers: MarkerFormatFor;
  readonly template: PromptTemplate;
  /** What becomes of sentences that their sources do not bear out. */
  readonly verify: VerifyPolicy;
  readonly confidence: ConfidenceMeasure;
  /**
   * Whether words that the reader has marked are searched for with every question, as they stand. Else their content
   * words are with a question that leans on something: "explain this".
   */
  readonly searchSelection: boolean;
  /** What is said where nothing is answered; empty for why, and what the collection covers. */
  readonly fallback: string;
  /** The language of what Footnote itself says. */
  readonly language: LanguageSetting;
}

/** What answering works with. */
export interface AnswerContext {
  readonly generator: Generator;
  /** Makes follow-up questions whole; without it words of the conversation are carried over. */
  readonly rewriter?: LanguageModel | undefined;
  /** Reads sentences once more whose words are not all in their sources; without it their first verdict is final. */
  readonly secondVerifier?: SecondVerifier | undefined;
  readonly analyser: Analyser;
  /** Counts the context in the model's tokens, or something near to them. */
  readonly tokenizer: Tokenizer;
  readonly settings: AnswerSettings;
  readonly retrieve: (question: WholeQuestion, options: ModelCallOptions) => Promise<Retrieval>;
  readonly sourceText: SourceTextLookup;
  /** Without it citations have no place in their file. */
  readonly places?: PlacesLookup;
  /** BCP 47 primary subtags of the documents' languages, the most common first. Default: not known. */
  readonly languages?: readonly string[];
  /** What was found out about the collection's relevance; asked for only where confidence is measured by it. */
  readonly calibration: () => Promise<Calibration | undefined>;
  /** Whether only documents of one project are asked: that there are none then says nothing of the others. */
  readonly isOfProject?: boolean;
  /** What the documents that the caller may see are about; asked for only when there is no answer. */
  readonly coverage: () => Promise<Coverage>;
}

/** The section `answer` of the settings, as far as the answer stage is concerned: what it works with by name. */
interface AnswerChoices
  extends Omit<AnswerSettings, 'contextFormat' | 'contextTokenizer' | 'markers' | 'template'> {
  readonly contextFormat: keyof typeof contextFormats;
  readonly contextTokenizer: 'model' | 'four-characters';
  readonly citationFormat: CitationFormat;
  readonly prompt: string;
}

/**
 * What the settings say by name as what the answer stage works with. The prompt's template is read and checked at
 * once. Errors: `config_invalid`.
 */
export function createAnswerSettings(choices: AnswerChoices, packageRoot: string): AnswerSettings {
  const { contextFormat, contextTokenizer, citationFormat, prompt, ...others } = choices;
  return {
    ...others,
    contextFormat: contextFormats[contextFormat],
    contextTokenizer: contextTokenizer === 'four-characters' ? fourCharacterTokenizer : undefined,
    markers: markerFormats[citationFormat],
    template: readPromptFile(prompt, packageRoot, 'answer.prompt'),
  };
}
