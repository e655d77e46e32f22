import type { LookupAddress } from 'node:dns';
import { isPublic } from './addresses.js';
import { connectGuarded } from './connect.js';
import { Egress } from './index.js';
import { listenHttp, type Listening } from './testing/http-server.fixture.js';

const REFUSED = { outcome: 'not_allowed', detail: 'an address that is not public, or public and not https' };

describe('an address that projects or operators name (A-71, A-72)', () => {
  let egress: Egress;
  let server: Listening;
  let asked: number;

  beforeEach(async () => {
    egress = new Egress();
    asked = 0;
    server = await listenHttp((_, response) => {
      asked += 1;
      response.end();
    });
  });
  afterEach(async () => {
    await egress.onApplicationShutdown();
    await server.close();
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '１２７.０.０.１',
    '0.0.0.0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[5f00::1]',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    'localhost',
    'LOCALHOST',
  ])('is not requested at %s', async (host) => {
    for (const scheme of ['http', 'https']) {
      expect(
        await egress.get(`${scheme}://${host}:${server.port}/`, { destination: 'test', namedBy: 'operator' }),
      ).toEqual(REFUSED);
    }
    expect([asked, server.connections.size]).toEqual([0, 0]);
  });

  it('is not requested at localhost., which names this machine or none', async () => {
    const { outcome } = await egress.get(`http://localhost.:${server.port}/`, {
      destination: 'test',
      namedBy: 'operator',
    });
    expect(['not_allowed', 'unreachable']).toContain(outcome);
    expect(asked).toBe(0);
  });

  it('is not requested at a public address without TLS', async () => {
    expect(await egress.get('http://8.8.8.8/', { destination: 'test', namedBy: 'operator' })).toEqual(REFUSED);
  });

  it('is requested in allowed networks, also by http', async () => {
    const lenient = new Egress({ operator: ['127.0.0.0/8', 'fd00::/8'] });
    const url = (host: string) => `http://${host}:${server.port}/`;
    expect(await lenient.get(url('127.0.0.1'), { destination: 'test', namedBy: 'operator' })).toMatchObject({
      outcome: 'answered',
    });
    expect(await lenient.get(url('[::ffff:127.0.0.1]'), { destination: 'test', namedBy: 'operator' })).not.toEqual(
      REFUSED,
    );
    expect(await lenient.get(url('[::1]'), { destination: 'test', namedBy: 'operator' })).toEqual(REFUSED);
    await lenient.onApplicationShutdown();
    expect(() => new Egress({ operator: ['10.0.0.0'] })).toThrow('CIDR');
  });

  it('of a project is not requested in networks that are allowed for operators only', async () => {
    const lenient = new Egress({ operator: ['127.0.0.0/8'] });
    const namedBy = { projectId: 'first' };
    expect(await lenient.get(`${server.url}/`, { destination: 'test', namedBy })).toEqual(REFUSED);
    expect([asked, server.connections.size]).toEqual([0, 0]);
    await lenient.onApplicationShutdown();
  });

  it('shares no connection with a configured address', async () => {
    const url = `${server.url}/`;
    expect(await egress.get(url, { destination: 'test', namedBy: 'platform' })).toMatchObject({ outcome: 'answered' });
    expect(await egress.get(url, { destination: 'test', namedBy: 'operator' })).toEqual(REFUSED);
  });

  describe('by a name', () => {
    /** Outcomes of connections to a name whose successive lookups return these addresses. */
    const connecting = async (...answers: string[][]) => {
      const lookup = (_: string, __: object, done: (error: null, found: LookupAddress[]) => void) =>
        done(
          null,
          (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      const connect = connectGuarded(['127.0.0.0/8'], lookup as never);
      const once = () =>
        new Promise<string>((resolve) => {
          const options = { hostname: 'rebound.example', protocol: 'http:', port: String(server.port) };
          connect(options, (error, socket) => {
            socket?.destroy();
            resolve(error === null ? 'connected' : error.name + error.message);
          });
        });
      const outcomes: string[] = [];
      for (let n = answers.length; n > 0; n -= 1) outcomes.push(await once());
      return outcomes;
    };

    it('is refused if any of its addresses is refused', async () => {
      expect(await connecting(['127.0.0.1'])).toEqual(['connected']);
      expect(await connecting(['127.0.0.1', '::1'], ['10.0.0.1', '127.0.0.1'])).toEqual([
        expect.stringContaining('not public'),
        expect.stringContaining('not public'),
      ]);
    });

    it('is checked at each lookup', async () => {
      expect(await connecting(['127.0.0.1'], ['169.254.169.254'])).toEqual([
        'connected',
        expect.stringContaining('not public'),
      ]);
    });
  });
});

it.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true);
});
