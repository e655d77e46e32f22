import { Module } from '@nestjs/common';
import { PipelineModule } from '../attempts/pipeline.module.js';
import { CHAINS, chainsProvider } from '../../shared/chains.js';
import { EarnerWalletsRepository } from './earner-wallets.repository.js';
import { LinkedWallets } from './linked-wallets.js';
import { WalletHindrances } from './wallet-hindrances.js';

@Module({
  imports: [PipelineModule],
  providers: [EarnerWalletsRepository, LinkedWallets, WalletHindrances, chainsProvider],
  exports: [CHAINS, LinkedWallets],
})
export class WalletsModule {}
