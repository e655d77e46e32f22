import { Module } from '@nestjs/common';
import { FoldLedger } from './fold-ledger.js';
import { KeptSumsRepository } from './kept-sums.repository.js';
import { RanksRepository } from './ranks.repository.js';

/** Sums that follow the ledger: counts of quests and campaigns, boards of windows and of the platform, ranks. */
@Module({ providers: [FoldLedger, KeptSumsRepository, RanksRepository] })
export class KeptSumsModule {}
