import { createServer, type AddressInfo } from 'node:net';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from '@questp/testing';

interface PortsModule {
  PORTS: Record<string, { variable: string }>;
  readPorts: (env: NodeJS.ProcessEnv) => (name: string) => number;
  takenPorts: (env: NodeJS.ProcessEnv, options: { emulators: boolean; chain: boolean }) => Promise<string[]>;
}

const UP = join(workspaceRoot, 'tools/scripts/up.mjs');
const NOTHING = { emulators: false, chain: false };

describe('ports of the local platform', () => {
  let PORTS: PortsModule['PORTS'];
  let readPorts: PortsModule['readPorts'];
  let takenPorts: PortsModule['takenPorts'];

  beforeAll(async () => {
    const path = join(workspaceRoot, 'tools/scripts/ports.mjs');
    ({ PORTS, readPorts, takenPorts } = (await import(path)) as PortsModule);
  });

  it('have defaults, each changed by its variable', () => {
    const defaults = readPorts({});
    expect(['api', 'postgres', 'nats', 'smtp', 'mail'].map(defaults)).toEqual([3000, 54_329, 42_229, 2529, 8029]);
    const changed = readPorts({ PORT: '3100', QUESTP_QUESTS_VERIFY_HEALTH_PORT: '9999' });
    expect(['api', 'quests-verify', 'gateway'].map(changed)).toEqual([3100, 9999, 9460]);
    expect(() => defaults('payments')).toThrow('no port payments');
  });

  it('are all in the help of npm run up', () => {
    const help = execFileSync(process.execPath, [UP, '--help'], { encoding: 'utf8' });
    const shared = Object.values(PORTS).filter(({ variable }) => !variable.endsWith('_HEALTH_PORT'));
    for (const { variable } of shared) expect(help).toContain(`${variable} (`);
    expect(help).toContain('QUESTP_<SERVICE>_HEALTH_PORT (');
  });

  it.each(['http', '0', '65536', '-1', '3000.5'])('refuse %s by the name of the variable', (value) => {
    expect(() => readPorts({ QUESTP_NATS_PORT: value })).toThrow('QUESTP_NATS_PORT must be a port from 1 to 65535.');
  });

  it('are not given to two', () => {
    expect(() => readPorts({ PORT: '9460' })).toThrow(
      'Port 9460 is meant for both the API (PORT) and health of gateway (QUESTP_GATEWAY_HEALTH_PORT).',
    );
  });

  describe('of which another program holds one', () => {
    const holder = createServer();
    let port: number;
    beforeAll(async () => {
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      port = (holder.address() as AddressInfo).port;
    });
    afterAll(() => new Promise((resolve) => holder.close(resolve)));

    it('name it with the variable that changes it, unless nothing of the platform would listen there', async () => {
      const sentence = (of: string, variable: string) =>
        `Port ${port} of ${of} is taken by another program: stop that program, or choose a free port with ${variable}=<port>.`;
      const status = { QUESTP_STATUS_PORT: String(port) };
      expect(await takenPorts(status, NOTHING)).toContain(sentence('the status page', 'QUESTP_STATUS_PORT'));
      const chain = { QUESTP_CHAIN_REST_PORT: String(port) };
      const ofChain = sentence("the chain's REST API", 'QUESTP_CHAIN_REST_PORT');
      expect(await takenPorts(chain, { ...NOTHING, chain: true })).toContain(ofChain);
      expect(await takenPorts(chain, NOTHING)).not.toContain(ofChain);
      const mail = { QUESTP_MAIL_PORT: String(port), SMTP_URL: 'smtp://mail.example' };
      expect(await takenPorts(mail, NOTHING)).not.toContain(sentence('the mail page', 'QUESTP_MAIL_PORT'));
    });

    it('end npm run up before it installs or compiles anything', () => {
      const env = { ...process.env, NODE_OPTIONS: '', QUESTP_MAIL_PORT: String(port), SMTP_URL: '' };
      const { status, stdout, stderr } = spawnSync(process.execPath, [UP], { env, encoding: 'utf8', timeout: 60_000 });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`Port ${port} of the mail page is taken`);
    });
  });
});
