import { SERVICES } from '@questp/manifest';
import { inheritedEnvironment, serviceEnvironment } from './services.js';

const addresses = {
  databaseUrls: { identity: 'postgresql://identity@db', notifier: 'postgresql://notifier@db' },
  natsUrls: { identity: 'nats://identity@bus', notifier: 'nats://notifier@bus', gateway: 'nats://gateway@bus' },
  smtpUrl: 'smtp://mail',
  filesDir: '/files',
  masterKeys: 'dev1:key',
  methodHashKey: 'hash-key',
  frontEnds: { APP_URL: 'http://app', STUDIO_URL: 'http://studio', CONSOLE_URL: 'http://console' },
  admin: { email: 'a@b.c', password: 'secret' },
};

describe('the environment of a service', () => {
  it('gives each service the bus and the database as itself, and of the rest only what the manifest names', () => {
    const environments = Object.fromEntries(SERVICES.map((row) => [row.name, serviceEnvironment(row, addresses)]));
    const common = { INTERNAL_HOST: '127.0.0.1' };
    expect(environments).toMatchObject({
      identity: {
        ...common,
        APP_URL: 'http://app',
        NATS_URL: 'nats://identity@bus',
        DATABASE_URL: 'postgresql://identity@db',
        BOOTSTRAP_ADMIN_EMAIL: 'a@b.c',
        BOOTSTRAP_ADMIN_PASSWORD: 'secret',
        METHOD_HASH_KEY: 'hash-key',
      },
      notifier: {
        ...common,
        CONSOLE_URL: 'http://console',
        NATS_URL: 'nats://notifier@bus',
        DATABASE_URL: 'postgresql://notifier@db',
        SMTP_URL: 'smtp://mail',
      },
    });
    expect(environments['gateway']).toEqual({
      ...common,
      ...addresses.frontEnds,
      HOST: '127.0.0.1',
      NATS_URL: 'nats://gateway@bus',
    });
    expect(environments['identity']).not.toHaveProperty('HOST');
    expect(environments['notifier']).not.toHaveProperty('BOOTSTRAP_ADMIN_PASSWORD');
  });

  it('passes the environment of the caller without URLs of services', () => {
    const env = {
      DATABASE_URL: 'x',
      MIGRATE_NATS_URL: 'x',
      PORT: '1',
      BOOTSTRAP_ADMIN_PASSWORD: 'x',
      LOG_LEVEL: 'debug',
      FAILPOINTS: 'y',
    };
    expect(inheritedEnvironment(env)).toEqual({ LOG_LEVEL: 'debug', FAILPOINTS: 'y' });
  });
});
