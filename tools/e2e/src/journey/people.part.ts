import { newWallet } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import { problemOf, story } from './story.fixture.js';

describe('People', () => {
  it('list the sign-in methods', async () => {
    const { methods } = await unwrap(e2e.anonymous.GET('/v1/auth/methods'));

    expect(methods.map(({ id }) => id)).toEqual([
      'wallet',
      'email',
      'password',
      'oauth_idp',
      'microblog',
      'codehost',
      'chatcomm',
      'videosite',
      'launchsite',
    ]);
    const chains = methods[0]?.chains.map(({ chainId, keyAlgorithm }) => `${chainId} ${keyAlgorithm}`);
    expect(chains).toEqual(expect.arrayContaining(['cosmoshub-4 secp256k1', 'injective-1 eth_secp256k1']));
  });

  it('sign in with wallets of both kinds of keys', async () => {
    story.owner = await e2e.signIn({ wallet: newWallet('injective-1') });
    story.moderator = await e2e.signIn({ wallet: newWallet('osmosis-1') });

    expect(story.owner.user).toMatchObject({ status: 'active', username: null, wallets: [{ chainId: 'injective-1' }] });
    expect(await unwrap(story.owner.client.GET('/v1/users/me'))).toEqual(story.owner.user);
  });

  it('come back to the same account', async () => {
    expect((await e2e.signIn({ wallet: story.owner.wallet })).user.id).toBe(story.owner.user.id);
  });

  it('refer new users', async () => {
    story.alice = await e2e.signIn();
    story.bob = await e2e.signIn({ ref: story.alice.user.referralCode });
    story.carol = await e2e.signIn();

    const admin = await e2e.superAdmin();
    const asOperatorsSee = (userId: string) =>
      unwrap(admin.GET('/v1/admin/users/{userId}', { params: { path: { userId } } }));
    expect(await asOperatorsSee(story.bob.user.id)).toMatchObject({ referredBy: story.alice.user.id });
    expect(await asOperatorsSee(story.alice.user.id)).toMatchObject({ referrals: 1, referredBy: null });
  });

  it('choose a unique username', async () => {
    const profile = { username: 'alice', displayName: 'Alice', bio: 'Quests every day.' };

    expect(await unwrap(story.alice.client.PATCH('/v1/users/me', { body: profile }))).toMatchObject(profile);
    expect(await problemOf(unwrap(story.bob.client.PATCH('/v1/users/me', { body: { username: 'alice' } })))).toBe(
      'USERNAME_TAKEN',
    );
  });
});
