import { account, challengeFor, newWallet } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { verify } from './stage.fixture.js';

describe('A nonce of one pair of routes', () => {
  it('A-34 is used up on the other pair as well', async () => {
    const wallet = newWallet();
    const legacy = e2e.anonymous.GET('/v1/auth/legacy-wallet/nonce', account(wallet));
    const body = wallet.prove(await unwrap(legacy));

    expect((await verify(body)).response.status).toBe(200);
    const again = await e2e.anonymous.POST('/v1/auth/legacy-wallet/verify', { body });
    expectProblem(again, 'WALLET_SIGNATURE_INVALID');
  });
});

describe('Accounts behind wallets', () => {
  it('makes one account of 20 first sign-ins with one wallet at once', async () => {
    const wallet = newWallet();
    const proofs = await parallel(20, async () => wallet.prove(await challengeFor(e2e.anonymous, wallet)));
    const answers = await Promise.all(proofs.map(verify));

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(new Set(answers.map(({ data }) => data?.user?.id)).size).toBe(1);
    expect(answers.filter(({ data }) => data?.isNewUser)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data?.token)).size).toBe(20);
  });

  it('stores no token, but its SHA-256', async () => {
    const { token } = await e2e.signIn();
    const { rows } = await e2e.db.query<{ text: string }>(
      `SELECT table_to_xml(c.oid::regclass, true, false, '')::text AS text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'identity' AND c.relkind = 'r'`,
    );

    const everything = rows.map(({ text }) => text).join('');
    expect(everything).toContain('svcuser_');
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(token.slice('svcu_'.length));
  });
});
