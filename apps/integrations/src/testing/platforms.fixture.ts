import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for the platforms: accepts the one token of `state`, and can hang, fail or echo the request. */
export interface Platforms {
  url: string;
  state: { token: string; answer: 'right' | 'hang' | 'outage' };
  /** `<method> <path> <authorization>` of each request. */
  asked: string[];
  stop: () => Promise<void>;
}

/** Members that the answers of the platforms have. */
const ANSWER = {
  id: '1290312903',
  flags: 1 << 18,
  result: { is_bot: true },
  resources: { core: { limit: 5_000, remaining: 4_999, reset: 1_900_000_000 } },
};

export async function startPlatforms(): Promise<Platforms> {
  const state: Platforms['state'] = { token: '', answer: 'right' };
  const asked: string[] = [];
  const sent = ({ method, url, headers }: IncomingMessage) =>
    `${method} ${url} ${headers.authorization ?? ''}`.trimEnd();
  const server = createServer((request, response) => {
    asked.push(sent(request));
    if (state.answer === 'hang') return;
    if (request.method === 'POST') {
      // A token request of the right client, for a token that does not exist.
      response.statusCode = state.answer === 'outage' ? 503 : 400;
      return void response.end(JSON.stringify({ error: 'invalid_grant' }));
    }
    const isTaken = state.token !== '' && sent(request).includes(state.token);
    response.statusCode = state.answer === 'outage' ? 503 : isTaken ? 200 : 401;
    response.end(JSON.stringify({ sent: sent(request), ...ANSWER }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    asked,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
