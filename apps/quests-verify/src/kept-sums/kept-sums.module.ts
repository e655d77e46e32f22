import { Module } from '@nestjs/common';
import { FoldLedger } from './fold-ledger.js';
import { KeptSumsRepository } from './kept-sums.repository.js';

/** Sums that follow the ledger: counts of quests and campaigns, boards of windows and of the platform. */
@Module({ providers: [FoldLedger, KeptSumsRepository] })
export class KeptSumsModule {}
