import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { registerMessengerWebhook, type MessengerWebhook } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { CONFIG, newSecret, Rpc } from '@questp/service';
import { SetCredential } from '../../credentials/set-credential.js';
import type { OAuthConfig } from '../../oauth/oauth-config.js';
import { MessengerBots } from './bots.js';
import { setWebhook, type MessengerConfig } from './bot-api.js';

/** Sets the webhook of the platform's bot. Until the secret is stored, updates are refused, and the messenger repeats them. */
@Injectable()
export class RegisterWebhook {
  constructor(
    private readonly messengerBots: MessengerBots,
    private readonly setCredential: SetCredential,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: MessengerConfig & OAuthConfig,
  ) {}

  /** OAUTH_NOT_AVAILABLE without a bot, PLATFORM_UNAVAILABLE */
  @Rpc(registerMessengerWebhook)
  async execute({ adminId, client }: RequestOf<typeof registerMessengerWebhook>): Promise<MessengerWebhook> {
    const bot = await this.messengerBots.ofPlatform();
    if (bot === undefined) throw new AppError('OAUTH_NOT_AVAILABLE');
    const [url, webhookSecret] = [`${this.config.PUBLIC_URL}/v1/messenger/webhook`, newSecret()];
    await setWebhook({ egress: this.egress, config: this.config, token: bot.token }, url, webhookSecret);
    // The token is stored as well: a stored credential replaces that of the environment as a whole.
    const fields = { botToken: bot.token, webhookSecret };
    await this.setCredential.execute({ provider: 'messenger', fields, adminId, ...(client && { client }) });
    return { url };
  }
}
