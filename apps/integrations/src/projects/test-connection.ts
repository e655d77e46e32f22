import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError, type ConnectionTest, type RequestOf, type testProjectConnection } from '@questp/messages';
import { CONFIG } from '@questp/service';
import { Vault } from '@questp/vault';
import { Credentials } from '../credentials/credentials.js';
import { findingOf, type Finding } from '../credentials/finding.js';
import { BOT_PROBE } from '../credentials/providers.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import type { Grant } from '../oauth/grants.repository.js';
import { PLATFORM } from '../oauth/platforms.js';
import type { Config } from '../platform/config.js';
import { ConnectionsRepository, placeOf, type Connection } from './connections.repository.js';
import { ProjectAccess } from './project-access.js';

const TIMEOUT_MS = 4_000;

interface Question {
  url: string;
  authorization?: string;
  shows: string;
  /** By which the platform may refuse it. */
  grant?: Grant;
}

@Injectable()
export class TestConnection {
  constructor(
    private readonly access: ProjectAccess,
    private readonly connections: ConnectionsRepository,
    private readonly credentials: Credentials,
    private readonly accessTokens: AccessTokens,
    private readonly vault: Vault,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run({ projectId, provider, userId }: RequestOf<typeof testProjectConnection>): Promise<ConnectionTest> {
    await this.access.requireAdmin(projectId, userId);
    const connection = await this.connections.get(projectId, provider);
    const checkedAt = new Date().toISOString();
    if (connection === undefined) return { outcome: 'not_set', detail: 'It is not connected.', checkedAt };
    return { ...(await this.find(connection)), checkedAt };
  }

  private async find(connection: Connection): Promise<Finding> {
    try {
      const { url, authorization, shows, grant } = await this.question(connection);
      const answer = await this.egress.get(url, {
        destination: connection.provider,
        namedBy: 'platform',
        headers: { accept: 'application/json', ...(authorization && { authorization }) },
        timeoutMs: TIMEOUT_MS,
      });
      if (grant && answer.outcome === 'answered' && answer.status === 401) await this.accessTokens.refuse(grant);
      return findingOf(answer, shows);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ACCOUNT_RELINK_NEEDED') throw error;
      return { outcome: 'refused', detail: 'What was agreed to has ended; connect it again.' };
    }
  }

  private async question(connection: Connection): Promise<Question> {
    const { provider, accountId, fields, grantId } = connection;
    switch (provider) {
      case 'messenger': {
        const botToken = this.vault.open(placeOf(connection, 'botToken'), fields['botToken'] ?? '').reveal();
        return { url: BOT_PROBE.url({ botToken }, this.config), shows: BOT_PROBE.shows };
      }
      case 'codehost': {
        const { token, grant } = await this.accessTokens.of(grantId ?? '');
        const { profileUrl } = PLATFORM.codehost(this.config);
        const authorization = `Bearer ${token.reveal()}`;
        return { url: profileUrl, authorization, shows: 'What was agreed to still holds.', grant };
      }
      case 'chatcomm': {
        const { values } = await this.credentials.read('chatcomm');
        return {
          url: `${this.config.PLATFORM_CHATCOMM_URL}/guilds/${accountId}`,
          authorization: `Bot ${values.get('botToken')?.reveal() ?? ''}`,
          shows: "The platform's bot is in the chat server.",
        };
      }
    }
  }
}
