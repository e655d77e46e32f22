import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { MembersHandlers } from './members.handlers.js';
import { MembersRepository } from './members.repository.js';
import { RemoveMember } from './remove-member.js';
import { UpdateMember } from './update-member.js';

@Module({
  imports: [AuditModule, ProjectsModule],
  controllers: [MembersHandlers],
  providers: [MembersRepository, UpdateMember, RemoveMember],
  exports: [MembersRepository],
})
export class MembersModule {}
