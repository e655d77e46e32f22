import { Module } from '@nestjs/common';
import { HealthRepository } from './health.repository.js';
import { NoteHealth } from './note-health.js';

@Module({ providers: [HealthRepository, NoteHealth], exports: [NoteHealth] })
export class HealthModule {}
