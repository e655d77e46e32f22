import { Module } from '@nestjs/common';
import { EarnerEvents } from './earner-events.js';
import { EarnersHandlers } from './earners.handlers.js';
import { EarnersRepository } from './earners.repository.js';

@Module({
  controllers: [EarnersHandlers],
  providers: [EarnersRepository, EarnerEvents],
  exports: [EarnersRepository, EarnerEvents],
})
export class EarnersModule {}
