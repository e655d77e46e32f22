import { randomBytes } from 'node:crypto';
import { signArbitrary, type Chain } from '@questp/chains';
import { figuresOf, type Figures } from '../load/figures.js';
import { fire, type Shot } from '../load/fire.js';
import { untilOutboxIsEmpty } from '../seed/outbox.js';
import { comparison, type Place, type Row } from './comparison.js';
import { chainOf, nativeChecksPerSecond } from './signature.js';

/** Sign-ins that are prepared for a second of measuring. */
const PREPARED_PER_SECOND = 1_500;
const AGAINST = 'the signature check alone, one core';

interface Wallet {
  chain: Chain;
  key: Uint8Array;
}

/** POST /v1/auth/wallet/verify for new and for known accounts, with wallets of both key types in turn. */
export const walletVerifyCase = comparison(async (place) => {
  const { effort } = place;
  const chains = [chainOf('cosmoshub-4'), chainOf('injective-1')];
  const wallets = Array.from({ length: PREPARED_PER_SECOND * effort.seconds }, (_, index): Wallet => {
    return { chain: chains[index % chains.length] as Chain, key: randomBytes(32) };
  });
  const checks = chains.map((chain) => nativeChecksPerSecond(chain, 1));
  const baseline = { perSecond: checks.reduce((sum, rate) => sum + rate, 0) / checks.length };
  const rows: Row[] = [];
  for (const accounts of ['new', 'known'] as const) {
    rows.push({
      what: `wallet verify, ${accounts} accounts`,
      against: AGAINST,
      ours: await signIns(place, wallets),
      baseline,
    });
  }
  return rows;
});

/** Fetches and signs the challenges first; only the sign-ins are measured. */
async function signIns({ platform, effort }: Place, wallets: Wallet[]): Promise<Figures> {
  const shots: Shot[] = [];
  const waiting = wallets.values();
  const prepare = async () => {
    for (const wallet of waiting) shots.push(await signInShot(platform.url, wallet));
  };
  await Promise.all(Array.from({ length: 16 }, prepare));
  const round = await fire({ url: platform.url, method: 'POST', shots, once: true }, effort.seconds);
  await untilOutboxIsEmpty(platform.client, 'identity');
  return figuresOf([round]);
}

async function signInShot(url: string, { chain, key }: Wallet): Promise<Shot> {
  const { address } = signArbitrary(chain, key, '');
  const { chainId } = chain;
  const answer = await fetch(`${url}/v1/auth/wallet/challenge?${new URLSearchParams({ address, chainId }).toString()}`);
  const { nonce, message } = (await answer.json()) as { nonce: string; message: string };
  const { pubkeyBase64, signatureBase64 } = signArbitrary(chain, key, message);
  return {
    path: '/v1/auth/wallet/verify',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, chainId, pubkey: pubkeyBase64, signature: signatureBase64, nonce }),
  };
}
