import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Server } from 'socket.io';

// socket.io alone: a posted event is sent to everybody in the room, without tokens or a log.
const server = createServer((request, response) => {
  void text(request).then((event) => {
    last += 1;
    namespace.to(ROOM).emit('submission.claimed', JSON.parse(event), String(last));
    response.end();
  });
});
const ROOM = 'project';
let last = 0;
const namespace = new Server(server, { transports: ['websocket'], serveClient: false }).of('/studio');
namespace.on('connection', (socket) => {
  socket.on('join', (_projectId, acknowledge: (answer: { ok: boolean }) => void) => {
    void socket.join(ROOM);
    acknowledge({ ok: true });
  });
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
