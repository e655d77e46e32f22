import type { Wing } from '@questp/service-kit';
import { ReadSpace } from './read-space.js';
import { SampleSpaces } from './sample-spaces.js';
import { SpacesRepository } from './spaces.repository.js';

export const spaces: Wing = { providers: [SpacesRepository, SampleSpaces, ReadSpace] };
