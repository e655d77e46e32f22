import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

// Server-Sent Events with Node alone: a posted event is written to every connection, without tokens or a log.
const readers = new Set<ServerResponse>();
let last = 0;

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    void text(request).then((event) => {
      last += 1;
      const frame = Buffer.from(`id: ${last}\nevent: submission.claimed\ndata: ${event}\n\n`);
      for (const reader of readers) reader.write(frame);
      response.end();
    });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write('event: ready\ndata: {}\n\n');
  readers.add(response);
  response.once('close', () => readers.delete(response));
});

server.listen(Number(process.env['PORT']), '127.0.0.1');
