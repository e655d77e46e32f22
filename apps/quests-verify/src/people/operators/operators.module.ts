import { Module } from '@nestjs/common';
import { OperatorEvents } from './operator-events.js';
import { OperatorsHandlers } from './operators.handlers.js';

@Module({
  controllers: [OperatorsHandlers],
  providers: [OperatorEvents],
  exports: [OperatorEvents],
})
export class OperatorsModule {}
