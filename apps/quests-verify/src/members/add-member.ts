import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { getUser, type addMember, type Member, type RequestOf } from '@questp/messages';
import { Database, idempotent } from '@questp/postgres';
import { Bus } from '@questp/service';
import { EarnersRepository } from '../earners/earners.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { found } from '../studio/found.js';
import { toMember } from './member.js';
import { MembersRepository } from './members.repository.js';

@Injectable()
export class AddMember {
  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly projects: ProjectsRepository,
    private readonly members: MembersRepository,
    private readonly earners: EarnersRepository,
  ) {}

  async run({ projectId, userId, role, idempotency }: RequestOf<typeof addMember>): Promise<Member> {
    const user = await this.bus.call(getUser, { userId });
    return this.db.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        const project = await this.projects.lock(tx, projectId);
        await this.earners.ensure(tx, user);
        await this.members.insert(tx, projectId, userId, role);
        await emit(tx, 'project.member_added', projectId, { projectId, projectName: project.name, userId, role });
        return toMember(found(await this.members.get(tx, projectId, userId)));
      }),
    );
  }
}
