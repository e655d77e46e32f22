import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { parseString } from '@fast-csv/parse';
import { fetchBytes } from '@questp/bytes';
import {
  exportDistribution,
  exportLeaderboard,
  exportLegacyParticipants,
  exportParticipants,
  exportSubmissions,
  listExportManifests,
} from '@questp/messages/exports';
import { AppError, type FileTicket, type RequestOf } from '@questp/messages/language';
import { Database, newId, raw, sql } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { exports } from '../service.js';

/** As of when the points of payouts count. */
export const AS_OF = '2026-04-30T09:00:00.000Z';

export const PROJECT = randomUUID();
export const CAMPAIGN = randomUUID();
export const QUIET = randomUUID();
export const QUEST = randomUUID();
export const OTHER_QUEST = randomUUID();
export const AT = '2026-05-01T12:00:00.000Z';

/** Rows that fill the sockets, so that the export waits for its reader. */
export const MANY = 3_000;

export const userId = (n: number) => `svcuser_${n.toString(16).padStart(32, '0')}`;

export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

/** Parses a CSV file without its byte order mark into rows of cells; the first row is the header. */
export const cellsOf = (file: string) => parseString<string[], string[]>(file).toArray() as Promise<string[][]>;

/** Reads a stream as UTF-8 text; a byte order mark stays. */
export const text = async (bytes: Readable): Promise<string> => (await buffer(bytes)).toString();

interface Submitted {
  questId?: string;
  campaignId?: string;
  status?: string;
  reason?: string | null;
  inputs?: object;
  createdAt?: string;
}

interface LedgerEntry {
  submissionId: string;
  user: string;
  points: number;
  xp?: number;
  kind?: 'credit' | 'reversal';
  campaignId?: string;
  questId?: string;
  createdAt?: string;
}

interface Plan {
  pool?: { denom?: string; symbol?: string; decimals?: number };
  version?: number;
  status?: string;
  total?: string;
}

export type ExportStage = Awaited<ReturnType<typeof startExports>>;

