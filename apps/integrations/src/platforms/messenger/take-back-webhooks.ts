import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { BackgroundWorker, CONFIG, newCallContext, runInOwnContext } from '@questp/service';
import { NotAuthentic, Vault } from '@questp/vault';
import { ConnectionsRepository, placeOf } from '../../connections/connections.repository.js';
import { EndedBotsRepository, type EndedBot } from './ended-bots.repository.js';
import { callBot, type MessengerConfig } from './bot-api.js';

const IDLE_MS = 1_000;

/** Takes back the webhooks of bots that were replaced or removed, once a minute until the messenger answers, for a day. */
@Injectable()
export class TakeBackWebhooks extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly endedBotsRepository: EndedBotsRepository,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly vault: Vault,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: MessengerConfig,
  ) {
    super({ name: 'take-back-webhooks', idleMs: IDLE_MS });
  }

  async execute(): Promise<boolean> {
    const bot = await this.endedBotsRepository.take();
    if (bot === undefined) return false;
    const context = newCallContext(undefined, undefined, { name: 'take back webhook', kind: 'internal' });
    await runInOwnContext(context, () =>
      this.database.transaction(async (tx) => {
        await this.endedBotsRepository.lock(tx, bot.botId);
        if ((await this.isDone(tx, bot)) || bot.isLate) await this.endedBotsRepository.remove(tx, bot.id);
      }),
    );
    return true;
  }

  /** Done as well: it is connected again, or its token was revoked or cannot be read. */
  private async isDone(tx: Tx, { botId, projectId, fields }: EndedBot): Promise<boolean> {
    if ((await this.connectionsRepository.ofBot(botId, tx)) !== undefined) return true;
    const place = placeOf({ projectId, provider: 'messenger' }, 'botToken');
    try {
      const token = this.vault.open(place, fields['botToken'] ?? '').reveal();
      await callBot({ egress: this.egress, config: this.config, token }, 'deleteWebhook');
      return true;
    } catch (error) {
      if (error instanceof NotAuthentic) return true;
      if (error instanceof AppError) return false;
      throw error;
    }
  }
}
