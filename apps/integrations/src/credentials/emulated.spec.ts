import { startEmulators, type Emulators } from '@questp/emulators';
import { testCredential, type CredentialProvider } from '@questp/messages/integrations';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';

describe('credentials of emulated platforms', () => {
  const EMULATED: CredentialProvider[] = [
    'oauth_idp',
    'microblog',
    'codehost',
    'chatcomm',
    'videosite',
    'photosite',
    'launchsite',
    'messenger',
  ];
  let emulators: Emulators;

  const start = (env: NodeJS.ProcessEnv): Promise<TestService<object>> =>
    startTestService(integrations, { env: { ...env, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1') } });

  beforeAll(async () => {
    emulators = await startEmulators();
  });
  afterAll(() => emulators.stop());

  it('credentials of emulated platforms are accepted by the platforms with the values of their environment', async () => {
    const service = await start(emulators.environment);
    const tests = await Promise.all(EMULATED.map((provider) => service.call(testCredential, { provider })));
    await service.stop();
    expect(tests.map(({ provider, outcome }) => [provider, outcome])).toEqual(
      EMULATED.map((provider) => [provider, 'works']),
    );
  });

  it('credentials of emulated platforms are refused by the platforms with other values', async () => {
    const service = await start({
      ...emulators.environment,
      CHATCOMM_BOT_TOKEN: 'another',
      CODEHOST_CLIENT_SECRET: 'another',
      MESSENGER_BOT_TOKEN: '7100000001:another',
      MICROBLOG_BEARER_TOKEN: 'another',
      PHOTOSITE_APP_SECRET: 'another',
      VIDEOSITE_API_KEY: 'another',
      LAUNCHSITE_CLIENT_SECRET: 'another',
    });
    const others = EMULATED.slice(1);
    const tests = await Promise.all(others.map((provider) => service.call(testCredential, { provider })));
    await service.stop();
    expect(tests.map(({ outcome }) => outcome)).toEqual(others.map(() => 'refused'));
  });
});