/** Starts the service with a project of two campaigns, each with a quest, and returns functions that add rows. */
export async function startExports() {
  const service = await startTestService(exports);
  const owner = new Database(service.database?.url ?? '', { schema: 'quests', poolSize: 2 });

  // Each test starts with empty tables.
  await owner.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
  await owner.execute(sql`INSERT INTO project (id, slug, name) VALUES (${PROJECT}, 'moon', 'Moon')`);
  for (const [id, slug] of [
    [CAMPAIGN, 'launch'],
    [QUIET, 'quiet'],
  ] as const) {
    await owner.execute(
      sql`INSERT INTO campaign (id, project_id, slug, title) VALUES (${id}, ${PROJECT}, ${slug}, 'Launch')`,
    );
  }
  for (const [id, campaignId, slug] of [
    [QUEST, CAMPAIGN, 'say'],
    [OTHER_QUEST, QUIET, 'be-quiet'],
  ] as const) {
    await owner.execute(sql`
      INSERT INTO quest (id, project_id, campaign_id, slug, title, task_type_id, method, points, xp)
      VALUES (${id}, ${PROJECT}, ${campaignId}, ${slug}, '=Say it to team@example.org', 'custom_manual', 'manual', 10, 1)`);
  }

  const open = async ({ url }: FileTicket, signal = new AbortController().signal) => fetchBytes(url, signal);
  const fileOf = async (ticket: FileTicket | Promise<FileTicket>) => text(await open(await ticket));
  const rowsOf = async (ticket: FileTicket | Promise<FileTicket>): Promise<Record<string, string>[]> => {
    const rows = parseString<Record<string, string>, Record<string, string>>(await fileOf(ticket), { headers: true });
    return rows.toArray() as Promise<Record<string, string>[]>;
  };

  const earner = async (n: number, given: { username?: string; displayName?: string; status?: string } = {}) => {
    const wallets = [1, 2].map((k) => ({ chainId: `chain-${k}`, address: `cosmos1${n}x${k}` }));
    await owner.execute(sql`
      INSERT INTO earner (user_id, username, display_name, status, primary_wallet, wallets)
      VALUES (${userId(n)}, ${given.username ?? `user_${n}`}, ${given.displayName ?? null}, ${given.status ?? 'active'},
        ${`cosmos1${n}x1`}, ${JSON.stringify(wallets)}::jsonb)`);
    return userId(n);
  };
  const submitted = async (user: string, given: Submitted = {}): Promise<string> => {
    const {
      questId = QUEST,
      campaignId = CAMPAIGN,
      status = 'claimed',
      reason = null,
      inputs = {},
      createdAt = AT,
    } = given;
    const id = newId();
    const at = status === 'claimed' ? createdAt : null;
    await owner.execute(sql`
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
        status, reason, inputs, points_awarded, created_at, updated_at, verified_at, claimed_at)
      VALUES (${id}, ${PROJECT}, ${campaignId}, ${questId}, ${user}, ${id}, 'custom_manual', 'manual', ${status},
        ${reason}, ${JSON.stringify(inputs)}::jsonb, ${status === 'claimed' ? 10 : 0}, ${createdAt}, ${createdAt}, ${at},
        ${at})`);
    return id;
  };

  return {
    ...service,
    owner,
    open,
    fileOf,
    rowsOf,
    earner,
    submitted,
    leaderboard: (campaignId = CAMPAIGN) => service.call(exportLeaderboard, { projectId: PROJECT, campaignId }),
    submissions: (filter: { status?: 'claimed' | 'rejected' | 'pending'; questId?: string } = {}) =>
      service.call(exportSubmissions, { projectId: PROJECT, campaignId: CAMPAIGN, ...filter }),
    participants: (campaignId: string | null) => service.call(exportParticipants, { projectId: PROJECT, campaignId }),
    legacy: () => service.call(exportLegacyParticipants, { projectId: PROJECT }),
    distribution: () => service.call(exportDistribution, { projectId: PROJECT, campaignId: CAMPAIGN }),
    manifests: async (filter: Partial<RequestOf<typeof listExportManifests>> = {}) => {
      const { items } = await service.call(listExportManifests, { projectId: PROJECT, limit: 100, ...filter });
      return items;
    },

    /** Adds submissions of a new earner; returns the user id. */
    manySubmissions: async () => {
      const user = await earner(1);
      await owner.execute(sql`
        INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method,
          status, inputs)
        SELECT gen_random_uuid(), ${PROJECT}, ${CAMPAIGN}, ${QUEST}, ${user}, n::text, 'custom_manual', 'manual',
          'pending', jsonb_build_object('text', repeat('x', 8000))
        FROM generate_series(1, ${MANY}::integer) n`);
      return user;
    },
    standing: (user: string, points: number, visible = true, scopeId = CAMPAIGN) =>
      owner.execute(sql`
        INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at, visible)
        VALUES (${scopeId}, ${user}, ${points}, 1, 1, ${AT}, ${visible})`),
    ledgerEntry: (entry: LedgerEntry) => {
      const { submissionId, user, points, xp = 1, kind = 'credit' } = entry;
      const { campaignId = CAMPAIGN, questId = QUEST, createdAt = AT } = entry;
      return owner.execute(sql`
        INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
          period_key, points, xp, created_at)
        VALUES (${newId()}, ${kind}, ${submissionId}, 1, ${PROJECT}, ${campaignId}, ${questId}, ${user}, '', ${points},
          ${xp}, ${createdAt})`);
    },
    /** Adds a final plan; returns its id. */
    payoutPlan: async ({ pool = {}, version = 1, status = 'ready', total = '100' }: Plan = {}) => {
      const id = newId();
      await owner.execute(sql`
        INSERT INTO escrow.payout_plan (id, campaign_id, project_id, version, kind, status, planned_at, as_of, pool,
          total)
        VALUES (${id}, ${CAMPAIGN}, ${PROJECT}, ${version}, 'final', ${status}, now(), ${AS_OF},
          ${JSON.stringify({ denom: 'uatom', symbol: 'ATOM', decimals: 6, ...pool })}::jsonb, ${total})`);
      return id;
    },

    /** Exports that the database is working on. */
    running: async () => {
      const row = await owner.row<{ count: string }>(sql`
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'`);
      return Number(row?.count);
    },
    clear: async () => {
      for (const table of ['points_ledger', 'submission', 'standing', 'earner', 'escrow.payout_plan']) {
        await owner.execute(sql`DELETE FROM ${raw(table)}`);
      }
    },
    stop: async () => {
      await owner.onApplicationShutdown();
      await service.stop();
    },
  };
}
