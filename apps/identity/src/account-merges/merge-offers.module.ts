import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TwoFactorModule } from '../two-factor/two-factor.module.js';
import { MergeOffersRepository } from './merge-offers.repository.js';

/** Apart, for what refuses to link. */
@Module({
  imports: [SessionsModule, TwoFactorModule],
  providers: [MergeOffersRepository],
  exports: [MergeOffersRepository],
})
export class MergeOffersModule {}
