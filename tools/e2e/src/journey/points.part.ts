import type { Schemas } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import { completedTypes, inCampaign, inThisCampaign, inProject, problemOf, standing, story } from './story.fixture.js';

describe('Points', () => {
  it('are equal in ledger, standing, leaderboard and totals', async () => {
    const ledger: Schemas['LedgerEntry'][] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 7, ...(cursor === null ? {} : { cursor }) };
      const page: Schemas['LedgerEntryPage'] = await unwrap(
        story.alice.client.GET('/v1/users/me/ledger', { params: { query } }),
      );
      ledger.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const { points, rank, participants, completions } = await standing(story.alice);
    const totals = await unwrap(
      story.moderator.client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/totals', { params: inCampaign() }),
    );
    const board = await unwrap(e2e.anonymous.GET('/v1/projects/{projectId}/leaderboard', { params: inProject() }));

    expect(ledger.reduce((total, entry) => total + Number(entry.points), 0)).toBe(Number(points));
    expect(ledger.filter(({ kind }) => kind === 'reversal')).toHaveLength(2);
    expect({ rank, participants, completions }).toEqual({
      rank: 1,
      participants: 3,
      completions: completedTypes.length - 1,
    });
    expect(totals).toMatchObject({ participants: 3, pointsLedger: totals.pointsStandings });
    expect(totals.submissions).toMatchObject({ in_review: 0, rejected: 0, reversed: 1 });
    expect(board.items.reduce((total, row) => total + Number(row.points), 0)).toBe(Number(totals.pointsLedger));
    expect(board.items[0]).toMatchObject({ userId: story.alice.user.id, username: 'alice', displayName: 'Alice' });
    await e2e.checkPoints();
  });

  it('are equal in the exported leaderboard', async () => {
    const { projectId, campaignId } = inCampaign().path;
    const url = `/v1/projects/${projectId}/campaigns/${campaignId}/exports/leaderboard.csv`;
    const { data, response } = await story.moderator.client.call<string>('GET', url);
    const board = await unwrap(e2e.anonymous.GET('/v1/campaigns/{campaignId}/leaderboard', inThisCampaign()));

    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[a-z0-9-]+-leaderboard-[\d-]+\.csv"$/,
    );
    const [, ...rows] = (data ?? '').trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual(
      board.items.map(({ rank, userId, username }) => [String(rank), userId, username ?? '']),
    );
    expect(rows.map((row) => row.split(',')[6])).toEqual(board.items.map(({ points }) => points));
  });

  it('can be read by an API key of the project within its scopes', async () => {
    const { key, apiKey } = await unwrap(
      story.owner.client.POST('/v1/projects/{projectId}/api-keys', {
        params: inProject(),
        body: { name: 'Our site', scopes: ['leaderboard:read'] },
      }),
    );
    const site = e2e.as(key as string);

    const { items } = await unwrap(site.GET('/v1/campaigns/{campaignId}/leaderboard', inThisCampaign()));
    expect(items).toHaveLength(3);
    const submissions = site.GET('/v1/projects/{projectId}/submissions', { params: inProject() });
    expect(await problemOf(unwrap(submissions))).toBe('FORBIDDEN');
    const { items: keys } = await unwrap(
      story.owner.client.GET('/v1/projects/{projectId}/api-keys', { params: inProject() }),
    );
    expect(keys).toMatchObject([{ id: apiKey.id, preview: key?.slice(0, 'svc_key_'.length + 6), revokedAt: null }]);
    expect(keys[0]?.lastUsedAt).toEqual(expect.any(String));
  });
});
