export { type EmbedderConformanceOptions, embedderConformance } from './embedder.ts';
export { type EngineConformanceOptions, type EngineUnderTest, engineConformance } from './engine.ts';
export { type ParserConformanceOptions, parserConformance } from './parser.ts';
export { type PipelineConformanceOptions, pipelineConformance } from './pipeline.ts';
export { type RerankerConformanceOptions, rerankerConformance } from './reranker.ts';
export type { TestRunner } from './test-runner.ts';
