import { Module } from '@nestjs/common';
import { ExportHandlers } from './export.handlers.js';
import { OfferExport } from './offer-export.js';
import { ScopesRepository } from './scopes.repository.js';

@Module({ controllers: [ExportHandlers], providers: [OfferExport, ScopesRepository] })
export class ExportModule {}
