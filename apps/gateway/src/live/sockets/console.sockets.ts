import { CONSOLE_NAMESPACE } from '@questp/messages/gateway';
import { WebSocketGateway, type OnGatewayConnection } from '@nestjs/websockets';
import { LiveSockets, type LiveSocket } from './live-sockets.js';

/** Live events for operators, filtered by their permissions. */
@WebSocketGateway({ namespace: CONSOLE_NAMESPACE })
export class ConsoleSockets implements OnGatewayConnection<LiveSocket> {
  constructor(private readonly liveSockets: LiveSockets) {}

  handleConnection(socket: LiveSocket): void {
    this.liveSockets.enterConsole(socket);
  }
}
