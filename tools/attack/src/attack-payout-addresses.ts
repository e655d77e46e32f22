import { linkChallengeFor, newWallet, signIn, type Person, type Proof, type Wallet } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { codeOf, patiently, refuses } from './answers.js';
import type { Attack } from './attack.js';
import { archive, paidCampaign, payoutsOf, POOL } from './paid-campaign.js';

const ADDRESSES = '/v1/users/me/payout-addresses';
const { chainId } = POOL;

const newProof = async ({ client }: Person, wallet: Wallet): Promise<Proof> => {
  const params = { query: { address: wallet.address, chainId } };
  return wallet.prove(await unwrap(client.GET(`${ADDRESSES}/challenge`, { params })));
};

const choose = ({ client }: Person, { address, pubkey, signature, nonce }: Proof) =>
  client.call('PUT', `${ADDRESSES}/${chainId}`, { body: { address, pubkey, signature, nonce } });

export const payoutAddresses: Attack = {
  name: 'A payout address without its key, or of two earners',
  async run(target, tries) {
    const { gateways } = target;
    const [earner, other] = [await signIn(gateways), await signIn(gateways)];
    const [own, victims] = [newWallet(chainId), newWallet(chainId)];
    const proofs: [what: string, prove: () => Promise<Proof>][] = [
      ['the proof of another wallet', async () => ({ ...(await newProof(earner, own)), address: victims.address })],
      [
        'the key of another wallet',
        async () => {
          const { pubkey, signature } = await newProof(earner, own);
          return { ...(await newProof(earner, victims)), pubkey, signature };
        },
      ],
      ['the proof of another earner', () => newProof(other, own)],
      ['the proof to link a wallet', async () => own.prove(await linkChallengeFor(earner.client, own))],
      ['a challenge that is made up', async () => ({ ...(await newProof(earner, own)), nonce: 'A'.repeat(43) })],
    ];
    for (const [what, prove] of proofs) {
      await refuses(tries, what, ['WALLET_SIGNATURE_INVALID', 'VALIDATION_FAILED'], async () =>
        choose(earner, await prove()),
      );
    }
    for (const address of [
      '',
      'cosmos1',
      'osmo1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2',
      `${own.address}'--`,
      '__proto__',
    ]) {
      const path = `${ADDRESSES}/challenge?chainId=${chainId}&address=${encodeURIComponent(address)}`;
      await refuses(tries, `a challenge for ${address}`, ['WALLET_ADDRESS_INVALID', 'VALIDATION_FAILED'], () =>
        earner.client.call('GET', path),
      );
    }

    const proof = await newProof(earner, own);
    const answers = await Promise.all(Array.from({ length: 10 }, () => choose(earner, proof)));
    const taken = answers.filter(({ response }) => response.ok).length;
    tries.note('one proof is taken once', taken === 1, `${taken} times`);
    await unwrap(earner.client.DELETE(`${ADDRESSES}/{chainId}`, { params: { path: { chainId } } }));
    await refuses(tries, 'the same proof once more', ['WALLET_SIGNATURE_INVALID'], () => choose(earner, proof));

    for (const person of [earner, other]) {
      const code = codeOf(await patiently(async () => choose(person, await newProof(person, own))));
      tries.note('both have the key and choose one address', code === '200', code);
    }
    const campaign = await paidCampaign(target, [earner, other]);
    const payouts = await payoutsOf(campaign);
    const paid = payouts.filter(({ amount }) => amount !== null);
    const reasons = payouts.flatMap(({ excludedReason }) => excludedReason ?? []).join();
    tries.note('one of them is paid', paid.length === 1 && paid[0]?.address === own.address, `${paid.length}`);
    tries.note('the other is excluded', reasons === 'duplicate_address', reasons);
    await archive(campaign.studio);
  },
};
