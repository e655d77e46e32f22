import { createServer, type AddressInfo } from 'node:net';
import { readPorts, requireFreePorts, takenPortSentence } from './ports.js';

describe('ports of the local platform', () => {
  it('have defaults, each changed by its variable', () => {
    const defaults = readPorts({});
    expect(['api', 'postgres', 'nats', 'smtp', 'mail'].map(defaults)).toEqual([3000, 54_329, 42_229, 2529, 8029]);
    const changed = readPorts({ PORT: '3100', QUESTP_QUESTS_VERIFY_HEALTH_PORT: '9999' });
    expect(['api', 'quests-verify', 'gateway'].map(changed)).toEqual([3100, 9999, 9460]);
    expect(() => defaults('payments')).toThrow('no port payments');
  });

  it.each(['http', '0', '65536', '-1', '3000.5'])('refuse %s by the name of the variable', (value) => {
    expect(() => readPorts({ QUESTP_NATS_PORT: value })).toThrow('QUESTP_NATS_PORT must be a port from 1 to 65535.');
  });

  it('are not given to two', () => {
    expect(() => readPorts({ PORT: '9460' })).toThrow(
      'Port 9460 is meant for both the API (PORT) and health of gateway (QUESTP_GATEWAY_HEALTH_PORT).',
    );
  });

  it('that are taken are named in a sentence with the variable that changes them', async () => {
    expect(takenPortSentence('api', 3000)).toBe(
      'Port 3000 of the API is taken by another program: stop that program, or choose a free port with PORT=<port>.',
    );
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as AddressInfo;
    const ports = readPorts({ QUESTP_MAIL_PORT: String(port) });
    await expect(requireFreePorts(ports, ['mail'])).rejects.toThrow(takenPortSentence('mail', port));
    await new Promise((resolve) => holder.close(resolve));
    await expect(requireFreePorts(ports, ['mail'])).resolves.toBeUndefined();
  });
});
