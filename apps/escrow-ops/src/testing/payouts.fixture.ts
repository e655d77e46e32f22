import { randomUUID } from 'node:crypto';
import type { ProjectRole } from '@questp/messages/access';
import type { PayoutPlan } from '@questp/messages/escrow';
import {
  approvePayoutPlan,
  getPayoutPlan,
  listPayoutPlans,
  listPayouts,
  requestPayoutPlan,
} from '@questp/messages/escrow';
import { getProjectRole } from '@questp/messages/quests';
import { Database, newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { escrowOps } from '../service.js';
import { MakePayoutPlans } from '../plans/make-payout-plans.js';
import { addressOfKey, chainOf } from './payout-plan.fixture.js';
import { WatchCampaigns } from '../plans/watch-campaigns.js';

export const CHAIN = 'questp-local-1';
export const SECONDS = 1_000;
const DAY_MS = 86_400_000;

export const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
/** An end after which the list of a manual pool is frozen, and approved in two days. */
export const ENDED = 12;

export const POOL = {
  ...{ mode: 'manual', chainId: CHAIN, assetKind: 'native', denom: 'ustake', symbol: 'STAKE', decimals: 6 },
  ...{ totalAmount: '1000', minPayout: null, maxPayout: null, maxShareBps: 10_000, forbiddenAddresses: [] },
};

export interface Place {
  projectId: string;
  campaignId: string;
}

export const addressOn = (key: number, chainId = CHAIN): string => addressOfKey(key, chainOf(chainId));

/** The service, with the answers of quests-verify and of the chain. */
export class Payouts {
  private constructor(
    readonly service: TestService<object>,
    /** The tables of quests-verify. */
    readonly quests: Database,
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<Payouts> {
    const service = await startTestService(escrowOps, { env });
    const quests = new Database(service.database?.url ?? '', { schema: 'quests', poolSize: 2 });
    return new Payouts(service, quests);
  }

  async stop(): Promise<void> {
    await this.quests.onApplicationShutdown();
    await this.service.stop();
  }

  /** Sets the role of every caller in the project. */
  role(role: ProjectRole | null): void {
    this.service.bus.answer(getProjectRole, () => ({ role }));
  }

  async campaign(pool: object | null = POOL, endedAt: Date | null = null): Promise<Place> {
    const [projectId, campaignId] = [randomUUID(), randomUUID()];
    await this.quests.execute(sql`INSERT INTO project (id, slug, name) VALUES (${projectId}, ${projectId}, 'Moon')`);
    await this.quests.execute(sql`
      INSERT INTO campaign (id, project_id, slug, title, status, ended_at, reward_pool)
      VALUES (${campaignId}, ${projectId}, 'launch', 'Launch', ${endedAt === null ? 'active' : 'ended'}, ${endedAt},
        ${JSON.stringify(pool)}::jsonb)`);
    return { projectId, campaignId };
  }

  async end({ campaignId }: Place, at = daysAgo(ENDED)): Promise<void> {
    await this.quests.execute(sql`UPDATE campaign SET status = 'ended', ended_at = ${at} WHERE id = ${campaignId}`);
  }

  async earner(wallets: { chainId: string; address: string }[], status = 'active'): Promise<string> {
    const userId = `svcuser_${randomUUID().replaceAll('-', '')}`;
    await this.quests.execute(sql`
      INSERT INTO earner (user_id, username, status, primary_wallet, wallets)
      VALUES (${userId}, ${userId.slice(8, 20)}, ${status}, ${wallets[0]?.address ?? null},
        ${JSON.stringify(wallets)}::jsonb)`);
    return userId;
  }

  /** Has an earner choose an address. */
  async choose(userId: string, chainId: string, address: string): Promise<void> {
    await this.quests.transaction(async (tx) => {
      // The account does not matter here.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`
        INSERT INTO identity.payout_address (user_id, chain_id, address) VALUES (${userId}, ${chainId}, ${address})`);
    });
  }

  /** Merges an account into another one, as identity records it; returns what an undo names. */
  async merge(absorbedId: string, survivorId: string): Promise<string> {
    const id = newId();
    await this.quests.transaction(async (tx) => {
      // The accounts do not matter here.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`
        INSERT INTO identity.account_merge (id, survivor_id, absorbed_id, state)
        VALUES (${id}, ${survivorId}, ${absorbedId}, 'moving')`);
    });
    return id;
  }

  async undoMerge(id: string): Promise<void> {
    await this.quests.execute(sql`UPDATE identity.account_merge SET state = 'undoing' WHERE id = ${id}`);
  }

  async join({ projectId }: Place, userId: string): Promise<void> {
    await this.quests.execute(sql`
      INSERT INTO project_member (project_id, user_id, role) VALUES (${projectId}, ${userId}, 'project_moderator')`);
  }

  /** An undecided submission that was made at the given time. */
  async submission({ projectId, campaignId }: Place, userId: string, at: Date, id = newId()): Promise<string> {
    await this.quests.transaction(async (tx) => {
      // The quest does not matter here.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`
        INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, status, task_type_id, method, created_at)
        VALUES (${id}, ${projectId}, ${campaignId}, ${randomUUID()}, ${userId}, 'once', 'in_review', 'share_link', 'manual', ${at})`);
    });
    return id;
  }

  /** An earner with points and, unless the key is null, a wallet of it. */
  async earning(place: Place, points: number, key: number | null, credit: Partial<LedgerEntry> = {}): Promise<string> {
    const userId = await this.earner(key === null ? [] : [{ chainId: CHAIN, address: addressOn(key) }]);
    await this.credit(place, userId, points, credit);
    return userId;
  }

  /** Writes a ledger entry; returns what a reversal of it names. */
  async credit(place: Place, userId: string, points: number, given: Partial<LedgerEntry> = {}): Promise<LedgerEntry> {
    const entry = {
      ...{ kind: 'credit', submissionId: newId(), creditNo: 1, at: daysAgo(20), mergeId: null, countedAt: null },
      ...given,
    };
    await this.quests.transaction(async (tx) => {
      // The submission and quest of the entry do not matter here.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`
        INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
          period_key, points, xp, created_at, merge_id, counted_at)
        VALUES (${newId()}, ${entry.kind}, ${entry.submissionId}, ${entry.creditNo}, ${place.projectId},
          ${place.campaignId}, ${randomUUID()}, ${userId}, 'once', ${points}, 0, ${entry.at}, ${entry.mergeId},
          ${entry.countedAt})`);
      await tx.execute(sql`
        INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
        VALUES (${place.campaignId}, ${userId}, ${points}, 0, 1, ${entry.at}) ON CONFLICT DO NOTHING`);
    });
    return entry;
  }

  reverse(place: Place, userId: string, points: number, of: LedgerEntry, given: Partial<LedgerEntry> = {}) {
    const { submissionId, creditNo } = of;
    return this.credit(place, userId, -points, { kind: 'reversal', submissionId, creditNo, ...given });
  }

  /** Moves the future times of a schedule by the given days. */
  async moveSchedule({ campaignId }: Place, days: number): Promise<void> {
    await this.service.asOwner().execute(sql`
      UPDATE payout_schedule SET moderators_from = moderators_from + make_interval(days => ${days}),
        freezes_at = freezes_at + make_interval(days => ${days}), approves_at = approves_at + make_interval(days => ${days})
      WHERE campaign_id = ${campaignId}`);
  }

  /** The time of the approval comes. */
  async approvalComes({ campaignId }: Place): Promise<void> {
    await this.service.asOwner().execute(sql`
      UPDATE payout_schedule SET approves_at = date_trunc('milliseconds', now()) WHERE campaign_id = ${campaignId}`);
  }

  /** Runs the workers: final plans are requested, and requested plans are made. */
  async work(): Promise<void> {
    await this.service.get(WatchCampaigns).execute();
    await this.service.get(MakePayoutPlans).execute();
  }

  /** A preview, or a final plan after the end. */
  async plan(place: Place): Promise<PayoutPlan> {
    const { id } = await this.request(place);
    await this.work();
    return this.service.call(getPayoutPlan, { ...place, planId: id });
  }

  request(place: Place): Promise<PayoutPlan> {
    return this.service.call(requestPayoutPlan, { ...place, userId: MEMBER });
  }

  async approve(place: Place, version: number): Promise<PayoutPlan> {
    return this.service.call(approvePayoutPlan, { ...place, planId: await this.idOf(place, version), userId: MEMBER });
  }

  /** The id of a version of a plan; a random one if it does not exist. */
  async idOf({ campaignId }: Place, version: number): Promise<string> {
    const row = await this.service.db.row<{ id: string }>(
      sql`SELECT id FROM payout_plan WHERE campaign_id = ${campaignId} AND version = ${version}`,
    );
    return row?.id ?? newId();
  }

  /** Latest first. */
  async plans(place: Place): Promise<PayoutPlan[]> {
    return (await this.service.call(listPayoutPlans, { ...place, limit: 100 })).items;
  }

  /** Latest first. */
  async versions(place: Place) {
    return (await this.plans(place)).map(({ version, kind, status }) => [version, kind, status]);
  }

  async rows(place: Place, version: number) {
    const planId = await this.idOf(place, version);
    return (await this.service.call(listPayouts, { ...place, planId, limit: 100 })).items;
  }

  /** Amount or reason of each earner. */
  async outcome(place: Place, version: number): Promise<Record<string, string | null>> {
    const rows = await this.rows(place, version);
    return Object.fromEntries(rows.map(({ userId, amount, excludedReason }) => [userId, amount ?? excludedReason]));
  }
}

export const MEMBER = `svcuser_${'a'.repeat(32)}`;

interface LedgerEntry {
  kind: string;
  submissionId: string;
  creditNo: number;
  at: Date;
  mergeId: string | null;
  countedAt: Date | null;
}
