import { Module } from '@nestjs/common';
import { EarnersModule } from '../../people/earners/earners.module.js';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { AccountMergeEvents } from './account-merge-events.js';
import { AccountMergesHandlers } from './account-merges.handlers.js';
import { AccountMergesRepository } from './account-merges.repository.js';
import { MergedSubmissionsRepository } from './merged-submissions.repository.js';
import { SettleMerges } from './settle-merges.js';

@Module({
  imports: [EarnersModule, PipelineModule],
  controllers: [AccountMergesHandlers],
  providers: [AccountMergeEvents, AccountMergesRepository, MergedSubmissionsRepository, SettleMerges],
  exports: [AccountMergeEvents],
})
export class AccountMergesModule {}
