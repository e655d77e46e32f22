import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { CONFIG } from '@questp/service';
import { Vault } from '@questp/vault';
import { ConnectionsRepository, placeOf, type Connection } from '../../connections/connections.repository.js';
import { Credentials } from '../../credentials/credentials.js';
import { callBot, type BotAnswer, type MessengerConfig } from './bot-api.js';

/** A bot of the messenger. */
export interface Bot {
  id: string;
  token: string;
  /** Null if this platform never set its webhook. */
  webhookSecret: string | null;
  /** Set for the bot of a project. */
  connection?: Connection;
}

/** The bots of the platform and of projects. */
@Injectable()
export class MessengerBots {
  constructor(
    private readonly credentials: Credentials,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly vault: Vault,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: MessengerConfig,
  ) {}

  async ofPlatform(): Promise<Bot | undefined> {
    const { values } = await this.credentials.read('messenger');
    const token = values.get('botToken')?.reveal();
    if (token === undefined) return undefined;
    // A token is `<bot id>:<secret>`.
    return { id: token.split(':', 1)[0] ?? '', token, webhookSecret: values.get('webhookSecret')?.reveal() ?? null };
  }

  async ofProject(projectId: string): Promise<Bot | undefined> {
    const connection = await this.connectionsRepository.get(projectId, 'messenger');
    return connection && this.toBot(connection);
  }

  /** Finds a bot by its id; undefined if neither the platform nor a project uses it. */
  async ofId(id: string): Promise<Bot | undefined> {
    const platform = await this.ofPlatform();
    if (platform?.id === id) return platform;
    const connection = await this.connectionsRepository.ofBot(id);
    return connection && this.toBot(connection);
  }

  /** PLATFORM_UNAVAILABLE */
  call({ token }: Bot, method: string, parameters: object = {}): Promise<BotAnswer> {
    return callBot({ egress: this.egress, config: this.config, token }, method, parameters);
  }

  private toBot(connection: Connection): Bot {
    const open = (field: string) => {
      const sealed = connection.fields[field];
      return sealed === undefined ? null : this.vault.open(placeOf(connection, field), sealed).reveal();
    };
    const [token, webhookSecret] = [open('botToken') ?? '', open('webhookSecret')];
    return { id: connection.accountId, token, webhookSecret, connection };
  }
}
