import * as runner from 'vitest';
import { engineConformance } from '../../../conformance/engine.ts';
import { createTested } from './tested-engine.ts';

engineConformance({ runner, create: createTested });
