import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorEnvironment } from '@questp/emulators';
import { frontEndAddresses, serviceNamed } from '@questp/manifest';
import { freePort, isPortTaken, mainOf } from '@questp/testing';
import { startPlatforms } from './infrastructure.js';
import { RunRecord } from '../processes/run-record.js';
import { startService } from './services.js';
import { Supervisor } from './supervisor.js';

const API = 'http://127.0.0.1:3000/v1';
/** A service that is ready at once and records its environment. */
const SERVICE = `
  require('node:fs').writeFileSync(__dirname + '/environment.json', JSON.stringify(process.env));
  require('node:http').createServer((_, response) => response.end()).listen(process.env.HEALTH_PORT, '127.0.0.1');`;

describe('the emulated platforms of a local platform', () => {
  let directory: string;

  const supervise = async () => new Supervisor((await RunRecord.claim(join(directory, 'run.json'), () => undefined))!);
  const start = async (port: number) => {
    const supervisor = await supervise();
    const ports = () => port;
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

  it('sets the variables of emulated platforms for integrations alone, and for no service where none are emulated', async () => {
    const supervisor = await supervise();
    const variablesOf = async (name: string, emulatorsUrl: string | null) => {
      const [port, main] = [await freePort(), mainOf(name, directory)];
      mkdirSync(join(main, '..'), { recursive: true });
      writeFileSync(main, SERVICE);
      await startService({
        service: serviceNamed(name),
        root: directory,
        places: { local: directory, logs: directory, ports: () => port },
        addresses: {
          databaseUrl: '',
          databaseUrls: {},
          natsUrls: {},
          smtpUrl: '',
          filesDir: directory,
          masterKeys: '',
          methodHashKey: '',
          frontEnds: frontEndAddresses(),
          admin: { email: '', password: '' },
        },
        tracesUrl: null,
        emulatorsUrl,
        chainVariables: {},
        supervisor,
      });
      return JSON.parse(readFileSync(join(main, '../environment.json'), 'utf8')) as NodeJS.ProcessEnv;
    };
    const url = 'http://127.0.0.1:4480';
    expect(await variablesOf('integrations', url)).toMatchObject(emulatorEnvironment(url));
    expect(await variablesOf('exports', url)).not.toHaveProperty('OAUTH_IDP_ISSUER');
    expect(await variablesOf('integrations', null)).not.toHaveProperty('OAUTH_IDP_ISSUER');
    await supervisor.stopAll();
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
