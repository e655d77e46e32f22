import { Module } from '@nestjs/common';
import { ManifestsHandlers } from './manifests.handlers.js';
import { ManifestsRepository } from './manifests.repository.js';

@Module({ controllers: [ManifestsHandlers], providers: [ManifestsRepository], exports: [ManifestsRepository] })
export class ManifestsModule {}
