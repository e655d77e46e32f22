import { redirectUrisOf, startEmulators, type Emulators } from '@questp/emulators';
import { changePassword, EmulatedPlatforms, Gateways, operatorSignIn } from '@questp/players';
import { MIGRATOR } from '@questp/broker';
import { SERVICES } from '@questp/manifest';
import { DATABASE_NAME, freePort, startPlatform, type TestPlatform } from '@questp/testing';
import { brokerUsers } from './attack-broker.js';
import { databaseRoles } from './attack-database.js';
import { attack } from './attack.js';
import { ATTACKS } from './attacks.js';
import { report } from './report.js';
import type { Target } from './target.js';

describe('the attacks', () => {
  let platform: TestPlatform;
  let target: Target;
  let emulators: Emulators;
  beforeAll(async () => {
    // These limits would only delay the attacks.
    const limited = ['PRINCIPAL', 'PRINCIPAL_WRITES', 'ANONYMOUS', 'LOOKUP'];
    const limits = Object.fromEntries(limited.map((name) => [`LIMIT_${name}`, '1000000']));
    const port = String(await freePort());
    const publicUrl = `http://127.0.0.1:${port}`;
    emulators = await startEmulators({ redirectUris: redirectUrisOf(`${publicUrl}/v1`) });
    const env = {
      ...limits,
      ...{ ...emulators.environment, PORT: port, PUBLIC_URL: publicUrl },
    };
    platform = await startPlatform({ ownNats: true, env });
    const { gatewayUrls, database, nats } = platform;
    const gateways = new Gateways(gatewayUrls);
    const admin = await changePassword(await operatorSignIn(gateways, platform.admin), platform.admin);
    const withTables = SERVICES.filter(({ schema }) => schema !== null);
    target = {
      gateways,
      admin,
      database: {
        owner: DATABASE_NAME,
        urls: Object.fromEntries(withTables.map(({ name }) => [name, database.urlOf(name)])),
      },
      natsUrls: Object.fromEntries(SERVICES.map(({ name }) => [name, nats.urlOf(name)])),
      migratorNatsUrl: nats.urlOf(MIGRATOR),
      emulators: new EmulatedPlatforms(emulators.url),
      broker: nats,
    };
  });
  afterAll(() => Promise.all([platform?.stop(), emulators?.stop()]));

  it('the platform withstands every attack, and each attack makes attempts', async () => {
    const outcomes = await attack(target, ATTACKS);
    expect(outcomes.flatMap(({ name, gaveWay }) => gaveWay.map((what) => `${name}: ${what}`))).toEqual([]);
    expect(outcomes.filter(({ tried, missing }) => tried === 0 || missing.length > 0)).toEqual([]);
    expect(report(outcomes)).not.toContain('Gave way');
  }, 480_000);

  it('the report names what gave way when services have all permissions', async () => {
    const open: Target = {
      ...target,
      natsUrls: { identity: platform.nats.url },
      database: { owner: DATABASE_NAME, urls: { identity: platform.database.url } },
    };
    const outcomes = await attack(open, [brokerUsers, databaseRoles]);
    for (const { tried, gaveWay } of outcomes) {
      expect(gaveWay.length).toBeGreaterThan(10);
      expect(gaveWay.length).toBeLessThanOrEqual(tried);
    }
    expect(report(outcomes)).toMatch(/NO, \d+ gave way[^]*identity sent to events\./);
  });

  it('the report names the attacks that were skipped for lack of access', async () => {
    const outcomes = await attack({ gateways: target.gateways }, [brokerUsers, databaseRoles]);
    expect(outcomes.map(({ tried, missing }) => [tried, ...missing])).toEqual([
      [0, 'natsUrls'],
      [0, 'database'],
    ]);
    expect(report(outcomes)).toContain('not tried: no natsUrls');
  });
});
