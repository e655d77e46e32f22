import { Injectable } from '@nestjs/common';
import { startOAuthLink, type OAuthStarted, type RequestOf, type startAccountLink } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Bus } from '@questp/service';
import { SessionsRepository } from '../sessions/sessions.repository.js';

@Injectable()
export class StartAccountLink {
  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly sessions: SessionsRepository,
  ) {}

  /** Its code is good in this session alone, so that a popup which somebody else opened links nothing. */
  async run({ userId, ...start }: RequestOf<typeof startAccountLink>): Promise<OAuthStarted> {
    await this.sessions.requireRecent(this.db, userId, start.sessionId);
    return this.bus.call(startOAuthLink, start);
  }
}
