import { Module } from '@nestjs/common';
import { AccountHandlers } from './account.handlers.js';
import { OfferAccountExport } from './offer-account-export.js';

@Module({ controllers: [AccountHandlers], providers: [OfferAccountExport] })
export class AccountModule {}
