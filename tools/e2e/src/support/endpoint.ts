import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The endpoint of the project in the journey, once it is started. */
export const projectEndpoint = { url: '' };

/** Starts an endpoint of a project that passes requests signed with the secret; returns its address. */
export async function newEndpoint(secret: string): Promise<string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = request.headers;
      const signature = createHmac('sha256', key)
        .update(`${String(id)}.${String(at)}.${body}`)
        .digest('base64');
      const isSigned = String(signatures).split(' ').includes(`v1,${signature}`);
      response.writeHead(isSigned ? 200 : 401).end(isSigned ? '{"result":"pass"}' : undefined);
    });
  }).unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
