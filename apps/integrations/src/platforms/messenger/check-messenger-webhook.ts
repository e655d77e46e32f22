import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { CONFIG } from '@questp/service';
import { MessengerBots, type Bot } from './bots.js';
import type { OAuthConfig } from '../../oauth/oauth-config.js';
import { at } from '../../description/account.js';
import { countOf, UNDESCRIBED, type Finding } from '../../outbound/finding.js';
import type { SetupCheck } from '../../description/hooks.js';

/** Age up to which a failed delivery is reported; seconds. */
const RECENT_SECONDS = 15 * 60;
/** Pending updates above which the backlog is reported. */
const MANY = 100;

const REGISTER = 'register it by POST /v1/admin/messenger/register-webhook';

/** Checks that the messenger delivers updates of the platform's bot to this platform. */
@Injectable()
export class CheckMessengerWebhook implements SetupCheck {
  constructor(
    private readonly messengerBots: MessengerBots,
    @Inject(CONFIG) private readonly config: OAuthConfig,
  ) {}

  async execute(): Promise<Finding> {
    const bot = await this.messengerBots.ofPlatform();
    if (bot === undefined) return { outcome: 'not_set', detail: 'Set botToken of the credential messenger first.' };
    try {
      const { result, status } = await this.messengerBots.call(bot, 'getWebhookInfo');
      if (status !== 200) return { outcome: 'refused', detail: 'The messenger refused the bot token; store it again.' };
      return this.findingIn(result, bot);
    } catch (error) {
      if (error instanceof AppError) return { outcome: 'no_answer', detail: 'The messenger does not answer.' };
      throw error;
    }
  }

  private findingIn(info: unknown, { webhookSecret }: Bot, now = Date.now()): Finding {
    const url = at(info, 'url');
    if (typeof url !== 'string') return UNDESCRIBED;
    if (url === '') {
      // Before its first registration nothing has failed: operators are not alerted to a step that is still to be done.
      const outcome = webhookSecret === null ? 'not_set' : 'misconfigured';
      return { outcome, detail: `The bot has no webhook; ${REGISTER}.` };
    }
    if (url !== `${this.config.PUBLIC_URL}/v1/messenger/webhook`) {
      return { outcome: 'misconfigured', detail: `The webhook of the bot is at another address; ${REGISTER}.` };
    }
    const failedAt = countOf(at(info, 'last_error_date')) ?? 0;
    const waiting = countOf(at(info, 'pending_update_count')) ?? 0;
    if (waiting > 0 && failedAt > now / 1_000 - RECENT_SECONDS) {
      const detail = `Updates fail to be delivered, and ${waiting} wait; check that ${url} can be reached.`;
      return { outcome: 'works', detail, isWarning: true };
    }
    if (waiting > MANY) {
      return { outcome: 'works', detail: `${waiting} updates wait; check the load of the platform.`, isWarning: true };
    }
    return { outcome: 'works', detail: 'The messenger delivers updates to this platform.' };
  }
}
