import type { WalletChallenge } from '@questp/messages';
import { bech32, bech32m } from '@scure/base';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { getFrom } from '../support/get-from.js';
import { parallel, tally } from '../support/parallel.js';
import { TWO_OF_EACH, usePlatform } from '../support/platform.fixture.js';
import { CHALLENGE, challengePath, LINK, LINK_CHALLENGE, VERIFY, type SignIn } from '../support/sign-in.js';
import { newWallet, type Wallet } from '../support/wallet.js';
import { REAL_WALLET_SIGNATURES } from '../support/wallet-signatures.js';
import { WRONG_ETH_PROOFS, WRONG_PROOFS, wronglyDerivedEthWallet } from '../support/wrong-proofs.js';

const e2e = usePlatform({ replicas: TWO_OF_EACH });

const ROUTES = [
  ['the current routes', CHALLENGE, VERIFY],
  ['the legacy routes', '/v1/auth/legacy-wallet/nonce', '/v1/auth/legacy-wallet/verify'],
] as const;

describe.each(ROUTES)('Wallet sign-in by %s', (_, challengeRoute, verifyRoute) => {
  const challengeFor = (wallet: { address: string; chainId: string }) =>
    e2e.anonymous.get<WalletChallenge>(challengePath(wallet, challengeRoute));
  const verify = (body: unknown, gateway = 0) => e2e.anonymous.callAt(gateway, 'POST', verifyRoute, { body });
  const refusals = new Set<string>();

  it('gives the text of CAIP-122 in the order of the specification, valid for 5 minutes', async () => {
    const wallet = newWallet('osmosis-1');
    const { nonce, message, expiresAt } = await challengeFor(wallet);

    expect(nonce).toMatch(/^svc_nonce_[A-Za-z0-9_-]{20,}$/);
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    const form = new RegExp(
      [
        String.raw`^localhost:5173 wants you to sign in with your Cosmos account:`,
        wallet.address,
        '',
        '[^\n]+',
        '',
        String.raw`URI: http://localhost:5173/?`,
        'Version: 1',
        'Chain ID: osmosis-1',
        `Nonce: ${nonce}`,
        `Issued At: (${time})`,
        `Expiration Time: (${time})$`,
      ].join('\n'),
    );
    const [, issued = '', expires = ''] = form.exec(message) ?? [];
    expect(message).toMatch(form);
    expect(expires).toBe(expiresAt);
    expect(Date.parse(expires) - Date.parse(issued)).toBe(300_000);
  });

  it.each(['cosmoshub-4', 'injective-1'])('takes the proof of a wallet on %s', async (chainId) => {
    const wallet = newWallet(chainId);
    const answer = await verify(wallet.prove(await challengeFor(wallet)));

    expect(answer).toMatchObject({
      status: 200,
      json: {
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

  it.each(REAL_WALLET_SIGNATURES)('A-29 takes the signature a real wallet made on $chainId', async (real) => {
    const { message, ...proof } = real;
    const { nonce } = await challengeFor(proof);
    await e2e.sql('UPDATE identity.wallet_challenge SET message = $2 WHERE nonce = $1', [nonce, message]);

    expect((await verify({ ...proof, nonce })).status).toBe(200);
  });

  it('A-22 lets a used nonce in once, tried again and 20 times at once over two gateways', async () => {
    const wallet = newWallet();
    const proof = wallet.prove(await challengeFor(wallet));

    const answers = await parallel(20, (index) => verify(proof, index));
    const again = await verify(proof);

    expect(tally([...answers, again])).toEqual({ '200': 1, '401 WALLET_SIGNATURE_INVALID': 20 });
  });

  it('A-23 refuses a nonce that expired a second ago', async () => {
    const wallet = newWallet();
    const challenge = await challengeFor(wallet);
    await e2e.sql(`UPDATE identity.wallet_challenge SET expires_at = now() - interval '1 second' WHERE nonce = $1`, [
      challenge.nonce,
    ]);

    refusals.add(expectProblem(await verify(wallet.prove(challenge)), 'WALLET_SIGNATURE_INVALID').detail);
  });

  it.each(WRONG_PROOFS)('%s refuses %s and burns the nonce', async (_number, _what, wrong) => {
    const wallet = newWallet();
    const challenge = await challengeFor(wallet);

    refusals.add(expectProblem(await verify(wrong(wallet, challenge)), 'WALLET_SIGNATURE_INVALID').detail);

    const named = wrong(wallet, challenge).nonce === challenge.nonce;
    const later = await verify(wallet.prove(challenge));
    if (named) refusals.add(expectProblem(later, 'WALLET_SIGNATURE_INVALID').detail);
    else expect(later.status).toBe(200);
  });

  it.each(WRONG_ETH_PROOFS)('A-29 refuses %s on a chain that hashes with keccak-256', async (_what, wrong) => {
    const wallet = newWallet('injective-1');
    const answer = await verify(wrong(wallet, await challengeFor(wallet)));

    refusals.add(expectProblem(answer, 'WALLET_SIGNATURE_INVALID').detail);
  });

  it('A-29 refuses an address derived like those of another kind of chain', async () => {
    const wallet = wronglyDerivedEthWallet();
    const answer = await verify(wallet.prove(await challengeFor(wallet)));

    refusals.add(expectProblem(answer, 'WALLET_SIGNATURE_INVALID').detail);
  });

  it('says the same of every proof it refuses', () => {
    expect(refusals.size).toBe(1);
  });

  it.each(['address', 'chainId', 'pubkey', 'signature', 'nonce'])('asks for %s as a string', async (member) => {
    const wallet = newWallet();
    const proof = wallet.prove(await challengeFor(wallet));

    for (const value of [undefined, null, 7, ['x'], { x: 'y' }]) {
      const problem = expectProblem(await verify({ ...proof, [member]: value }), 'VALIDATION_FAILED');
      expect(problem.errors).toEqual([expect.objectContaining({ pointer: `/${member}` })]);
    }
    // A request that names no proof costs nobody the nonce.
    expect((await verify(proof)).status).toBe(200);
  });

  describe('A-30 gives no challenge for', () => {
    const { address } = newWallet();
    const words = bech32.decode(address as `${string}1${string}`).words;
    const wrong: [string, string][] = [
      ['an address in mixed case', address.slice(0, -1) + address.slice(-1).toUpperCase().replace(/\d/, 'Q')],
      ['an address in upper case', address.toUpperCase()],
      ['the prefix of another chain', bech32.encode('osmo', words)],
      ['a wrong checksum', address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q')],
      ['bech32m', bech32m.encode('cosmos', words)],
      ['the 32 bytes of a contract', bech32.encode('cosmos', bech32.toWords(new Uint8Array(32).fill(7)))],
      ['19 bytes', bech32.encode('cosmos', bech32.toWords(new Uint8Array(19)))],
      ['a hex address', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ];

    it.each(wrong)('%s', async (_what, given) => {
      const path = challengePath({ address: given, chainId: 'cosmoshub-4' }, challengeRoute);
      expectProblem(await e2e.anonymous.call('GET', path), 'WALLET_ADDRESS_INVALID');
    });
  });

  it('A-31 gives no challenge for a chain that is not in the list', async () => {
    const path = challengePath({ address: newWallet().address, chainId: 'cosmoshub-3' }, challengeRoute);

    expectProblem(await e2e.anonymous.call('GET', path), 'CHAIN_NOT_SUPPORTED');
  });

  it('A-24 takes no nonce that was issued for linking', async () => {
    const person = await e2e.signIn();
    const wallet = newWallet();
    const link = await person.client.get<WalletChallenge>(challengePath(wallet, LINK_CHALLENGE));

    expectProblem(await verify(wallet.prove(link)), 'WALLET_SIGNATURE_INVALID');
    expectProblem(await person.client.call('POST', LINK, { body: wallet.prove(link) }), 'WALLET_SIGNATURE_INVALID');
  });

  it('A-24 issues no nonce that links a wallet', async () => {
    const person = await e2e.signIn();
    const wallet = newWallet();
    const body = wallet.prove(await challengeFor(wallet));

    expectProblem(await person.client.call('POST', LINK, { body }), 'WALLET_SIGNATURE_INVALID');
    expect(await person.client.get(LINK)).toMatchObject({ items: [{ address: person.wallet.address }] });
  });
});

describe('A nonce of one pair of routes', () => {
  it('A-34 is used up on the other pair as well', async () => {
    const wallet = newWallet();
    const challenge = await e2e.anonymous.get<WalletChallenge>(challengePath(wallet, ROUTES[1][1]));

    expect((await e2e.anonymous.call('POST', VERIFY, { body: wallet.prove(challenge) })).status).toBe(200);
    const again = await e2e.anonymous.call('POST', ROUTES[1][2], { body: wallet.prove(challenge) });
    expectProblem(again, 'WALLET_SIGNATURE_INVALID');
  });
});

describe('Accounts behind wallets', () => {
  it('makes one account of 20 first sign-ins with one wallet at once', async () => {
    const wallet = newWallet();
    const proofs = await parallel(20, async () =>
      wallet.prove(await e2e.anonymous.get<WalletChallenge>(challengePath(wallet))),
    );
    const answers = await parallel(20, (index) =>
      e2e.anonymous.callAt<SignIn>(index, 'POST', VERIFY, { body: proofs[index] }),
    );

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(new Set(answers.map(({ json }) => json.user.id)).size).toBe(1);
    expect(answers.filter(({ json }) => json.isNewUser)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.token)).size).toBe(20);
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

describe('Linking a wallet', () => {
  const link = async (wallet: Wallet, as: Awaited<ReturnType<typeof e2e.signIn>>) => {
    const challenge = await as.client.get<WalletChallenge>(challengePath(wallet, LINK_CHALLENGE));
    return as.client.call('POST', LINK, { body: wallet.prove(challenge) });
  };

  it('A-24 takes no nonce that was issued to another account', async () => {
    const [victim, thief] = [await e2e.signIn(), await e2e.signIn()];
    const wallet = newWallet();
    const challenge = await victim.client.get<WalletChallenge>(challengePath(wallet, LINK_CHALLENGE));

    const answer = await thief.client.call('POST', LINK, { body: wallet.prove(challenge) });
    expectProblem(answer, 'WALLET_SIGNATURE_INVALID');
    expect(await e2e.count('SELECT count(*) FROM identity.wallet WHERE address = $1', [wallet.address])).toBe(0);
  });

  it.each(WRONG_PROOFS.filter(([number]) => number !== 'A-26'))('%s refuses %s', async (_number, _what, wrong) => {
    const person = await e2e.signIn();
    const wallet = newWallet();
    const challenge = await person.client.get<WalletChallenge>(challengePath(wallet, LINK_CHALLENGE));

    const answer = await person.client.call('POST', LINK, { body: wrong(wallet, challenge) });
    expectProblem(answer, 'WALLET_SIGNATURE_INVALID');
  });

  it('lets both wallets sign in to the account, and takes a wallet twice from nobody', async () => {
    const [person, other] = [await e2e.signIn(), await e2e.signIn()];
    const wallet = newWallet('injective-1');

    expect((await link(wallet, person)).status).toBe(201);
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
    const { items } = await person.client.get<{ items: { id: string; address: string }[] }>(LINK);
    const [first, second] = items.map(({ id }) => id);

    await person.client.delete(`${LINK}/${second}`);
    expectProblem(await person.client.call('DELETE', `${LINK}/${first}`), 'LAST_SIGN_IN_METHOD');
    expect((await e2e.signIn({ wallet })).user.id).not.toBe(person.user.id);
  });
});

// Last, since it changes the processes.
describe('Limits of wallet sign-in', () => {
  it('A-31 refuses a chain that was taken from the list between challenge and verification', async () => {
    const chain = { chainId: 'leaving-1', name: 'Leaving', family: 'Cosmos', bech32Prefix: 'cosmos' };
    const extra = JSON.stringify([{ ...chain, keyAlgorithm: 'secp256k1', coinType: 118, signIn: true }]);
    const identities = [0, 1].map((replica) => e2e.service('identity', replica));
    const wallet = newWallet();
    await Promise.all(identities.map((identity) => identity.restart({ CHAINS: extra })));
    const challenge = await e2e.anonymous.get<WalletChallenge>(
      challengePath({ address: wallet.address, chainId: 'leaving-1' }),
    );
    await Promise.all(identities.map((identity) => identity.restart({ CHAINS: undefined })));

    const body = { ...wallet.prove(challenge), chainId: 'leaving-1' };
    expectProblem(await e2e.anonymous.call('POST', VERIFY, { body }), 'WALLET_SIGNATURE_INVALID');
  });

  it('A-33 counts the challenges of an address over both gateways, and stores no more than it gave', async () => {
    await Promise.all([0, 1].map((replica) => e2e.service('gateway', replica).restart({ LIMIT_CHALLENGE: '30' })));
    const stored = 'SELECT count(*) FROM identity.wallet_challenge';
    const before = await e2e.count(stored);

    // From an address that was not counted under the limit before.
    const answers = await parallel(200, (index) =>
      getFrom('127.0.0.9', `${e2e.gatewayUrls[index % 2]}${challengePath(newWallet())}`, {
        'x-forwarded-for': `10.0.0.${index}`,
      }),
    );
    const given = answers.filter(({ status }) => status === 200).length;

    // A window may end in between.
    expect([30, 60]).toContain(given);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(200 - given);
    expect(refused[0]?.retryAfter).toBeGreaterThan(0);
    expect((await e2e.count(stored)) - before).toBe(given);
  });
});
