import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const SECRET = 'siteverify-secret';

interface Solved {
  hostname: string;
  action?: string;
}

/** Emulates CAPTCHA providers: each token works once, with the right secret. */
export async function startSiteverify() {
  const solved = new Map<string, Solved>();
  const asked: Record<string, string>[] = [];
  const state: { answer?: (response: ServerResponse) => void } = {};
  let tokens = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push(form);
      if (state.answer) return state.answer(response);
      const { secret = '', response: token = '' } = form;
      const found = secret === SECRET ? solved.get(token) : undefined;
      solved.delete(token);
      const refused = secret === SECRET ? 'timeout-or-duplicate' : 'invalid-input-secret';
      const verdict = found ? { success: true, ...found } : { success: false, 'error-codes': [refused] };
      return response.setHeader('content-type', 'application/json').end(JSON.stringify(verdict));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked,
    state,
    /** The token of a solved CAPTCHA. */
    solve: (challenge: Solved): string => {
      const token = `token-${(tokens += 1)}`;
      solved.set(token, challenge);
      return token;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
