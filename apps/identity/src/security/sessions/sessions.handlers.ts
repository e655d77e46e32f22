import { Injectable } from '@nestjs/common';
import { endOtherSessions, endSession, listSessions, type Session } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { EndSessions } from './end-sessions.js';
import { SessionsRepository } from './sessions.repository.js';

@Injectable()
export class SessionsHandlers {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly endSessions: EndSessions,
  ) {}

  @Rpc(listSessions)
  async list(request: RequestOf<typeof listSessions>) {
    const { family, ownerId, sessionId, limit } = request;
    return toPage(
      await this.sessions.list(family, ownerId, request),
      limit,
      ({ id }) => [id],
      (row): Session => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        isCurrent: row.id === sessionId,
      }),
    );
  }

  @Rpc(endSession)
  async end(request: RequestOf<typeof endSession>) {
    return this.endSessions.one(request);
  }

  @Rpc(endOtherSessions)
  async endOthers(request: RequestOf<typeof endOtherSessions>) {
    return this.endSessions.others(request);
  }
}
