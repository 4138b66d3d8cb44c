import type { Config } from '../settings/config.ts';
import { presets } from './presets.ts';

/** The embedding model that comes with the package. */
const shippedModel = 'all-MiniLM-L6-v2';

/**
 * What takes the place of parts that the preset's description names and the settings do not have, as one warning;
 * none where no preset is set.
 */
export function presetWarnings(
  config: Pick<Config, 'preset' | 'engine' | 'records' | 'embedder' | 'retrieval' | 'generator' | 'reranker'>,
): string[] {
  if (config.preset === 'none') return [];
  const { engine, records, embedder, reranker, generator } = presets[config.preset].named;
  const taken: string[] = [];
  if (config.engine.kind !== engine.kind) taken.push(`the ${config.engine.kind} engine for ${engine.title}`);
  if (records && config.records.kind !== records.kind) taken.push(`records in a file for ${records.title}`);
  if (embedder && !isModel(config.embedder, embedder.model)) {
    const here = modelOf(config.embedder);
    taken.push(`${here} for ${embedder.model} (${embedder.dimension} dimensions)${otherCosine(config)}`);
  }
  if (reranker && config.reranker.kind !== reranker) taken.push(`${config.reranker.kind} for a ${reranker}`);
  if (generator && config.generator.kind === 'extractive') taken.push(`quoted sentences for ${generator}`);
  if (taken.length === 0) return [];
  return [`The preset ${config.preset} runs with substitutes: ${taken.join(', ')}. See docs/presets.md.`];
}

/** What becomes of a least cosine that was chosen for the named embedder; empty where there is none. */
function otherCosine({
  preset,
  retrieval: { vectorMinCosine },
}: Pick<Config, 'preset' | 'retrieval'>): string {
  const own = preset === 'none' ? undefined : presets[preset].settings.retrieval?.vectorMinCosine;
  if (own === undefined) return '';
  return vectorMinCosine === own
    ? `, for which the least cosine ${own} of the vector search was not chosen`
    : ` with the least cosine ${vectorMinCosine} of the vector search for ${own}`;
}

/** Providers put an owner before a model's name and a tag behind it; folders have any path before it. */
function isModel(settings: Config['embedder'], model: string): boolean {
  return modelOf(settings).toLowerCase().includes(model.toLowerCase());
}

function modelOf({ kind, model, directory }: Config['embedder']): string {
  if (kind === 'openai') return model;
  return directory === '' ? shippedModel : directory;
}
