import { randomBytes } from 'node:crypto';
import { signArbitrary, type Chain } from '@questp/chains';
import { measure, type Side } from '../compare.js';
import type { Shot } from '../load/fire.js';
import type { BenchPlatform } from '../platform.js';
import { untilOutboxIsEmpty } from '../seed/outbox.js';
import type { Place } from './comparison.js';
import type { Row } from '../report.js';
import { post } from '../sides/sign-ins.js';
import { chainOf, nativeChecksPerSecond } from './signature.js';

/** A round ends when all challenges that were fetched for it are answered. */
const MOST_PREPARED = 2_000;
const AGAINST = 'the signature check alone, one core';

interface Wallet {
  chain: Chain;
  key: Uint8Array;
}

/** POST /v1/auth/wallet/verify for new and for known accounts, with wallets of both key types in turn. */
export async function walletRows({ platform, effort }: Place): Promise<Row[]> {
  const chains = [chainOf('cosmoshub-4'), chainOf('injective-1')];
  const checks = chains.map((chain) => nativeChecksPerSecond(chain, 1));
  const perSecond = checks.reduce((sum, rate) => sum + rate, 0) / checks.length;
  const baseline = { figures: { perSecond }, cpu: { baseline: 1e6 / perSecond } };
  const rows: Row[] = [];
  for (const accounts of ['new', 'known'] as const) {
    const ours = await measure(signIns(platform, chains, accounts), effort);
    rows.push({
      what: `wallet, ${accounts} accounts`,
      against: AGAINST,
      ours: ours.figures,
      baseline: baseline.figures,
      cpu: { ours: ours.cpu, baseline: baseline.cpu },
    });
  }
  return rows;
}

/** Fetches and signs the challenges first; only the sign-ins are measured. Known wallets are those of the warm-up. */
function signIns(platform: BenchPlatform, chains: Chain[], accounts: 'new' | 'known'): Side {
  let known: Wallet[] | undefined;
  return {
    prepare: async (expected) => {
      const newWallet = (_: unknown, index: number): Wallet => ({
        chain: chains[index % chains.length] as Chain,
        key: randomBytes(32),
      });
      const wallets = known ?? Array.from({ length: Math.min(expected, MOST_PREPARED) }, newWallet);
      if (accounts === 'known') known = wallets;
      const shots: Shot[] = [];
      const waiting = wallets.values();
      const prepare = async () => {
        for (const wallet of waiting) shots.push(await signInShot(platform.url, wallet));
      };
      await Promise.all(Array.from({ length: 16 }, prepare));
      return { url: platform.url, method: 'POST', shots, once: true };
    },
    settle: () => untilOutboxIsEmpty(platform.client, 'identity'),
    cpu: () => platform.cpu(),
  };
}

async function signInShot(url: string, { chain, key }: Wallet): Promise<Shot> {
  const { address } = signArbitrary(chain, key, '');
  const { chainId } = chain;
  const answer = await fetch(`${url}/v1/auth/wallet/challenge?${new URLSearchParams({ address, chainId }).toString()}`);
  const { nonce, message } = (await answer.json()) as { nonce: string; message: string };
  const { pubkeyBase64, signatureBase64 } = signArbitrary(chain, key, message);
  const proof = { address, chainId, pubkey: pubkeyBase64, signature: signatureBase64, nonce };
  return post('/v1/auth/wallet/verify', proof);
}
