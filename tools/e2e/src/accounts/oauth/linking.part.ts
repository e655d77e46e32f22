import { linkByOAuth, signInByOAuth } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { platforms } from '../../support/platforms.js';
import { e2e } from '../../support/one-platform.fixture.js';

const at = <Provider extends string>(provider: Provider) => ({ params: { path: { provider } } });

describe('Accounts of platforms that are linked', () => {
  it('an account whose token was revoked is marked for linking again, and linking clears the mark', async () => {
    const { client } = await e2e.signIn();
    await linkByOAuth(client, 'microblog', 'earner-33');
    expect(await unwrap(client.POST('/v1/users/me/accounts/{provider}/check', at('microblog')))).toMatchObject({
      handle: 'earner_33',
    });
    platforms.emulators.arm('microblog', { kind: 'revoked_token' });
    expectProblem(
      await client.POST('/v1/users/me/accounts/{provider}/check', at('microblog')),
      'ACCOUNT_RELINK_NEEDED',
    );
    const isNeeded = async () => (await unwrap(client.GET('/v1/users/me/accounts'))).items[0]?.relinkNeeded;
    await waitFor(isNeeded, { what: 'the list to show it' });
    await linkByOAuth(client, 'microblog', 'earner-33');
    expect(await isNeeded()).toBe(false);
  });

  it('unlinking revokes the grant at the platform, and is refused for the last sign-in method', async () => {
    const { token } = await signInByOAuth(e2e.anonymous, 'chatcomm', 'earner-34');
    const client = e2e.as(token);
    expectProblem(await client.DELETE('/v1/users/me/accounts/{provider}', at('chatcomm')), 'LAST_SIGN_IN_METHOD');
    await linkByOAuth(client, 'videosite', 'earner-34');
    expectProblem(await client.DELETE('/v1/users/me/accounts/{provider}', at('chatcomm')), 'LAST_SIGN_IN_METHOD');
    await linkByOAuth(client, 'codehost', 'earner-34');
    await unwrap(client.DELETE('/v1/users/me/accounts/{provider}', at('chatcomm')));
    const left = () => e2e.count(`SELECT count(*) FROM integrations.oauth_grant WHERE state = 'ended'`);
    await waitFor(async () => (await left()) === 0, { what: 'the grant to be given back' });
  });
});
