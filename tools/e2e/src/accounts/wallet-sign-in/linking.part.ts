import { linkChallengeFor, newWallet, type Person, type Proof, type Wallet } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { tally } from '../../support/parallel.js';
import { WRONG_PROOFS } from '../../support/wrong-proofs.js';

describe('Linking a wallet', () => {
  const send = ({ client }: Person, body: Proof) => client.POST('/v1/users/me/wallets', { body });
  const link = async (wallet: Wallet, person: Person) =>
    send(person, wallet.prove(await linkChallengeFor(person.client, wallet)));

  it('A-24 takes no nonce that was issued to another account', async () => {
    const [victim, thief] = [await e2e.signIn(), await e2e.signIn()];
    const wallet = newWallet();
    const challenge = await linkChallengeFor(victim.client, wallet);

    const answer = await send(thief, wallet.prove(challenge));
    expectProblem(answer, 'WALLET_SIGNATURE_INVALID');
    expect(await e2e.count('SELECT count(*) FROM identity.wallet WHERE address = $1', [wallet.address])).toBe(0);
  });

  it.each(WRONG_PROOFS.filter(([number]) => number !== 'A-26'))('%s refuses %s', async (_number, _what, wrong) => {
    const person = await e2e.signIn();
    const wallet = newWallet();
    const challenge = await linkChallengeFor(person.client, wallet);

    const answer = await send(person, wrong(wallet, challenge));
    expectProblem(answer, 'WALLET_SIGNATURE_INVALID');
  });

  it('lets both wallets sign in to the account, and takes a wallet twice from nobody', async () => {
    const [person, other] = [await e2e.signIn(), await e2e.signIn()];
    const wallet = newWallet('injective-1');

    expect((await link(wallet, person)).response.status).toBe(201);
    expect((await e2e.signIn({ wallet })).user.id).toBe(person.user.id);
    expectProblem(await link(wallet, person), 'WALLET_ALREADY_LINKED');
    expectProblem(await link(wallet, other), 'IDENTITY_IN_USE');
    expect((await e2e.signIn({ wallet })).user.id).toBe(person.user.id);
  });

  it('gives a wallet that several accounts link at once to one of them', async () => {
    const people = await e2e.people(10);
    const wallet = newWallet('osmosis-1');

    const counts = tally(await Promise.all(people.map((person) => link(wallet, person))));
    expect(counts).toEqual({ '201': 1, '409 IDENTITY_IN_USE': 9 });
  });

  it('keeps the last wallet, and no longer signs in with one that was unlinked', async () => {
    const person = await e2e.signIn();
    const wallet = newWallet('osmosis-1');
    await link(wallet, person);
    const { items } = await unwrap(person.client.GET('/v1/users/me/wallets'));
    const [first, second] = items.map(({ id }) => id) as [string, string];
    const unlink = (walletId: string) =>
      person.client.DELETE('/v1/users/me/wallets/{walletId}', { params: { path: { walletId } } });

    await unwrap(unlink(second));
    expectProblem(await unlink(first), 'LAST_SIGN_IN_METHOD');
    expect((await e2e.signIn({ wallet })).user.id).not.toBe(person.user.id);
  });
});
