import { confirmMerge, enterCode, newStudio, offerMerge, type Person, SECRET_CODE, untilMerge } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { parallel } from '../../support/parallel.js';

describe('Two accounts of one person', () => {
  const pointsOf = async ({ user: { id: userId } }: Person) =>
    e2e.count('SELECT coalesce(sum(points), 0) AS count FROM quests.points_ledger WHERE user_id = $1', [userId]);
  const again = (person: Person) => e2e.signIn({ wallet: person.wallet });

  it('A-66 20 concurrent confirmations merge two accounts once, each quest counts once, and an operator separates them again', async () => {
    const studio = await newStudio(await e2e.signIn());
    const quests = [
      await studio.quest('engagement_secret_code', SECRET_CODE),
      await studio.quest('engagement_secret_code', SECRET_CODE),
      await studio.quest('engagement_secret_code', SECRET_CODE),
    ];
    const [survivor, absorbed] = [await e2e.signIn(), await e2e.signIn()];
    for (const { id } of quests.slice(0, 2)) await unwrap(enterCode(survivor, id, SECRET_CODE.code));
    for (const { id } of quests.slice(1)) await unwrap(enterCode(absorbed, id, SECRET_CODE.code));
    const each = (await pointsOf(survivor)) / 2;

    const offerId = await offerMerge(survivor, absorbed.wallet);
    const params = { path: { offerId } };
    const offer = await unwrap(survivor.client.GET('/v1/users/me/merge-offers/{offerId}', { params }));
    expect(offer).toMatchObject({
      account: { userId: absorbed.user.id },
      earned: { sums: { submissions: 1, droppedSubmissions: 1 }, hasRoles: false },
      refusal: null,
    });
    const answers = await parallel(20, () => confirmMerge(survivor, offerId));
    const merges = answers.flatMap(({ data }) => data ?? []);
    expect(new Set(merges.map(({ id }) => id))).toEqual(new Set([offerId]));
    expect(
      await e2e.count('SELECT count(*) FROM identity.account_merge WHERE absorbed_id = $1', [absorbed.user.id]),
    ).toBe(1);
    for (const { client } of [survivor, absorbed]) expectProblem(await client.GET('/v1/users/me'), 'UNAUTHENTICATED');

    const one = await again(absorbed);
    expect(one.user.id).toBe(survivor.user.id);
    expect(await untilMerge(one.client, offerId, 'done')).toMatchObject({ sums: offer.earned.sums });
    expect([await pointsOf(survivor), await pointsOf(absorbed)]).toEqual([3 * each, 0]);
    const stranger = await e2e.signIn();
    const ofMerge = { params: { path: { mergeId: offerId } } };
    expectProblem(await stranger.client.GET('/v1/users/me/merges/{mergeId}', ofMerge), 'NOT_FOUND');

    const operator = await e2e.superAdmin();
    const undone = await parallel(20, () => operator.POST('/v1/admin/account-merges/{mergeId}/undo', ofMerge));
    expect(undone.map(({ response }) => response.status)).toEqual(undone.map(() => 200));
    expectProblem(await one.client.GET('/v1/users/me'), 'UNAUTHENTICATED');
    const [first, second] = [await again(survivor), await again(absorbed)];
    expect([first.user.id, second.user.id]).toEqual([survivor.user.id, absorbed.user.id]);
    await untilMerge(first.client, offerId, 'undone');
    expect([await pointsOf(survivor), await pointsOf(absorbed)]).toEqual([2 * each, 2 * each]);
    await e2e.settled();
    await e2e.checkPoints();
  });
});
