import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestSite {
  url: string;
  stop(): Promise<void>;
}

/** The server of the test platform, where everybody is Ada and has the badge. */
export async function startTestSite(): Promise<TestSite> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site');
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'the-code');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === '/status') answer(200, {});
    else if (pathname === '/token') answer(200, { access_token: 'the-token', token_type: 'bearer', scope: 'read' });
    else if (request.headers.authorization !== 'Bearer the-token') answer(401, {});
    else if (pathname === '/me') answer(200, { id: 7, name: 'Ada' });
    else if (pathname === '/badges/7') answer(200, { hasBadge: true });
    else answer(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
