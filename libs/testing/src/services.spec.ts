import { inheritedEnvironment, serviceEnvironment, SERVICES } from './services.js';

const addresses = {
  databaseUrl: 'postgresql://db',
  natsUrl: 'nats://bus',
  smtpUrl: 'smtp://mail',
  appUrl: 'http://app',
  admin: { email: 'a@b.c', password: 'secret' },
};

describe('the environment of a service', () => {
  it('gives each service the bus, and only what it needs of the rest', () => {
    const names = SERVICES.map((service) => Object.keys(serviceEnvironment(service, addresses)).sort());
    const common = ['APP_URL', 'HOST', 'NATS_URL'];
    expect(names).toEqual([
      ['APP_URL', 'BOOTSTRAP_ADMIN_EMAIL', 'BOOTSTRAP_ADMIN_PASSWORD', 'DATABASE_URL', ...common.slice(1)],
      ['APP_URL', 'DATABASE_URL', 'HOST', 'NATS_URL'],
      ['APP_URL', 'DATABASE_URL', 'HOST', 'NATS_URL', 'SMTP_URL'],
      common,
    ]);
  });

  it('lets no address of the caller through, and everything else', () => {
    const env = { DATABASE_URL: 'x', PORT: '1', BOOTSTRAP_ADMIN_PASSWORD: 'x', LOG_LEVEL: 'debug', FAILPOINTS: 'y' };
    expect(inheritedEnvironment(env)).toEqual({ LOG_LEVEL: 'debug', FAILPOINTS: 'y' });
  });
});
