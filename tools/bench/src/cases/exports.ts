import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, type Effort, type Side } from '../load/compare.js';
import type { CpuTimes } from '../load/cpu.js';
import type { Shot } from '../load/fire.js';
import { withBenchPlatform, type BenchPlatform } from '../platform/platform.js';
import { copiedBy } from '../recorded/copied.js';
import { exportTable, failureLine, memoryTable, paceTable, type ExportLine } from '../report/report.js';
import { bearer, seedAccounts, type SeededEarner } from '../seed/earners.js';
import { ledgerEarner, seedLedger } from '../seed/ledger.js';
import { seedCampaign } from '../seed/quests.js';
import { OurCheckIns } from '../sides/check-ins.js';
import { begun, copied, exported } from '../sides/exports.js';
import type { Case } from './case.js';

const ROWS = 1_000_000;
/** Check-ins a second beside the exports. */
const CHECK_INS = 50;

/** Exports of a campaign with 1,000,000 submissions of 100,000 earners, and check-ins in it while two of them run. */
export const exportsCase: Case = ({ effort }) =>
  withBenchPlatform({}, async (platform) => {
    const { client } = platform;
    const campaign = await seedCampaign(client);
    console.log(`  writing ${ROWS} submissions`);
    const { earners } = await seedLedger(client, campaign, ROWS);
    const [member] = await seedAccounts(client, [await ledgerEarner(client, earners)]);
    if (member === undefined) throw new Error('No account was made');
    await client.query(
      `INSERT INTO quests.project_member (project_id, user_id, role) VALUES ($1, $2, 'project_admin')`,
      [campaign.projectId, member.userId],
    );
    const { projectId, campaignId } = campaign;
    const file = (name: string): Shot =>
      bearer(`/v1/projects/${projectId}/campaigns/${campaignId}/exports/${name}`)(member);
    const now = new Date(Date.now() - 1_000).toISOString();
    const shots: [what: string, shot: Shot][] = [
      ['submissions', file('submissions.csv')],
      ['participants', file('participants.csv')],
      ['leaderboard', file('leaderboard.csv')],
      ['leaderboard as of a moment ago', file(`leaderboard.csv?asOf=${now}`)],
    ];
    const folder = await mkdtemp(join(tmpdir(), 'questp-bench-'));
    try {
      const lines: ExportLine[] = [];
      for (const [what, shot] of shots) {
        lines.push({ what, ...(await measured(platform, { member, projectId, shot, folder }, effort)) });
      }
      const ofCampaign = () => OurCheckIns.in(platform, [campaign]).of('known');
      const beside = besideExports(platform, file('submissions.csv'), folder, ofCampaign());
      const { baseline, ours } = await compare({ baseline: ofCampaign(), ours: beside }, effort, CHECK_INS);
      const paced = [
        { what: 'check-in, known earners', perSecond: CHECK_INS, side: 'alone', result: baseline },
        { what: 'check-in, known earners', perSecond: CHECK_INS, side: 'beside two exports', result: ours },
      ];
      return {
        notes: [
          platform.describe(effort),
          'Through the gateway into a file; the baseline is psql that writes the same COPY into a file.',
          ...paced.flatMap(({ what, side, result }) => failureLine(`${what}, ${side}`, result.figures.failures)),
        ],
        tables: [exportTable(lines), paceTable(paced), memoryTable(platform.peaks())],
      };
    } finally {
      await rm(folder, { recursive: true });
    }
  });

interface Order {
  member: SeededEarner;
  projectId: string;
  shot: Shot;
  folder: string;
}

/** Measures both sides in turn, the baseline first, after a warm-up of each. */
async function measured(
  platform: BenchPlatform,
  { member, projectId, shot, folder }: Order,
  { rounds }: Effort,
): Promise<Omit<ExportLine, 'what'>> {
  const copy = await copiedBy(platform, () => begun(platform, shot));
  const [theirs, ours] = [join(folder, 'psql.csv'), join(folder, 'ours.csv')];
  const cpu: CpuTimes = {};
  let [seconds, baselineSeconds, firstByteMs, manifestId] = [0, 0, 0, ''];
  for (let round = -1; round < rounds; round += 1) {
    const ofPsql = await copied(platform.databaseUrl, copy, theirs);
    const before = platform.cpu();
    const written = await exported(platform, shot, ours);
    if (round < 0) continue;
    for (const [name, time] of Object.entries(platform.cpu())) {
      cpu[name] = (cpu[name] ?? 0) + time - (before[name] ?? 0);
    }
    baselineSeconds += ofPsql;
    seconds += written.seconds;
    firstByteMs += written.firstByteMs / rounds;
    ({ manifestId } = written);
  }
  const manifest = await platform.send(
    'GET',
    bearer(`/v1/projects/${projectId}/export-manifests/${manifestId}`)(member),
  );
  const { rows, bytes } = (await manifest.json()) as { rows: number; bytes: number };
  if ((await stat(ours)).size !== bytes) throw new Error('The file is not the one of the manifest');
  const all = rows * rounds;
  const perRow = Object.fromEntries(Object.entries(cpu).map(([name, time]) => [name, time / all]));
  return { rows, bytes, firstByteMs, perSecond: all / seconds, baselinePerSecond: all / baselineSeconds, cpu: perRow };
}

/** Keeps two exports running during a round. */
function besideExports(platform: BenchPlatform, shot: Shot, folder: string, side: Side): Side {
  let ended = new AbortController();
  let running: Promise<void>[] = [];
  const again = async (name: string, { signal }: AbortController) => {
    while (!signal.aborted) {
      await exported(platform, shot, join(folder, name), signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  };
  return {
    prepare: async (expected) => {
      const load = await side.prepare(expected);
      ended = new AbortController();
      running = ['one.csv', 'two.csv'].map((name) => again(name, ended));
      return load;
    },
    settle: async () => {
      ended.abort();
      await Promise.all(running);
      await side.settle?.();
    },
    cpu: () => side.cpu(),
  };
}
