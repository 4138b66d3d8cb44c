import type { Config } from '../settings/config.ts';
import { disclosures } from './disclosures.ts';
import { graph } from './graph.ts';
import { knowledgeBase } from './knowledge-base.ts';
import type { Preset } from './preset.ts';
import { textbook } from './textbook.ts';
import { tutor } from './tutor.ts';

/** A preset's name, as the setting `preset` takes it. */
export type PresetName = Exclude<Config['preset'], 'none'>;

/** The reference pipelines by name. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  graph,
  disclosures,
  tutor,
  'knowledge-base': knowledgeBase,
  textbook,
};
