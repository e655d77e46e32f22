import { account, linkChallengeFor, newWallet, type Proof } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { bech32, bech32m } from '@scure/base';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { REAL_WALLET_SIGNATURES } from '../../support/wallet-signatures.js';
import { WRONG_ETH_PROOFS, WRONG_PROOFS, wronglyDerivedEthWallet } from '../../support/wrong-proofs.js';

const ROUTES = [
  ['the current routes', '/v1/auth/wallet/challenge', '/v1/auth/wallet/verify'],
  ['the legacy routes', '/v1/auth/legacy-wallet/nonce', '/v1/auth/legacy-wallet/verify'],
] as const;

describe.each(ROUTES)('Wallet sign-in by %s', (_, challengeRoute, verifyRoute) => {
  const challenges = (wallet: { address: string; chainId: string }) =>
    e2e.anonymous.GET(challengeRoute, account(wallet));
  const challengeFor = (wallet: { address: string; chainId: string }) => unwrap(challenges(wallet));
  const verify = (body: Proof) => e2e.anonymous.POST(verifyRoute, { body });
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
    const { data, response } = await verify(wallet.prove(await challengeFor(wallet)));

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

  it.each(REAL_WALLET_SIGNATURES)('A-29 takes the signature a real wallet made on $chainId', async (real) => {
    const { message, ...proof } = real;
    const { nonce } = await challengeFor(proof);
    await e2e.sql('UPDATE identity.wallet_challenge SET message = $2 WHERE nonce = $1', [nonce, message]);

    expect((await verify({ ...proof, nonce })).response.status).toBe(200);
  });

  it('A-22 lets a used nonce in once, tried again and 20 times at once over two gateways', async () => {
    const wallet = newWallet();
    const proof = wallet.prove(await challengeFor(wallet));

    const answers = await parallel(20, () => verify(proof));
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
    else expect(later.response.status).toBe(200);
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

    const send = (body: unknown) => e2e.anonymous.call('POST', verifyRoute, { body });
    for (const value of [undefined, null, 7, ['x'], { x: 'y' }]) {
      const problem = expectProblem(await send({ ...proof, [member]: value }), 'VALIDATION_FAILED');
      expect(problem.errors).toEqual([expect.objectContaining({ pointer: `/${member}` })]);
    }
    // A request without a proof does not consume the nonce.
    expect((await verify(proof)).response.status).toBe(200);
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
      expectProblem(await challenges({ address: given, chainId: 'cosmoshub-4' }), 'WALLET_ADDRESS_INVALID');
    });
  });

  it('A-31 gives no challenge for a chain that is not in the list', async () => {
    const { address } = newWallet();

    expectProblem(await challenges({ address, chainId: 'cosmoshub-3' }), 'CHAIN_NOT_SUPPORTED');
  });

  it('A-24 takes no nonce that was issued for linking', async () => {
    const person = await e2e.signIn();
    const wallet = newWallet();
    const link = await linkChallengeFor(person.client, wallet);

    const body = wallet.prove(link);
    expectProblem(await verify(body), 'WALLET_SIGNATURE_INVALID');
    expectProblem(await person.client.POST('/v1/users/me/wallets', { body }), 'WALLET_SIGNATURE_INVALID');
  });

  it('A-24 issues no nonce that links a wallet', async () => {
    const person = await e2e.signIn();
    const wallet = newWallet();
    const body = wallet.prove(await challengeFor(wallet));

    expectProblem(await person.client.POST('/v1/users/me/wallets', { body }), 'WALLET_SIGNATURE_INVALID');
    const { items } = await unwrap(person.client.GET('/v1/users/me/wallets'));
    expect(items).toMatchObject([{ address: person.wallet.address }]);
  });
});
