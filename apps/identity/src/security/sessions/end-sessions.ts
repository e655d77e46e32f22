import { Injectable } from '@nestjs/common';
import { endOtherSessions, endSession, type PrincipalRevoked } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { Revocations } from './revocations.js';
import { SessionsRepository } from './sessions.repository.js';

@Injectable()
export class EndSessions {
  constructor(
    private readonly database: Database,
    private readonly sessionsRepository: SessionsRepository,
    private readonly revocations: Revocations,
  ) {}

  @Rpc(endSession)
  async one({ family, ownerId, sessionId }: RequestOf<typeof endSession>): Promise<null> {
    const revoked: PrincipalRevoked = { family, id: ownerId, sessionId };
    await this.database.transaction(async (tx) => {
      if (!(await this.sessionsRepository.end(tx, family, ownerId, sessionId))) throw new AppError('NOT_FOUND');
      await this.revocations.record(tx, revoked);
    });
    await this.revocations.publish(revoked);
    return null;
  }

  @Rpc(endOtherSessions)
  async others({ family, ownerId, sessionId }: RequestOf<typeof endOtherSessions>): Promise<{ ended: number }> {
    // One message for any number of sessions; the gateway resolves that of the caller again.
    const revoked: PrincipalRevoked = { family, id: ownerId };
    const ended = await this.database.transaction(async (tx) => {
      await this.revocations.record(tx, revoked);
      return this.sessionsRepository.endAll(tx, family, ownerId, sessionId);
    });
    await this.revocations.publish(revoked);
    return { ended };
  }
}
