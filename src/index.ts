export type {
  Answer,
  AnswerEvent,
  AnswerSource,
  AnswerStream,
  ConversationBegun,
  FurtherPassage,
  ToldWait,
} from './answer/answer.ts';
export { incompleteAnswer } from './answer/answer.ts';
export {
  type CheckAnswerOptions,
  type CheckedAnswer,
  type CitableSource,
  checkAnswer,
  type SourceCitation,
} from './answer/check-answer.ts';
export type { CitationFormat } from './answer/compose/markers.ts';
export {
  createExtractiveGenerator,
  type ExtractiveGeneratorOptions,
} from './answer/generate/extractive-generator.ts';
export {
  answerWithOffsets,
  eventsWithOffsets,
  type OffsetUnit,
  offsetsIn,
  offsetUnits,
  resultWithOffsets,
  type TextOfDocument,
} from './answer/offsets.ts';
export type { OwnAdapters } from './app/adapters.ts';
export {
  hasSufficientContext,
  type RetrievalResult,
  type RetrieveChunksOptions,
  type RetrievedContext,
  retrieveRelevantChunks,
} from './app/relevant-chunks.ts';
export type { OpenFootnote } from './app/with-footnote.ts';
export type { Analyser, Term, Vocabulary } from './contracts/analyser.ts';
export { type Chunk, chunkId, type Metadata, type MetadataValue } from './contracts/chunk.ts';
export type { Chunker, ChunkSpan } from './contracts/chunker.ts';
export {
  type CitedClaim,
  type ClaimVerdict,
  type ClaimVerifier,
  claimVerdicts,
} from './contracts/claim-verifier.ts';
export type {
  AnswerTrace,
  BranchPoint,
  Conversation,
  ConversationChange,
  ConversationTurn,
  ConversationWithMessages,
  Erased,
  ErasedCounts,
  ErasedDocument,
  ErasedPlace,
  ErasedWindow,
  EraseSelection,
  ErasureReceipt,
  Feedback,
  KeptAnswer,
  KeptCitation,
  ListConversationsOptions,
  ListSharesOptions,
  Message,
  OpenShareOptions,
  ReceiptCheck,
  Share,
  SharedAnswer,
} from './contracts/conversation.ts';
export type {
  AddedDocument,
  DocumentChange,
  DocumentEdits,
  DocumentFacets,
  DocumentFilter,
  DocumentPage,
  DocumentPassage,
  DocumentPassages,
  DocumentPassagesOptions,
  DocumentPlaces,
  DocumentState,
  DocumentSummary,
  DocumentText,
  FindDocumentsOptions,
  HeldContent,
  PlaceInFile,
  PlacesOptions,
  QueuedDocument,
  RemovedDocument,
  TextPlace,
} from './contracts/document.ts';
export type { ReindexReport } from './contracts/document-records.ts';
export type {
  CosineScale,
  EmbeddedTexts,
  Embedder,
  EmbedderUsage,
  EmbedOptions,
  EmbedTextsOptions,
  TextEmbedding,
  Tokenizer,
} from './contracts/embedder.ts';
export type {
  CallOptions,
  ChunkSelector,
  ChunkStore,
  ChunkWrite,
  Engine,
  EngineHit,
  FieldStatistics,
  FieldType,
  FieldTypes,
  Filter,
  FilteredCallOptions,
  FilterScalar,
  InCollection,
  IndexSpec,
  IndexTerm,
  KeywordBoosts,
  KeywordExpansion,
  KeywordIndex,
  KeywordQuery,
  MatchedTerm,
  NeighbourRange,
  SimilarTerm,
  SoughtTerm,
  StoredValue,
  StoredVisitor,
  TermField,
  TermHit,
  TermIndex,
  TermQuery,
  TermStatistics,
  TextTerms,
  VectorCounts,
  VectorIndex,
  VectorQuery,
  VectorWrite,
} from './contracts/engine.ts';
export type {
  CheckedSentence,
  Citation,
  CompletionOptions,
  GenerateEvent,
  GenerateRequest,
  GenerateUsage,
  Generator,
  KeptOutcome,
  LanguageModel,
  ModelCallOptions,
  ModelUse,
  ModelWait,
  NamedTopic,
  Outcome,
  Passage,
  PassagePlace,
  PassageSpan,
  PromptMessage,
  StandInTerm,
  Verdict,
  WeightedTerm,
} from './contracts/generator.ts';
export type {
  AnswerabilityCurve,
  Calibration,
  IndexManifest,
  ManifestDocument,
  ManifestVersions,
} from './contracts/index-manifest.ts';
export type {
  Follower,
  IngestFailure,
  IngestProgress,
  IngestReport,
  Job,
  JobCanceller,
  PlannedChange,
} from './contracts/job.ts';
export type {
  Block,
  BlockKind,
  Format,
  ParsedDocument,
  ParseOptions,
  ParseProgress,
  Parser,
  Recognition,
  SourceFile,
} from './contracts/parser.ts';
export type {
  AskedUsage,
  HeldUsage,
  LogEntry,
  LoggedCitation,
  QuestionLogPage,
  QuotaUsage,
  ReadLogOptions,
  Usage,
  UsageOptions,
} from './contracts/question-log.ts';
export {
  type Act,
  type AuditEntry,
  type AuditedAction,
  type AuditPage,
  auditedActions,
  type ReadAuditOptions,
} from './contracts/question-log.ts';
export type { RerankCandidate, Reranker, RerankScore } from './contracts/reranker.ts';
export type { FolderRun, WatchedFolder, WatchFolderOptions } from './contracts/uploads.ts';
export { chromaEngine } from './engines/chroma/chroma-engine.ts';
export type { ChromaEngineOptions } from './engines/chroma/chroma-options.ts';
export { embeddedEngine } from './engines/embedded/embedded-engine.ts';
export type { EmbeddedEngineOptions } from './engines/embedded/store.ts';
export type { Neo4jAddress } from './engines/neo4j/neo4j-connection.ts';
export { type Neo4jEngineOptions, neo4jEngine } from './engines/neo4j/neo4j-engine.ts';
export {
  type MigrationOptions as PostgresqlMigrationOptions,
  migrationsSql as postgresqlMigrations,
} from './engines/postgresql/migrations.ts';
export { type PostgresqlEngineOptions, postgresqlEngine } from './engines/postgresql/postgresql-engine.ts';
export type {
  PostgresqlClient,
  PostgresqlPool,
  PostgresqlServerOptions,
} from './engines/postgresql/postgresql-server.ts';
export { type HnswOptions, type QdrantEngineOptions, qdrantEngine } from './engines/qdrant/qdrant-engine.ts';
export { type ErrorCode, type ErrorDetails, errorTable, FootnoteError, isFootnoteError } from './errors.ts';
export { compareRuns } from './evaluate/compare-runs.ts';
export type {
  EvaluationSummary,
  LatencyFigures,
  MetricComparison,
  QuestionChange,
  RunComparison,
  SettingChange,
} from './evaluate/compared-runs.ts';
export {
  type EvaluateOptions,
  type EvaluationProgress,
  evaluate,
  type QuestionHalf,
  type SweptRun,
} from './evaluate/evaluate.ts';
export { type EvaluationCache, keptCache } from './evaluate/evaluation-cache.ts';
export type { EvaluationRun, QuestionResult } from './evaluate/evaluation-run.ts';
export type { RankingFigures, RankingMetricName } from './evaluate/metrics/ranking-metrics.ts';
export type { SweptSetting } from './evaluate/sweep.ts';
export type {
  AddOptions,
  AskOptions,
  BackupOptions,
  Footnote,
  IngestOptions,
  QueryOptions,
  RefusedOptions,
  ReindexOptions,
  RerankOptions,
  WatchOptions,
  WatchRound,
} from './footnote.ts';
export { parseFile } from './formats/format-loaders.ts';
export { type ChunkerSettings, chunkerSettings, createChunker } from './ingest/chunk/create-chunker.ts';
export { structureChunker } from './ingest/chunk/structure-chunker.ts';
export type { IndexReport } from './ingest/index-report.ts';
export { type CachedEmbedderOptions, cachedEmbedder } from './models/cache/cached-embedder.ts';
export type { EmbeddingCacheOptions } from './models/cache/embedding-cache.ts';
export { type OpenAiGeneratorOptions, openaiGenerator } from './models/chat/openai-generator.ts';
export { openaiLanguageModel } from './models/chat/openai-language-model.ts';
export { fallbackGenerator } from './models/checked-models.ts';
export { type OnnxEmbedderOptions, onnxEmbedder } from './models/local/onnx-embedder.ts';
export { type EntailmentVerifierOptions, entailmentVerifier } from './models/local/text-pair-models.ts';
export { type OpenAiEmbedderOptions, openaiEmbedder } from './models/remote/openai-embedder.ts';
export type { Clock } from './models/remote/request-retry.ts';
export {
  type CrossEncoderRerankerOptions,
  crossEncoderReranker,
} from './models/rerankers/cross-encoder-reranker.ts';
export {
  type HttpRerankerOptions,
  httpReranker,
  type RerankShape,
} from './models/rerankers/http-reranker.ts';
export {
  type LateInteractionRerankerOptions,
  lateInteractionReranker,
} from './models/rerankers/late-interaction-reranker.ts';
export { type LlmRerankerOptions, llmReranker } from './models/rerankers/llm-reranker.ts';
export { type GptEncoding, gptEncodings, gptTokenizer } from './models/tokenizers.ts';
export { openFootnote } from './pipeline.ts';
export type { NamedParts, Preset, PresetSettings, PresetVariable, SettingName } from './presets/presets.ts';
export { type PresetName, presets } from './presets/presets.ts';
export { type Candidate, type CollectionHits, joinLegs } from './retrieve/candidate.ts';
export { convexFusion, cosineFusion, rrfFusion, weightedFusion } from './retrieve/fuse/create-fusion.ts';
export type { Fusion, FusionMethod, FusionScale, FusionShares, LegWeights } from './retrieve/fuse/fusion.ts';
export type {
  AskedTerm,
  Hit,
  HitExplanation,
  LegTrace,
  QuestionTrace,
  RankingTrace,
  Relevance,
  RerankSummary,
  RerankTrace,
  SearchResult,
  Timings,
} from './retrieve/hit.ts';
export { type RankedCandidate, rankCandidates } from './retrieve/rank-candidates.ts';
export { featuresReranker } from './retrieve/rerank/rerank-features.ts';
export type { RerankedText, RerankedTexts, TextToRerank } from './retrieve/rerank/rerank-texts.ts';
export {
  type TutorFunctions,
  type TutorIngestOptions,
  type TutorIngestRequest,
  type TutorIngestResponse,
  type TutorPlace,
  type TutorRerankRequest,
  type TutorRerankResponse,
  type TutorSearchRequest,
  type TutorSearchResponse,
  tutorFunctions,
} from './serve/contracts/tutor-functions.ts';
export type { Config, PartialConfig } from './settings/config.ts';
export { defaults } from './settings/default-config.ts';
export {
  type ConfigOrigin,
  completeConfig,
  type ResolvedConfig,
  resolveConfig,
} from './settings/resolve-config.ts';
export { analyser } from './text/analyser/analyser.ts';
export { cleanText } from './text/decode/clean-text.ts';
export { detectLanguage } from './text/language/detect-language.ts';
export { type Sentence, type SentenceKind, sentences } from './text/sentences/sentences.ts';
