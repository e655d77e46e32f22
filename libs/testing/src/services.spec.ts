import { SERVICES } from '@questp/manifest';
import { inheritedEnvironment, serviceEnvironment } from './services.js';

const addresses = {
  databaseUrl: 'postgresql://db',
  natsUrl: 'nats://bus',
  smtpUrl: 'smtp://mail',
  appUrl: 'http://app',
  admin: { email: 'a@b.c', password: 'secret' },
};

describe('the environment of a service', () => {
  it('gives each service the bus, and of the rest only what the manifest names', () => {
    const told = Object.fromEntries(SERVICES.map((row) => [row.name, serviceEnvironment(row, addresses)]));
    const common = { HOST: '127.0.0.1', NATS_URL: 'nats://bus', APP_URL: 'http://app' };
    expect(told).toMatchObject({
      identity: {
        ...common,
        DATABASE_URL: 'postgresql://db',
        BOOTSTRAP_ADMIN_EMAIL: 'a@b.c',
        BOOTSTRAP_ADMIN_PASSWORD: 'secret',
      },
      notifier: { ...common, DATABASE_URL: 'postgresql://db', SMTP_URL: 'smtp://mail' },
    });
    expect(told['gateway']).toEqual(common);
    expect(told['notifier']).not.toHaveProperty('BOOTSTRAP_ADMIN_PASSWORD');
  });

  it('lets no address of the caller through, and everything else', () => {
    const env = { DATABASE_URL: 'x', PORT: '1', BOOTSTRAP_ADMIN_PASSWORD: 'x', LOG_LEVEL: 'debug', FAILPOINTS: 'y' };
    expect(inheritedEnvironment(env)).toEqual({ LOG_LEVEL: 'debug', FAILPOINTS: 'y' });
  });
});
