import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTable } from '@questp/csv';
import { unwrap } from '@questp/sdk';
import { workspaceRoot } from '@questp/testing';
import { check, type Check } from '../checks.js';
import type { Payout, Plan, PoolCampaign } from './pool-campaign.js';
import { pointsOf, type PoolEarner } from './pool-earners.js';

const EXPORTS = '/v1/projects/{projectId}/campaigns/{campaignId}/exports';
const VERIFY = join(workspaceRoot, 'libs/verify/dist/command/main.js');

/** Checks that the plan, the files and the chain agree on the amount paid to each wallet. */
export async function agreementOf(
  campaign: PoolCampaign,
  plan: Plan,
  earners: readonly PoolEarner[],
  apiUrl: string,
): Promise<Check[]> {
  const { slug, denom } = campaign.terms;
  // The platform records a payout a moment after the chain made it.
  await campaign.payouts(plan, 'paid', plan.entries ?? 0);
  const payouts = await campaign.payouts(plan);
  const rows = new Map(payouts.map((row) => [row.userId, row]));
  const wrong = await Promise.all(
    earners.map(async (earner) => {
      const row = rows.get(earner.user.id);
      const amount = row?.amount ?? '0';
      const held = row?.address ? await campaign.account.balance(denom, row.address) : 0n;
      const isRight =
        row !== undefined &&
        row.points === `${pointsOf(earner)}` &&
        held === BigInt(amount) &&
        (earner.hasAddress ? row.status === 'paid' && held > 0n : row.excludedReason === 'no_payout_address');
      return isRight ? [] : [`${earner.user.id} is ${row?.status} with ${amount} and holds ${held}`];
    }),
  );
  return [
    check(`${slug}: every earner holds what the plan says`, wrong.flat(), `${payouts.length} earners`),
    await filesAgree(campaign, payouts),
    await verified(campaign, apiUrl),
  ];
}

type Row = Awaited<ReturnType<typeof csvRows>>[number];

async function csvRows(file: string) {
  const shape = {
    columns: { user: ['user_public_id'], amount: ['amount_base'], status: ['status'] } satisfies Record<
      string,
      [string]
    >,
    most: 1_000_000,
  };
  const rows: { user: string; amount: string; status: string }[] = [];
  for await (const { cells } of readTable([file], shape)) {
    rows.push({ user: cells['user'] ?? '', amount: cells['amount'] ?? '', status: cells['status'] ?? '' });
  }
  return rows;
}

async function filesAgree(
  { id: campaignId, studio: { client, inCampaign: params }, terms: { slug } }: PoolCampaign,
  payouts: readonly Payout[],
): Promise<Check> {
  const file = await unwrap(client.GET(`${EXPORTS}/distribution.csv`, { params, parseAs: 'text' }));
  const { entries } = await unwrap(
    client.GET('/v1/discover/campaigns/{campaignId}/allocation.json', { params: { path: { campaignId } } }),
  );
  const text = ({ user, amount, status }: Row) => `${user} ${amount} ${status}`;
  const rows = (await csvRows(file)).map(text);
  const expected = payouts.map(({ userId, amount, status }) => text({ user: userId, amount: amount ?? '0', status }));
  const weights = new Map(entries.map(({ address, weight }) => [address, weight]));
  const missing = payouts.flatMap(({ address, amount }) =>
    amount === null || weights.get(address ?? '') === amount
      ? []
      : [`allocation.json has not ${amount} for ${address}`],
  );
  const differing = expected.flatMap((row, index) => (rows[index] === row ? [] : [`${rows[index]} is not ${row}`]));
  const what = `${slug}: distribution.csv and allocation.json have the payouts of the plan`;
  return check(what, [...differing, ...missing], `${rows.length} rows, ${entries.length} entries`);
}

/** `npm run verify` with the exported files ends with 0. */
async function verified({ id, chain, studio, terms: { slug } }: PoolCampaign, apiUrl: string): Promise<Check> {
  const { client, inCampaign: params, inProject } = studio;
  const folder = await mkdtemp(join(tmpdir(), 'questp-demo-'));
  const files = {
    // As bytes: a text would be without its byte order mark, which is part of the file's hash.
    distribution: await unwrap(client.GET(`${EXPORTS}/distribution.csv`, { params, parseAs: 'arrayBuffer' })),
    leaderboard: await unwrap(client.GET(`${EXPORTS}/leaderboard.csv`, { params, parseAs: 'arrayBuffer' })),
    manifests: JSON.stringify(
      await unwrap(client.GET('/v1/projects/{projectId}/export-manifests', { params: inProject })),
    ),
  };
  try {
    const options = await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        const path = join(folder, name);
        await writeFile(path, typeof content === 'string' ? content : Buffer.from(content));
        return [`--${name}`, path];
      }),
    );
    const args = [VERIFY, id, '--node', chain.restUrl, '--api', apiUrl, '--chain', chain.chainId, ...options.flat()];
    const { stdout, code } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 26 }).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => ({ ...error, stdout: error.stdout || error.stderr }),
    );
    const lines = stdout.trimEnd().split('\n');
    const wrong = lines.filter((line) => /^(DIFFERS|NOT CHECKED)/.test(line));
    const problems = code === 0 ? [] : [...wrong, `npm run verify ended with ${code}: ${lines.at(-1)}`];
    return check(
      `${slug}: npm run verify agrees with the files, the ledger and the chain`,
      problems,
      lines.at(-1) ?? '',
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
