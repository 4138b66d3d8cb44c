import type { Config } from '../../settings/config.ts';
import type { Contract } from './contract.ts';
import { disclosuresContract } from './disclosures.ts';
import { knowledgeBaseContract } from './knowledge-base.ts';
import { textbookContract } from './textbook.ts';
import { tutorContract } from './tutor.ts';

/** The contracts by preset. `graph` names no path: it is served by the native API. */
export const contracts: Readonly<Partial<Record<Config['preset'], Contract>>> = {
  disclosures: disclosuresContract,
  'knowledge-base': knowledgeBaseContract,
  textbook: textbookContract,
  tutor: tutorContract,
};
