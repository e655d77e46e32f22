import { Module } from '@nestjs/common';
import { TaskTypeCatalogHandlers } from './task-type-catalog.handlers.js';
import { TaskTypeCatalog } from './task-type-catalog.js';
import { TaskTypeSwitchesRepository } from './task-type-switches.repository.js';

@Module({
  controllers: [TaskTypeCatalogHandlers],
  providers: [TaskTypeCatalog, TaskTypeSwitchesRepository],
  exports: [TaskTypeCatalog],
})
export class TaskTypeCatalogModule {}
