import type { Stack } from '../processes/stack-file.js';
import { summary } from './summary.js';

const stack: Stack = {
  pid: 1,
  apiUrl: 'http://127.0.0.1:3000/v1',
  docsUrl: 'http://127.0.0.1:3000/docs',
  mailUrl: 'http://127.0.0.1:8029',
  statusUrl: 'http://127.0.0.1:8039',
  emulatorsUrl: 'http://127.0.0.1:4480',
  tracesUrl: 'http://127.0.0.1:4329',
  chain: {
    chainId: 'questp-local-1',
    home: '/checkout/.local/chain/node',
    rpcUrl: 'http://127.0.0.1:26657',
    restUrl: 'http://127.0.0.1:1317',
    factory: 'wasm1factory',
    escrowKeys: { escrow_operator: 'wasm1operator' },
    faucet: 'wasm1faucet',
  },
  databaseUrl: 'postgresql://questp:made@127.0.0.1/questp',
  databaseUrls: { identity: 'postgresql://questp_identity:made@127.0.0.1/questp' },
  natsPid: 2,
  natsUrl: 'nats://migrator:made@127.0.0.1:42229',
  natsUrls: { identity: 'nats://identity:made@127.0.0.1:42229' },
  smtpUrl: 'smtp://127.0.0.1:2529',
  filesDir: '/checkout/.local/files',
  masterKeys: 'dev1:key',
  methodHashKey: 'hash-key',
  frontEnds: { APP_URL: 'http://app', STUDIO_URL: 'http://studio', CONSOLE_URL: 'http://console' },
  admin: { email: 'admin@questp.local', password: 'generated' },
  services: [{ name: 'identity', pid: 2, healthUrl: 'http://127.0.0.1:9461' }],
};

describe('the summary of a start', () => {
  it('names every address, the administrator and how to stop', () => {
    const text = summary(stack, '/checkout/.local', 1234, {});
    const shown = [
      stack.apiUrl,
      stack.docsUrl,
      'http://127.0.0.1:8029/templates',
      'http://127.0.0.1:8039',
      'http://127.0.0.1:4480',
      stack.databaseUrl,
      stack.natsUrl,
      'generated',
      ...['http://127.0.0.1:26657', 'http://127.0.0.1:1317', 'wasm1factory', 'deploy:faucet', 'wasm1operator'],
    ];
    for (const part of [...shown, 'http://127.0.0.1:9461/metrics', '/checkout/.local', '1.2 s', 'Ctrl-C']) {
      expect(text).toContain(part);
    }
  });

  it('names the apps that were given, and none at whose address nothing is', () => {
    const text = summary(stack, '/checkout/.local', 1234, { APP_URL: 'http://app' });
    expect(text).toContain('http://app  (APP_URL)');
    expect(text).not.toMatch(/http:\/\/(studio|console)/);
  });

  it('does not repeat passwords that were given', () => {
    const env = { DATABASE_URL: stack.databaseUrl, NATS_URL: stack.natsUrl, BOOTSTRAP_ADMIN_PASSWORD: 'generated' };
    const text = summary(stack, '/checkout/.local', 1234, env);
    expect(text).not.toMatch(/made|generated/);
    expect(text).toContain('as given in DATABASE_URL');
  });
});
