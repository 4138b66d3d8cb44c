import * as runner from 'vitest';
import { pipelineConformance } from '../../../conformance/pipeline.ts';
import { createTested, testedName } from './tested-engine.ts';

pipelineConformance({ runner, name: testedName, create: createTested });
