import { Injectable } from '@nestjs/common';
import {
  connectByOAuth,
  connectMessengerBot,
  listProjectConnections,
  removeProjectConnection,
  startProjectConnection,
  testProjectConnection,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { StartFlow } from '../oauth/start-flow.js';
import { ConnectByOAuth } from './connect-by-oauth.js';
import { ConnectMessengerBot } from './connect-messenger-bot.js';
import { ConnectionsRepository } from './connections.repository.js';
import { RemoveConnection } from './remove-connection.js';
import { TestConnection } from './test-connection.js';

@Injectable()
export class ConnectionsHandlers {
  constructor(
    private readonly connections: ConnectionsRepository,
    private readonly connectMessengerBot: ConnectMessengerBot,
    private readonly startFlow: StartFlow,
    private readonly connectByOAuth: ConnectByOAuth,
    private readonly testConnection: TestConnection,
    private readonly removeConnection: RemoveConnection,
  ) {}

  @Rpc(listProjectConnections)
  async list({ projectId }: RequestOf<typeof listProjectConnections>) {
    return { items: await this.connections.list(projectId), nextCursor: null };
  }

  @Rpc(connectMessengerBot)
  bot(request: RequestOf<typeof connectMessengerBot>) {
    return this.connectMessengerBot.run(request);
  }

  @Rpc(startProjectConnection)
  start(request: RequestOf<typeof startProjectConnection>) {
    return this.startFlow.forProject(request);
  }

  @Rpc(connectByOAuth)
  connect(request: RequestOf<typeof connectByOAuth>) {
    return this.connectByOAuth.run(request);
  }

  @Rpc(testProjectConnection)
  test(request: RequestOf<typeof testProjectConnection>) {
    return this.testConnection.run(request);
  }

  @Rpc(removeProjectConnection)
  remove(request: RequestOf<typeof removeProjectConnection>) {
    return this.removeConnection.run(request);
  }
}
