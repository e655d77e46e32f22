import { startBaseline } from '../baseline/baseline.js';
import { compare } from '../load/compare.js';
import { seedEmailCodes, seedOAuthCodes } from '../seed/proofs.js';
import { argon2Alone, ourPasswordSignIns, storedPassword } from '../sides/passwords.js';
import { baselineSignIns, ourSignIns, signInScript } from '../sides/sign-ins.js';
import type { Case } from './case.js';
import { comparison, rowOf, type BenchSetup } from './comparison.js';
import type { Row } from '../report/report.js';
import { walletRows } from './wallets.js';

const AGAINST = 'raw Fastify + pg: the proof used up, session, audit';

/** Mailed codes and OAuth codes are inserted before a round; only the sign-ins are measured. */
const PROOFS = [
  {
    what: 'e-mail code',
    path: '/v1/auth/email/verify',
    seed: seedEmailCodes,
    useUp: 'UPDATE email_challenge SET closed = true WHERE id = $1 AND NOT closed',
  },
  {
    what: 'OAuth code',
    path: '/v1/auth/oauth/verify',
    seed: seedOAuthCodes,
    useUp: 'DELETE FROM integrations.oauth_code WHERE hash = sha256($1::text::bytea)',
  },
] as const;

/** Sign-ins by each method. */
const measured = comparison(async (place) => [
  ...(await walletRows(place)),
  ...(await proofRows(place)),
  await passwordRow(place),
]);

export const signInCase: Case = async (bench) => {
  const section = await measured(bench);
  const bounds =
    'Passwords are bounded by argon2id, of which identity does two at a time; the other methods by the processors that services and PostgreSQL share.';
  return { ...section, notes: [...section.notes, bounds] };
};

async function proofRows({ platform, effort }: BenchSetup): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, path, seed, useUp } of PROOFS) {
    const baseline = await startBaseline(platform.databaseUrl, 'identity');
    try {
      await baseline.learn(signInScript(useUp));
      const sides = { ours: ourSignIns(platform, seed, path), baseline: baselineSignIns(platform, baseline, seed) };
      rows.push(rowOf(what, AGAINST, await compare(sides, effort)));
    } finally {
      await baseline.stop();
    }
  }
  return rows;
}

async function passwordRow({ platform, effort }: BenchSetup): Promise<Row> {
  const stored = await storedPassword(platform);
  const sides = { ours: await ourPasswordSignIns(platform, stored), baseline: argon2Alone(stored) };
  return rowOf('password', 'argon2id alone, two at a time', await compare(sides, effort));
}
