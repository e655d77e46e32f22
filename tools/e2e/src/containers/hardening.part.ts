import { REPLICAS, SERVERS } from './compose.js';
import { containers } from './running-containers.fixture.js';

/** Of /proc/<pid>/status: ids of user and group, sets of capabilities, and whether new privileges are refused. */
const FIELDS = ['Uid', 'Gid', 'CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb', 'NoNewPrivs'];

const NONE = '0000000000000000';

describe('A container', () => {
  it.each(REPLICAS)('of %s runs as user 10001, read-only, without capabilities', async (service) => {
    const { Config, HostConfig, EffectiveCaps } = await containers.inspect(service);
    const status = await containers.exec(service, 'cat', '/proc/1/status');
    const values = new Map([...status.matchAll(/^(\w+):\t(.*)$/gm)].map(([, name, value]) => [name, value]));

    expect(FIELDS.map((name) => [name, values.get(name)])).toEqual([
      ['Uid', '10001\t10001\t10001\t10001'],
      ['Gid', '10001\t10001\t10001\t10001'],
      ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => [name, NONE]),
      ['NoNewPrivs', '1'],
    ]);
    expect({ user: Config.User, readOnly: HostConfig.ReadonlyRootfs, capabilities: EffectiveCaps ?? [] }).toEqual({
      user: '10001:10001',
      readOnly: true,
      capabilities: [],
    });
    await expect(containers.exec(service, 'touch', '/app/written')).rejects.toThrow('Read-only file system');
  });

  it.each(SERVERS)('of %s is read-only, apart from its volume', async (service) => {
    expect((await containers.inspect(service)).HostConfig.ReadonlyRootfs).toBe(true);
    await expect(containers.exec(service, 'touch', '/usr/written')).rejects.toThrow('Read-only file system');
  });
});
