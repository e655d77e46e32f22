import { account, newWallet } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';

const ROUTES = [
  ['the current routes', '/v1/auth/wallet/challenge', '/v1/auth/wallet/verify', '/v1/auth/legacy-wallet/verify'],
  ['the legacy routes', '/v1/auth/legacy-wallet/nonce', '/v1/auth/legacy-wallet/verify', '/v1/auth/wallet/verify'],
] as const;

describe.each(ROUTES)('Wallet sign-in by %s', (_, challengeRoute, verifyRoute, otherVerifyRoute) => {
  it.each(['cosmoshub-4', 'injective-1'])('accepts the proof of a wallet on %s', async (chainId) => {
    const wallet = newWallet(chainId);
    const body = wallet.prove(await unwrap(e2e.anonymous.GET(challengeRoute, account(wallet))));
    const { data, response } = await e2e.anonymous.POST(verifyRoute, { body });

    expect({ status: response.status, data }).toMatchObject({
      status: 200,
      data: {
        token: expect.stringMatching(/^svcu_[A-Za-z0-9_-]{43}$/) as string,
        isNewUser: true,
        user: {
          id: expect.stringMatching(/^svcuser_[0-9a-f]{32}$/) as string,
          status: 'active',
          wallets: [{ address: wallet.address, chainId, isPrimary: true }],
        },
      },
    });
  });

  it('A-34 rejects a nonce that was used on the other pair of routes', async () => {
    const wallet = newWallet();
    const body = wallet.prove(await unwrap(e2e.anonymous.GET(challengeRoute, account(wallet))));

    expect((await e2e.anonymous.POST(otherVerifyRoute, { body })).response.status).toBe(200);
    expectProblem(await e2e.anonymous.POST(verifyRoute, { body }), 'WALLET_SIGNATURE_INVALID');
  });
});
