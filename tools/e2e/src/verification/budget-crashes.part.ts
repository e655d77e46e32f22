import { BRAND, inParallel, linkByOAuth, newStudio, type Person, type Studio, verifyMicroblog } from '@questp/players';
import { ProblemError, unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { platforms } from '../support/platforms.js';

/** People of the emulated platforms. */
const LOGINS = ['earner-145', 'earner-146', 'earner-147', 'earner-148'];
const BRAND_ID = '1700000000000000001';
/** What the microblog charges for the account that a check reads, in millionths of a US dollar. */
const PRICE = 10_000;

describe('The budget of a campaign', () => {
  let earners: Person[];
  beforeAll(async () => {
    earners = await e2e.people(LOGINS.length);
    const linked = LOGINS.map((login, index) => linkByOAuth((earners[index] as Person).client, 'microblog', login));
    for (const { accountId: follower } of await Promise.all(linked)) {
      platforms.emulators.put('microblog', 'follows', { follower, followed: BRAND_ID });
    }
  }, 30_000);
  afterEach(() => platforms.emulators.clearFaults());
  afterEach(() => e2e.checkPoints());

  const setBudget = ({ client, inCampaign: params }: Studio, checkBudgetUsd: string) =>
    unwrap(client.PATCH('/v1/projects/{projectId}/campaigns/{campaignId}', { params, body: { checkBudgetUsd } }));

  async function start(checkBudgetUsd: string) {
    const studio = await newStudio(await e2e.signIn());
    const { id } = await studio.quest('social_microblog_follow', { handle: BRAND });
    await setBudget(studio, checkBudgetUsd);
    platforms.emulators.clearJournal();
    return { studio, questId: id };
  }

  /** The status of each earner's submission, or the code of the error. */
  const verifyAll = (questId: string) =>
    inParallel(earners, LOGINS.length, async (earner) => {
      try {
        return (await unwrap(verifyMicroblog(earner, questId))).status;
      } catch (error) {
        if (error instanceof ProblemError) return error.code;
        throw error;
      }
    });

  const sent = () => platforms.emulators.journal({ platform: 'microblog', route: 'user_by_id' }).length;
  const counted = async ({ campaign }: Studio) => {
    const [row] = await e2e.sql<{ requests: number; micros: number }>(
      `SELECT sum(requests)::integer AS requests, sum(spent_micros)::integer AS micros
       FROM integrations.platform_spend WHERE campaign_id = $1`,
      [campaign.id],
    );
    return row;
  };
  const untilCredited = (questId: string) =>
    waitFor(
      async () => {
        // The leases of processes that were killed end after 30 s.
        await e2e.sql('UPDATE quests.pending_check SET lease_until = NULL');
        const claimed = `SELECT count(*) FROM quests.submission WHERE quest_id = $1 AND status = 'claimed'`;
        return (await e2e.count(claimed, [questId])) === LOGINS.length;
      },
      { what: 'all credits', timeoutMs: 30_000 },
    );
  const expectNoAttemptUsed = async (questId: string) => {
    const negatives = 'SELECT count(*) FROM quests.negative_check WHERE quest_id = $1';
    expect(await e2e.count(negatives, [questId])).toBe(0);
  };

  it('counts every request that was sent before integrations was killed', async () => {
    const { studio, questId } = await start('1.00');
    platforms.emulators.arm('microblog', { kind: 'hang', route: 'user_by_id', times: LOGINS.length });
    const first = verifyAll(questId);
    await waitFor(() => sent() === LOGINS.length, { what: 'the requests at the microblog' });
    await e2e.service('integrations').kill('SIGKILL');
    expect(await counted(studio)).toEqual({ requests: LOGINS.length, micros: LOGINS.length * PRICE });
    await e2e.service('integrations').restart();
    expect(new Set(await first)).toEqual(new Set(['pending']));

    await e2e.sql(
      'UPDATE quests.pending_check p SET due_at = now() FROM quests.submission s WHERE s.id = p.submission_id AND s.quest_id = $1',
      [questId],
    );
    await untilCredited(questId);
    expect(await counted(studio)).toEqual({ requests: sent(), micros: sent() * PRICE });
    await expectNoAttemptUsed(questId);
  }, 60_000);

  it('keeps checks pending over a crash of quests-verify, and a raise resumes them', async () => {
    const { studio, questId } = await start('0.02');
    const quests = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const crash = async () => {
      await Promise.all(quests.map((service) => service.kill('SIGKILL')));
      await Promise.all(quests.map((service) => service.restart()));
    };
    expect((await verifyAll(questId)).toSorted()).toEqual(['claimed', 'claimed', 'pending', 'pending']);
    await crash();
    await setBudget(studio, '1.00');
    await crash();

    // A check that was interrupted has been sent, and is sent again.
    await untilCredited(questId);
    expect(await counted(studio)).toEqual({ requests: sent(), micros: sent() * PRICE });
    await expectNoAttemptUsed(questId);
  }, 60_000);
});
