import { Injectable } from '@nestjs/common';
import type { ProjectRole } from '@questp/messages/access';
import { getProjectRole } from '@questp/messages/quests';
import { requireRole } from '@questp/messages/tables';
import { Bus } from '@questp/service';

@Injectable()
export class ProjectAccess {
  constructor(private readonly bus: Bus) {}

  /** NOT_FOUND for a user outside the team, FORBIDDEN for an insufficient role. */
  async require(needed: ProjectRole, projectId: string, userId: string): Promise<void> {
    const { role } = await this.bus.call(getProjectRole, { projectId, userId });
    requireRole(needed, role);
  }
}
