import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ArchiveProject } from './archive-project.js';
import { CreateProject } from './create-project.js';
import { EndKeys } from './end-keys.js';
import { ProjectsHandlers } from './projects.handlers.js';
import { ProjectsRepository } from './projects.repository.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { UpdateProject } from './update-project.js';

@Module({
  imports: [AuditModule],
  controllers: [ProjectsHandlers],
  providers: [ProjectsRepository, DailyLimits, CreateProject, UpdateProject, ArchiveProject, EndKeys],
  exports: [ProjectsRepository, EndKeys],
})
export class ProjectsModule {}
