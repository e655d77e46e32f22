import { emulatorEnvironment } from './environment.js';
import { redirectUrisOf } from './redirect-uris.js';
import { startEmulators } from './start-emulators.js';

describe('the environment of emulated platforms', () => {
  const url = 'http://127.0.0.1:4480';

  it('names credentials and addresses, and lets the issuer be asked on this machine', () => {
    expect(emulatorEnvironment(url)).toMatchObject({
      OAUTH_IDP_ISSUER: `${url}/idp`,
      CHATCOMM_BOT_TOKEN: expect.any(String) as string,
      PLATFORM_CHATCOMM_URL: `${url}/discord.com/api/v10`,
      PLATFORM_VIDEOSITE_TOKEN_URL: `${url}/oauth2.googleapis.com`,
      EGRESS_NETWORKS: '127.0.0.1/32',
    });
  });

  it('leaves alone what says anything of its own about a platform', () => {
    const own = { CODEHOST_CLIENT_ID: 'mine', EGRESS_NETWORKS: '10.0.0.0/8' };
    const environment = emulatorEnvironment(url, own);
    expect(Object.keys(environment).filter((name) => name.includes('CODEHOST'))).toEqual([]);
    expect(environment).toMatchObject({ EGRESS_NETWORKS: '10.0.0.0/8', PLATFORM_MICROBLOG_URL: `${url}/api.x.com` });
  });

  it('has the address by which others reach the emulators, wherever they listen', async () => {
    const reached = 'http://trial.localhost:4480';
    const redirectUris = redirectUrisOf('http://api.localhost:3000/v1');
    const emulators = await startEmulators({ host: '0.0.0.0', url: reached, redirectUris });
    expect(emulators.environment).toEqual(emulatorEnvironment(reached));
    await emulators.stop();
    expect(redirectUris.codehost).toEqual(['http://api.localhost:3000/v1/auth/oauth/callback/codehost']);
  });
});
