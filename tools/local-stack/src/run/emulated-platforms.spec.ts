import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorEnvironment } from '@questp/emulators';
import { freePort, isPortTaken } from '@questp/testing';
import { readPorts } from '../ports.js';
import { startPlatforms } from './infrastructure.js';
import { RunRecord } from './run-record.js';
import { Supervisor } from './supervisor.js';

const API = 'http://127.0.0.1:3000/v1';

describe('the emulated platforms of a local platform', () => {
  let directory: string;

  const start = async (port: number) => {
    const record = await RunRecord.claim(join(directory, 'run.json'), () => undefined);
    const supervisor = new Supervisor(record!);
    const ports = readPorts({ QUESTP_EMULATORS_PORT: String(port) });
    return { supervisor, url: await startPlatforms(supervisor, { local: directory, logs: directory, ports }, API) };
  };

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'questp-platforms-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('send people back to its API alone, until it stops', async () => {
    const port = await freePort();
    const { supervisor, url } = await start(port);
    const signIn = async (callback: string) => {
      const { OAUTH_IDP_CLIENT_ID: client_id = '' } = emulatorEnvironment(url);
      const asked = {
        client_id,
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid',
        login_hint: 'verified',
      };
      const query = new URLSearchParams(asked).toString();
      return (await fetch(`${url}/idp/authorize?${query}`, { redirect: 'manual' })).status;
    };
    expect(await signIn(`${API}/auth/oauth/callback/oauth_idp`)).toBe(302);
    expect(await signIn(`${API}/auth/oauth/callback/microblog`)).toBe(400);
    await supervisor.stopAll();
    expect(await isPortTaken(port)).toBe(false);
  });

  it('are refused in production, with how to start without', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      await expect(start(await freePort())).rejects.toThrow('NODE_ENV=production: npm run up -- --no-emulators');
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});
