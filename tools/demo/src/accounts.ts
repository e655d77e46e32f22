import { inParallel, type Person, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { creditText } from './credit-text.js';
import { allItems } from './pages.js';

/** An earner's points in a campaign, read in three ways. */
export interface EarnerAccount {
  userId: string;
  /** Sum of the earner's ledger. */
  ledger: bigint;
  /** Points of the earner's standing. */
  standing: bigint;
  rank: number | null;
  /** Credits in the earner's ledger; see `creditText`. */
  credits: string[];
}

export interface LeaderboardRow {
  rank: number;
  userId: string;
  displayName: string | null;
  points: string;
  completions: number;
}

export interface CampaignAccount {
  campaign: string;
  earners: EarnerAccount[];
  leaderboard: LeaderboardRow[];
  totals: { participants: number; pointsLedger: string; pointsStandings: string };
}

/** Reads a campaign's points as its earners, the public and the team see them. */
export async function readAccounts(
  { client, campaign: { id: campaignId, slug }, inCampaign: params }: Studio,
  { earners, atOnce }: { earners: Person[]; atOnce: number },
): Promise<CampaignAccount> {
  const [totals, leaderboard, accounts] = await Promise.all([
    unwrap(client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/totals', { params })),
    allItems((cursor) =>
      unwrap(
        client.GET('/v1/campaigns/{campaignId}/leaderboard', {
          params: { path: { campaignId }, query: { limit: 100, cursor } },
        }),
      ),
    ),
    inParallel(earners, atOnce, (earner) => readOwn(earner, campaignId)),
  ]);
  return { campaign: slug, totals, leaderboard, earners: accounts };
}

async function readOwn({ client, user }: Person, campaignId: string): Promise<EarnerAccount> {
  const entries = await allItems((cursor) =>
    unwrap(client.GET('/v1/users/me/ledger', { params: { query: { campaignId, limit: 100, cursor } } })),
  );
  const standing = await unwrap(
    client.GET('/v1/campaigns/{campaignId}/leaderboard/me', { params: { path: { campaignId } } }),
  );
  return {
    userId: user.id,
    ledger: entries.reduce((sum, { points }) => sum + BigInt(points), 0n),
    standing: BigInt(standing.points),
    rank: standing.rank,
    credits: entries
      .filter(({ kind }) => kind === 'credit')
      .map(({ submissionId, points }) => creditText(submissionId, points)),
  };
}
