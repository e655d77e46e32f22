import { setTimeout as sleep } from 'node:timers/promises';
import { challengeFor, newWallet } from '@questp/players';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { getFrom } from '../../support/get-from.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { parallel } from '../../support/parallel.js';
import { verify } from './stage.fixture.js';

// Last, because it restarts processes.
describe('Limits of wallet sign-in', () => {
  it('A-31 refuses a chain that was taken from the list between challenge and verification', async () => {
    const wallet = newWallet('juno-1');
    const challenge = await challengeFor(e2e.anonymous, wallet);
    const signIn = async (allowed: boolean) => {
      await e2e.sql(`UPDATE integrations.chain SET sign_in = ${allowed} WHERE chain_id = 'juno-1'`);
      // Every replica reloads its chains within 2 seconds.
      await sleep(3_000);
    };
    await signIn(false);
    expectProblem(await verify(wallet.prove(challenge)), 'WALLET_SIGNATURE_INVALID');
    await signIn(true);
  });

  it('A-33 counts the challenges of an address over both gateways, and stores no more than it gave', async () => {
    await Promise.all([0, 1].map((replica) => e2e.service('gateway', replica).restart({ LIMIT_CHALLENGE: '30' })));
    const wallets = Array.from({ length: 200 }, () => newWallet());

    // From an address that has not been counted before.
    const answers = await parallel(wallets.length, (index) => {
      const { address, chainId } = wallets[index] as (typeof wallets)[number];
      const query = new URLSearchParams({ address, chainId }).toString();
      const url = `${e2e.gatewayUrls[index % 2]}/v1/auth/wallet/challenge?${query}`;
      return getFrom('127.0.0.9', url, { 'x-forwarded-for': `10.0.0.${index}` });
    });
    const given = answers.filter(({ status }) => status === 200).length;

    // The window of the limit may end meanwhile.
    expect([30, 60]).toContain(given);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(200 - given);
    expect(refused[0]?.retryAfter).toBeGreaterThan(0);
    const stored = 'SELECT count(*) FROM identity.wallet_challenge WHERE address = ANY ($1)';
    expect(await e2e.count(stored, [wallets.map(({ address }) => address)])).toBe(given);
  });
});
