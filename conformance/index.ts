export { embedderConformance } from './embedder.ts';
export { engineConformance } from './engine.ts';
export { rerankerConformance } from './reranker.ts';
