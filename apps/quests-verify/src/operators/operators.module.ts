import { Module } from '@nestjs/common';
import { OperatorEvents } from './operator-events.js';
import { OperatorsHandlers } from './operators.handlers.js';
import { OperatorsRepository } from './operators.repository.js';

@Module({
  controllers: [OperatorsHandlers],
  providers: [OperatorsRepository, OperatorEvents],
  exports: [OperatorEvents],
})
export class OperatorsModule {}
