import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@questp/testing';
import { startStatusPage } from './start-status-page.js';

const ADMIN = { email: 'admin@x.example', password: 'right' };
const NAME = '<script>alert(1)</script>';

describe('the status page', () => {
  it('shows services and integrations as text, signs in again when its session ends, and survives the API', async () => {
    const signIns: number[] = [];
    let valid = 'first';
    const api = createServer((request, response) => {
      const json = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
      if (request.url === '/admin/auth/login') return json(200, { token: signIns.push(0) === 1 ? 'first' : 'second' });
      if (request.url === '/health/ready')
        return json(503, { status: 'degraded', checks: { broker: NAME, database: 'ok' } });
      if (request.headers.authorization !== `Bearer ${valid}`) return json(401, {});
      const quota = { remaining: 12, limit: 5_000 };
      return json(200, { items: [{ name: 'codehost', status: 'degraded', detail: NAME, quota }] });
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const port = await freePort();
    const services = [
      { name: 'gateway', pid: 1, healthUrl: apiUrl },
      { name: 'notifier', pid: 2, healthUrl: `http://127.0.0.1:${await freePort()}` },
    ];
    const page = await startStatusPage(port, { apiUrl, admin: ADMIN, services, chain: null });
    const read = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    expect(await read()).toContain(
      '<td data-column="Integration">codehost</td><td data-column="Status"><span class="warning">degraded</span></td>' +
        '<td data-column="Quota left">12 of 5000</td>',
    );
    valid = 'second';
    const shown = await read();
    expect(shown).toContain('notifier</td><td data-column="Status"><span class="bad">silent</span></td>');
    expect(shown).toContain('gateway</td><td data-column="Status"><span class="warning">degraded</span></td>');
    expect(shown).toContain('broker: &lt;script&gt;');
    expect(shown).not.toContain('database: ok');
    expect(shown).toContain('codehost');
    expect(shown).not.toContain(NAME);
    expect(signIns).toHaveLength(2);
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
    api.closeAllConnections();
    await new Promise((resolve) => api.close(resolve));
    expect(await read()).toContain('The API does not answer');
    await page.stop();
  });
});
