import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Gives the address of an endpoint of a project, which takes whatever it is sent until the process ends. */
export async function newEndpoint(): Promise<string> {
  const server = createServer((_, response) => void response.end()).unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}
