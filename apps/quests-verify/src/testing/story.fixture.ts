import { reverseSubmission, verifySecretCode } from '@questp/messages/quests';
import { newId, sql, type Queries } from '@questp/postgres';
import { newUserId, startQuests } from './quests.fixture.js';
import { EarnersRepository } from '../people/earners/earners.repository.js';
import { FoldLedger } from '../standings/aggregates/fold-ledger.js';

export type Story = Awaited<ReturnType<typeof startStory>>;

/** What adds to the ledger and takes from it, and what folds it. */
export async function startStory() {
  const quests = await startQuests();
  // The template may be of an earlier day, whose windows the worker would first advance step by step.
  await quests.db.execute(sql`
    UPDATE board_window SET since = date_trunc('day', now(), 'UTC') - make_interval(days => days - 1) WHERE days > 0`);
  const addCode = (points = 10, more: object = {}) =>
    quests.addQuest('engagement_secret_code', { code: 'sesame' }, { points, ...more });
  const earn = async (userId: string, questId: string): Promise<string> =>
    (await quests.call(verifySecretCode, { userId, questId, code: 'sesame' })).submissionId;
  const reverse = (submissionId: string) =>
    quests.call(reverseSubmission, {
      projectId: quests.projectId,
      by: 'team',
      reviewerId: newUserId(),
      submissionId,
      reason: 'Copied.',
    });
  const suspend = (userId: string, status: 'active' | 'suspended', version: number) =>
    quests.db.transaction((tx) => quests.get(EarnersRepository).setStatus(tx, userId, status, version));

  /** Until nothing waits: the service's own worker may have some of it. */
  async function fold(): Promise<void> {
    for (;;) {
      const more = await quests.get(FoldLedger).execute();
      const waits = await quests.db.row(sql`
      SELECT 1 FROM unfolded_entry UNION ALL
      SELECT 1 FROM board_window WHERE since < date_trunc('day', now(), 'UTC') - make_interval(days => days - 1) AND days > 0`);
      if (!more && waits === undefined) return;
    }
  }

  /** A credit as it was written days ago, with what its transaction wrote beside it. */
  async function earnedAgo(on: Queries, userId: string, questId: string, daysAgo: number, points = 10): Promise<void> {
    const at = sql`(date_trunc('day', now(), 'UTC') + interval '1 minute' - make_interval(days => ${daysAgo}))`;
    await on.execute(sql`
    WITH s AS (
      INSERT INTO submission (id, project_id, campaign_id, quest_id, user_id, period_key, task_type_id, method, status,
        points_awarded, credit_no, verified_at, claimed_at)
      SELECT ${newId()}::uuid, project_id, campaign_id, id, ${userId}::text, ${newId().slice(-24)}::text, task_type_id, method,
        'claimed', ${points}::integer, 1, ${at}, ${at} FROM quest WHERE id = ${questId} RETURNING *
    ),
    l AS (
      INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
        period_key, points, xp, created_at)
      SELECT ${newId()}::uuid, 'credit', id, 1, project_id, campaign_id, quest_id, user_id, period_key, points_awarded, 0, ${at}
      FROM s
    )
    INSERT INTO standing AS st (scope_id, user_id, points, xp, completions, last_credit_at)
    SELECT scope.id, s.user_id, s.points_awarded, 0, 1, ${at}
    FROM s, LATERAL (VALUES (campaign_id), (project_id)) AS scope (id)
    ON CONFLICT (scope_id, user_id) DO UPDATE
    SET points = st.points + excluded.points, completions = st.completions + 1,
      last_credit_at = greatest(st.last_credit_at, excluded.last_credit_at)`);
  }

  return { quests, addCode, earn, reverse, suspend, fold, earnedAgo };
}
