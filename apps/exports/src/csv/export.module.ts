import { Module } from '@nestjs/common';
import { ManifestsModule } from '../manifests/manifests.module.js';
import { ExportHandlers } from './export.handlers.js';
import { OfferExport } from './offer-export.js';
import { ScopesRepository } from './scopes.repository.js';

@Module({ imports: [ManifestsModule], controllers: [ExportHandlers], providers: [OfferExport, ScopesRepository] })
export class ExportModule {}
