import type { Wing } from '@questp/service-kit';
import { AskProvider } from './ask-provider.js';
import { egressProvider } from './egress.js';
import { HealthRepository } from './health.repository.js';
import { NoteHealth } from './note-health.js';
import { ReadPage } from './read-page.js';

export const outbound: Wing = {
  providers: [egressProvider, HealthRepository, NoteHealth, AskProvider, ReadPage],
};
