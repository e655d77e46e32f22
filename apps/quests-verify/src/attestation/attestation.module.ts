import { Module } from '@nestjs/common';
import { AttestationHandlers } from './attestation.handlers.js';
import { chainsProvider } from './chains.js';
import { LinkedWallets } from './linked-wallets.js';

@Module({
  controllers: [AttestationHandlers],
  providers: [LinkedWallets, chainsProvider],
  exports: [LinkedWallets],
})
export class AttestationModule {}
