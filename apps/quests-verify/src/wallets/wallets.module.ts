import { Module } from '@nestjs/common';
import { PipelineModule } from '../verification/pipeline.module.js';
import { CHAINS, chainsProvider } from './chains.js';
import { LinkedWallets } from './linked-wallets.js';

@Module({
  imports: [PipelineModule],
  providers: [LinkedWallets, chainsProvider],
  exports: [CHAINS, LinkedWallets],
})
export class WalletsModule {}
