import { Module } from '@nestjs/common';
import { TwoFactorModule } from '../security/two-factor/two-factor.module.js';
import { WaysInModule } from './ways-in.module.js';
import { MergeOffersRepository } from './merge-offers.repository.js';

/** Apart, for what refuses to link. */
@Module({
  imports: [TwoFactorModule, WaysInModule],
  providers: [MergeOffersRepository],
  exports: [MergeOffersRepository],
})
export class MergeOffersModule {}
