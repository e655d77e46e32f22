import { Module } from '@nestjs/common';
import { EarnersModule } from '../earners/earners.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { AddMember } from './add-member.js';
import { MembersHandlers } from './members.handlers.js';
import { MembersRepository } from './members.repository.js';
import { RemoveMember } from './remove-member.js';
import { UpdateMember } from './update-member.js';

@Module({
  imports: [ProjectsModule, EarnersModule],
  controllers: [MembersHandlers],
  providers: [MembersRepository, AddMember, UpdateMember, RemoveMember],
})
export class MembersModule {}
