import { Inject, Injectable } from '@nestjs/common';
import { reactivateUser, suspendUser, type AdminUser, type PrincipalRevoked } from '@questp/messages/identity';
import type { ClientInfo, RequestOf } from '@questp/messages/language';
import { setEarnerStatus } from '@questp/messages/quests';
import { Database, type Queries, type Tx } from '@questp/postgres';
import { Bus, LOGGER, Rpc, type Logger } from '@questp/service';
import { ApiKeysRepository } from '../api-keys/api-keys.repository.js';
import { AuditRepository, type AuditAction } from '../audit/audit.repository.js';
import { Revocations } from '../security/sessions/revocations.js';
import { UserChanges } from './user-changes.js';
import { toAdminUser } from './user.js';
import { UsersRepository } from './users.repository.js';

interface Change {
  userId: string;
  adminId: string;
  client: ClientInfo | undefined;
  action: AuditAction;
  details?: Record<string, unknown>;
  /** False if nothing changed. */
  apply: (tx: Tx) => Promise<boolean>;
}

/** Suspends and reactivates users. Sessions stay, so that replies to a suspended user can state the reason. */
@Injectable()
export class ChangeStatus {
  constructor(
    private readonly database: Database,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly apiKeysRepository: ApiKeysRepository,
    private readonly auditRepository: AuditRepository,
    private readonly revocations: Revocations,
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Rpc(suspendUser)
  async suspend({ userId, reason, adminId, client }: RequestOf<typeof suspendUser>): Promise<AdminUser> {
    const apply = (tx: Tx) => this.usersRepository.suspend(tx, userId, reason);
    return this.change({ userId, adminId, client, action: 'user.suspended', details: { reason }, apply });
  }

  @Rpc(reactivateUser)
  async reactivate({ userId, adminId, client }: RequestOf<typeof reactivateUser>): Promise<AdminUser> {
    const apply = (tx: Tx) => this.usersRepository.reactivate(tx, userId);
    return this.change({ userId, adminId, client, action: 'user.reactivated', apply });
  }

  private async change({ userId, adminId, client, action, details, apply }: Change): Promise<AdminUser> {
    await this.database.transaction(async (tx) => {
      await this.usersRepository.get(tx, userId);
      if (!(await apply(tx))) return;
      await this.userChanges.updated(tx, userId);
      for (const revoked of await this.principalsOf(tx, userId)) await this.revocations.record(tx, revoked);
      await this.auditRepository.add(tx, {
        action,
        actor: { type: 'admin', id: adminId },
        subjectId: userId,
        client,
        details,
      });
    });
    // Repeated without a change: the process may have died between commit and broadcast.
    for (const revoked of await this.principalsOf(this.database, userId)) await this.revocations.publish(revoked);
    const user = await this.usersRepository.adminGet(userId);
    await this.publishStatus(userId, user.status === 'suspended' ? 'suspended' : 'active', user.version);
    return toAdminUser(user);
  }

  /**
   * Revokes the principals of the user and of the user's API keys, which do not work while the account is suspended.
   */
  private async principalsOf(on: Queries, userId: string): Promise<PrincipalRevoked[]> {
    const keys = await this.apiKeysRepository.idsOfMaker(on, userId);
    return [{ family: 'user', id: userId }, ...keys.map((id): PrincipalRevoked => ({ family: 'api_key', id }))];
  }

  /** No credit of a suspended earner commits after this. Without a reply, the event has the same effect later. */
  private async publishStatus(userId: string, status: 'active' | 'suspended', version: number): Promise<void> {
    try {
      await this.bus.call(setEarnerStatus, { userId, status, version });
    } catch (error) {
      this.logger.error({ err: error, userId, status }, 'status not sent to quests-verify; its event follows');
    }
  }
}
