import { STUDIO_NAMESPACE } from '@questp/messages/gateway';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { LiveSockets, type Acknowledgement, type LiveSocket } from './live-sockets.js';

/** Rooms of projects, which clients join and leave by the id of the project. */
@WebSocketGateway({ namespace: STUDIO_NAMESPACE })
export class StudioSockets {
  constructor(private readonly liveSockets: LiveSockets) {}

  @SubscribeMessage('join')
  join(@ConnectedSocket() socket: LiveSocket, @MessageBody() projectId: unknown): Promise<Acknowledgement> {
    return this.liveSockets.join(socket, projectId);
  }

  @SubscribeMessage('leave')
  leave(@ConnectedSocket() socket: LiveSocket, @MessageBody() projectId: unknown): Promise<Acknowledgement> {
    return this.liveSockets.leave(socket, projectId);
  }
}
