import { chainOf, challengeFor, Gateways, inParallel, newWallet, type Wallet } from '@questp/players';
import { measure, type Side } from '../load/compare.js';
import type { BenchPlatform } from '../platform/platform.js';
import { untilOutboxIsEmpty } from '../seed/outbox.js';
import type { BenchSetup } from './comparison.js';
import type { Row } from '../report/report.js';
import { post } from '../sides/sign-ins.js';
import { nativeChecksPerSecond } from './signature.js';

/** Challenges fetched for a round, which ends when all are used. */
const MAX_PREPARED = 2_000;
const AGAINST = 'the signature check alone, one core';
/** One chain of each key type. */
const CHAIN_IDS = ['cosmoshub-4', 'injective-1'];

/** POST /v1/auth/wallet/verify for new and for known accounts, with wallets of both key types in turn. */
export async function walletRows({ platform, effort }: BenchSetup): Promise<Row[]> {
  const checks = CHAIN_IDS.map((chainId) => nativeChecksPerSecond(chainOf(chainId), 1));
  const perSecond = checks.reduce((sum, rate) => sum + rate, 0) / checks.length;
  const baseline = { figures: { perSecond }, cpu: { baseline: 1e6 / perSecond } };
  const rows: Row[] = [];
  for (const accounts of ['new', 'known'] as const) {
    const ours = await measure(signIns(platform, accounts), effort);
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
function signIns(platform: BenchPlatform, accounts: 'new' | 'known'): Side {
  const { anonymous } = new Gateways([platform.url]);
  let known: Wallet[] | undefined;
  return {
    prepare: async (expected) => {
      const length = Math.min(expected, MAX_PREPARED);
      const wallets = known ?? Array.from({ length }, (_, n) => newWallet(CHAIN_IDS[n % CHAIN_IDS.length]));
      if (accounts === 'known') known = wallets;
      const shots = await inParallel(wallets, 16, async (wallet) =>
        post('/v1/auth/wallet/verify', wallet.prove(await challengeFor(anonymous, wallet))),
      );
      return { url: platform.url, method: 'POST', shots, once: true };
    },
    settle: () => untilOutboxIsEmpty(platform.client, 'identity'),
    cpu: () => platform.cpu(),
  };
}
