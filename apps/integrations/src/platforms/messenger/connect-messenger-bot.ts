import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { connectMessengerBot, type ProjectConnection } from '@questp/messages/integrations';
import { AppError, fieldError, type RequestOf } from '@questp/messages/language';
import { CONFIG, newSecret, Rpc } from '@questp/service';
import { Secret, Vault } from '@questp/vault';
import { Credentials } from '../../credentials/credentials.js';
import { accountOf, at, type Account } from '../../description/account.js';
import { jsonOf } from '../../outbound/finding.js';
import type { OAuthConfig } from '../../oauth/oauth-config.js';
import { ConnectionsRepository, placeOf } from '../../connections/connections.repository.js';
import { EndedBotsRepository } from './ended-bots.repository.js';
import { KeepConnection } from '../../connections/keep-connection.js';
import { setWebhook, botUrl, type MessengerConfig } from './bot-api.js';

const TIMEOUT_MS = 4_000;
/** Statuses of the messenger for an unknown token. */
const REFUSALS = [401, 404];

@Injectable()
export class ConnectMessengerBot {
  constructor(
    private readonly egress: Egress,
    private readonly credentials: Credentials,
    private readonly vault: Vault,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly endedBotsRepository: EndedBotsRepository,
    private readonly keepConnection: KeepConnection,
    @Inject(CONFIG) private readonly config: MessengerConfig & OAuthConfig,
  ) {}

  /** VALIDATION_FAILED for a token that the messenger does not take, PLATFORM_UNAVAILABLE, and as KeepConnection has it. */
  @Rpc(connectMessengerBot)
  async execute({ projectId, userId, botToken }: RequestOf<typeof connectMessengerBot>): Promise<ProjectConnection> {
    const { accountId, handle } = await this.botOf(botToken);
    if (accountId === (await this.platformBotId())) throw new AppError('BOT_IN_USE');
    const bot = { projectId, provider: 'messenger' } as const;
    const secret = await this.webhookSecret(projectId, accountId);
    const fields = {
      botToken: this.vault.seal(placeOf(bot, 'botToken'), new Secret(botToken)),
      webhookSecret: this.vault.seal(placeOf(bot, 'webhookSecret'), new Secret(secret)),
    };
    const connection = { ...bot, accountId, name: handle, fields, grantId: null, connectedBy: userId };
    return this.keepConnection.execute(connection, async (tx, before) => {
      await this.endedBotsRepository.lock(tx, accountId);
      if (before !== undefined && before.accountId !== accountId) await this.endedBotsRepository.add(tx, before);
      const url = `${this.config.PUBLIC_URL}/v1/messenger/webhook/project/${projectId}`;
      await setWebhook({ egress: this.egress, config: this.config, token: botToken }, url, secret);
    });
  }

  /** A bot that is connected again keeps its secret, so that links and updates in transit stay valid. */
  private async webhookSecret(projectId: string, accountId: string): Promise<string> {
    const before = await this.connectionsRepository.get(projectId, 'messenger');
    const sealed = before?.fields['webhookSecret'];
    if (before === undefined || before.accountId !== accountId || sealed === undefined) return newSecret();
    return this.vault.open(placeOf(before, 'webhookSecret'), sealed).reveal();
  }

  private async botOf(botToken: string): Promise<Account> {
    const answer = await this.egress.get(botUrl(botToken, this.config), {
      destination: 'messenger',
      namedBy: 'platform',
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
    });
    if (answer.outcome === 'answered' && REFUSALS.includes(answer.status)) {
      const error = fieldError('/botToken', 'NOT_ALLOWED', {}, 'The messenger does not take this token.');
      throw new AppError('VALIDATION_FAILED', { errors: [error] });
    }
    const bot = answer.outcome === 'answered' && answer.status === 200 ? botIn(answer.body) : undefined;
    if (bot === undefined) throw new AppError('PLATFORM_UNAVAILABLE');
    return bot;
  }

  /** A token begins with the id of its bot. */
  private async platformBotId(): Promise<string | undefined> {
    const { values } = await this.credentials.read('messenger');
    return values.get('botToken')?.reveal().split(':')[0];
  }
}

function botIn(body: Buffer): Account | undefined {
  const bot = at(jsonOf(body), 'result');
  return accountOf(at(bot, 'id'), at(bot, 'username'));
}
