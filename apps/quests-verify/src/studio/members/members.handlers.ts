import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getProjectRole, listMembers, removeMember, updateMember } from '@questp/messages/quests';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toMember } from './member.js';
import { MembersRepository } from './members.repository.js';
import { RemoveMember } from './remove-member.js';
import { UpdateMember } from './update-member.js';

@Injectable()
export class MembersHandlers {
  constructor(
    private readonly members: MembersRepository,
    private readonly updateMember: UpdateMember,
    private readonly removeMember: RemoveMember,
  ) {}

  @Rpc(getProjectRole)
  async role({ projectId, userId }: RequestOf<typeof getProjectRole>) {
    return { role: await this.members.role(projectId, userId) };
  }

  @Rpc(listMembers)
  async list(request: RequestOf<typeof listMembers>) {
    return toPage(await this.members.list(request), request.limit, ({ sortKey }) => sortKey, toMember);
  }

  @Rpc(updateMember)
  async update(request: RequestOf<typeof updateMember>) {
    return this.updateMember.run(request);
  }

  @Rpc(removeMember)
  async remove(request: RequestOf<typeof removeMember>) {
    return this.removeMember.run(request);
  }
}
