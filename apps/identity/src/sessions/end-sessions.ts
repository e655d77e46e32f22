import { Injectable } from '@nestjs/common';
import { AppError, type endOtherSessions, type endSession, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Revocations } from './revocations.js';
import { SessionsRepository } from './sessions.repository.js';

@Injectable()
export class EndSessions {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsRepository,
    private readonly revocations: Revocations,
  ) {}

  async one({ family, ownerId, sessionId }: RequestOf<typeof endSession>): Promise<null> {
    if (!(await this.sessions.end(family, ownerId, sessionId))) throw new AppError('NOT_FOUND');
    await this.revocations.tell({ family, id: ownerId, sessionId });
    return null;
  }

  async others({ family, ownerId, sessionId }: RequestOf<typeof endOtherSessions>): Promise<{ ended: number }> {
    const ended = await this.sessions.endAll(this.db, family, ownerId, sessionId);
    for (const id of ended) await this.revocations.tell({ family, id: ownerId, sessionId: id });
    return { ended: ended.length };
  }
}
