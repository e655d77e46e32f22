import type { Contract } from '@questp/messages/language';
import {
  discoverQuest,
  getOwnSubmission,
  getTeamSubmission,
  submitQuest,
  verifyMicroblog,
  type SubmissionDetail,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { THIRD_PARTY_FACTS } from '../../catalog/definition/facts.js';
import { completingContract, type AvailableTaskType } from '../../catalog/definition/task-type.js';
import { lacksProof } from '../../catalog/definition/proof.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { errorOf, newWallet, race, startQuests } from '../../testing/quests.fixture.js';

const ATTEMPTS: readonly Contract[] = [submitQuest, verifyMicroblog];
/** Types whose check a third party can leave without a result. */
const HYBRID = TASK_TYPES.all.flatMap((type) =>
  type.available && type.methods.includes('hybrid') && Object.keys(type.facts).some((name) => name in THIRD_PARTY_FACTS)
    ? [type]
    : [],
);
const LIKE = 'social_microblog_like';
const PROOF = { link: 'https://luna.example.org/likes' };

describe('a hybrid submission whose check gives no result', () => {
  const quests = started(startQuests);
  beforeEach(() => quests.others.down.clear());
  afterEach(async () => {
    await quests.db.execute(sql`
      UPDATE campaign SET status = 'active', ended_at = NULL, reward_pool = NULL, review_freezes_at = NULL`);
    expect(await quests.violations()).toEqual([]);
  });

  const type = (id: string): AvailableTaskType => {
    const found = TASK_TYPES.get(id);
    if (!found.available) throw new Error(`${id} is not available`);
    return found;
  };

  /** An attempt of an earner with a linked account, at a quest of the type. */
  const arrange = async (of: AvailableTaskType, userId?: string) => {
    const earner = userId ?? (await quests.addEarner());
    const questId = await quests.addQuest(of.id, of.exampleConfig, { method: 'hybrid' });
    quests.others.microblogUser(earner);
    quests.others.wallets.set(earner, [newWallet()]);
    quests.others.doers.set(earner, `doer-${earner}`.slice(-60));
    const completedBy = completingContract(of);
    if (!ATTEMPTS.includes(completedBy)) throw new Error(`${of.id} has a route of its own`);
    const who = { userId: earner, questId };
    return {
      ...who,
      submit: (inputs: Record<string, unknown> = {}) =>
        quests.call(completedBy as typeof submitQuest, { ...who, inputs }),
      seen: () => quests.call(discoverQuest, who),
      get: (submissionId: string) => quests.call(getOwnSubmission, { userId: earner, submissionId }),
    };
  };
  /** Repeats the due checks after 15 minutes without an answer, when a hybrid submission goes to review. */
  const fallBack = async () => {
    await quests.db.execute(sql`UPDATE pending_check SET unanswered_since = now() - interval '15 minutes'`);
    await check();
  };
  const check = async () => {
    await quests.letTimePass();
    await quests.worker().round();
  };
  const waiting = async () => {
    const given = await arrange(type(LIKE));
    quests.others.down.add('integrations');
    const { id } = await given.submit();
    await fallBack();
    return { ...given, id };
  };

  it.each(HYBRID.map((of) => [of.id, of] as const))('of %s enters review with something to look at', async (_, of) => {
    const { submit, get } = await arrange(of);
    quests.others.down.add('integrations');
    const bare = Object.fromEntries(Object.entries(of.exampleInputs).filter(([name]) => !of.proof?.includes(name)));
    let first: SubmissionDetail;
    try {
      first = await submit(bare);
    } catch (error) {
      // The type needs it in any case.
      expect(error).toMatchObject({ code: 'TASK_INPUTS_INVALID' });
      first = await submit(of.exampleInputs);
    }
    await fallBack();
    const after = await get(first.id);
    if (after.status === 'pending') {
      expect(after.proofUntil).not.toBeNull();
      expect(await submit(of.exampleInputs)).toMatchObject({ id: first.id, status: 'in_review', proofUntil: null });
    }
    const { status, inputs } = await get(first.id);
    expect([status, lacksProof(of, inputs)]).toEqual(['in_review', false]);
  });

  it('is rejected when its campaign is archived, also after two negative checks', async () => {
    const { userId, questId, submit, get } = await arrange(type(LIKE));
    quests.others.down.add('integrations');
    const { id } = await submit(type(LIKE).exampleInputs);
    await quests.db.execute(sql`
      INSERT INTO negative_check (quest_id, user_id, period_key, negatives) VALUES (${questId}, ${userId}, 'once', 2)`);
    await quests.db.execute(sql`UPDATE campaign SET status = 'archived', ended_at = now()`);
    await check();
    expect(await get(id)).toMatchObject({ status: 'rejected', checks: [{ code: 'CAMPAIGN_NOT_ACTIVE' }, {}] });
  });

  it('waits for a proof, is announced once, and says so wherever it is shown', async () => {
    const { id, submit, seen, get } = await waiting();
    await check();
    const { proofUntil, reason, status, checks } = await get(id);
    expect([status, reason]).toEqual(['pending', expect.stringContaining('link or screenshotFileId')]);
    expect(checks[0]).toMatchObject({ outcome: 'inconclusive', code: 'PROOF_NEEDED' });
    const { availability, submission } = await seen();
    expect(availability).toMatchObject({ state: 'pending', reason: 'PROOF_NEEDED' });
    expect(submission).toMatchObject({ status: 'pending', proofUntil });
    const refused = await errorOf(submit());
    expect([refused.code, refused.message]).toEqual(['PROOF_NEEDED', reason]);
    const events = sql`
      SELECT data ->> 'proofUntil' AS "until" FROM outbox
      WHERE aggregate_id = ${id} AND type = 'submission.proof_needed'`;
    expect(await quests.db.rows(events)).toHaveLength(1);
  });

  it('enters review with the proof, once, and counts as handed in when it was', async () => {
    const { id, questId, submit } = await waiting();
    const { replies, errors } = await race(Array.from({ length: 4 }, () => () => submit(PROOF)));
    expect(errors).toEqual({ SUBMISSION_IN_REVIEW: 3 });
    expect(replies[0]).toMatchObject({ id, status: 'in_review', inputs: PROOF, proofUntil: null });
    const row = sql`
      SELECT resubmitted_at, (SELECT count(*)::integer FROM pending_check p WHERE p.submission_id = s.id) AS checks
      FROM submission s WHERE quest_id = ${questId}`;
    expect(await quests.db.row(row)).toEqual({ resubmittedAt: null, checks: 0 });
    expect(await quests.call(getTeamSubmission, { projectId: quests.projectId, submissionId: id })).toMatchObject({
      account: { provider: 'microblog', handle: 'luna', profileUrl: 'https://x.com/luna' },
    });
  });

  it('takes a screenshot, which the team sees', async () => {
    const { id, userId, submit } = await waiting();
    quests.others.down.clear();
    quests.others.microblog.set(userId, { status: 'unavailable', value: null, detail: 'Down.', retryAt: null });
    const { id: screenshotFileId } = quests.others.upload(userId);
    expect(await submit({ screenshotFileId })).toMatchObject({ id, status: 'in_review' });
    const shown = await quests.call(getTeamSubmission, { projectId: quests.projectId, submissionId: id });
    expect(shown.files.map((file) => file.id)).toEqual([screenshotFileId]);
  });

  it('is credited when the platform confirms it before the proof comes, or with it', async () => {
    const [first, second] = [await waiting(), await waiting()];
    quests.others.down.clear();
    expect(await second.submit(PROOF)).toMatchObject({ status: 'claimed' });
    await check();
    expect(await first.get(first.id)).toMatchObject({ status: 'claimed', proofUntil: null });
  });

  it('takes the proof after the end of the campaign, until its payouts are listed', async () => {
    const end = (hours: number) =>
      quests.db.execute(sql`
        UPDATE campaign SET status = 'ended', ended_at = now(), reward_pool = '{"mode": "manual"}',
          review_freezes_at = now() + make_interval(hours => ${hours}::integer)`);
    const [first, second] = [await waiting(), await waiting()];
    await end(2);
    await check();
    expect(await first.submit(PROOF)).toMatchObject({ status: 'in_review' });
    await end(-1);
    await check();
    const ended = await second.get(second.id);
    expect(ended).toMatchObject({ status: 'rejected', proofUntil: null });
    expect(ended.reason).toContain('no proof was handed in');
    expect((await errorOf(second.submit(PROOF))).code).toBe('CAMPAIGN_NOT_ACTIVE');
  });

  it('ends after a week without a proof, and can be handed in again with one', async () => {
    const { id, submit, get } = await waiting();
    await quests.db.execute(sql`UPDATE submission SET proof_until = now() - interval '1 second' WHERE id = ${id}`);
    await check();
    expect(await get(id)).toMatchObject({ status: 'rejected', proofUntil: null });
    expect(await submit(PROOF)).toMatchObject({ id, status: 'pending', inputs: PROOF });
  });

  it('needs the proof with the third negative check', async () => {
    const { userId, questId, submit } = await arrange(type(LIKE));
    quests.others.microblogUser(userId, { isLiked: false });
    const cool = () =>
      quests.db.execute(
        sql`UPDATE negative_check SET checked_at = now() - interval '1 hour' WHERE quest_id = ${questId}`,
      );
    const codes = [];
    for (let at = 0; at < 3; at += 1) {
      codes.push((await errorOf(submit())).code);
      await cool();
    }
    expect(codes).toEqual(['ACTION_NOT_FOUND', 'ACTION_NOT_FOUND', 'PROOF_NEEDED']);
    expect(await submit(PROOF)).toMatchObject({ status: 'in_review', inputs: PROOF });
  });
});
