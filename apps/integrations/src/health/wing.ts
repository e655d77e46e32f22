import type { Wing } from '@questp/service-kit';
import { HealthRepository } from './health.repository.js';
import { NoteHealth } from './note-health.js';

export const health: Wing = {
  controllers: [],
  providers: [HealthRepository, NoteHealth],
};
