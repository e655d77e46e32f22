import { BRAND, inParallel, linkByOAuth, newStudio, signIn, verifyMicroblog, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { codeOf, patiently } from './answers.js';
import type { Attack } from './attack.js';

/** Accounts of the emulated microblog. */
const LOGINS = ['earner-185', 'earner-186', 'earner-187', 'earner-188', 'earner-189', 'earner-190'];
/** What the microblog charges for the account that a check reads, in cents. */
const CENTS = 1;
const COVERED = 3;
/** Attempts of one earner at a time. */
const ATTEMPTS = 4;

export const overspentBudgets: Attack = {
  name: 'Checks cost more than the budget of their campaign, or hold up those of another project',
  needs: ['emulators'],
  async run({ gateways, emulators }, tries) {
    const [poor, other] = [await newStudio(await signIn(gateways)), await newStudio(await signIn(gateways))];
    const [scarce, free] = [
      await poor.quest('social_microblog_follow', { handle: BRAND }),
      await other.quest('social_microblog_follow', { handle: BRAND }),
    ];
    const checkBudgetUsd = ((COVERED * CENTS) / 100).toFixed(2);
    const params = poor.inCampaign;
    await unwrap(
      poor.client.PATCH('/v1/projects/{projectId}/campaigns/{campaignId}', { params, body: { checkBudgetUsd } }),
    );
    const earners = await inParallel([...LOGINS], LOGINS.length, async (login) => {
      const earner = await signIn(gateways);
      const { accountId } = await linkByOAuth(earner.client, 'microblog', login);
      // It does if the demo has run.
      await emulators?.remove('microblog', 'follows', { follower: accountId });
      return earner;
    });
    const verify = async (earner: Person, { id }: { id: string }): Promise<string> => {
      const answer = await patiently(() => verifyMicroblog(earner, id));
      return answer.data?.status ?? codeOf(answer);
    };

    const begun = (await emulators?.journal())?.at(-1)?.number ?? 0;
    const attempts = earners.flatMap((earner) => Array.from({ length: ATTEMPTS }, () => earner));
    const statuses = await Promise.all(attempts.map((earner) => verify(earner, scarce)));
    for (const status of statuses) {
      // The earners do not follow the brand: checks within the budget are negative, and the others wait.
      const isHeld = ['ACTION_NOT_FOUND', 'QUEST_COOLDOWN', 'pending'].includes(status);
      tries.note(`one of ${attempts.length} checks at a time`, isHeld, status);
    }
    const asked = ((await emulators?.journal(begun)) ?? []).filter(({ route }) => route === 'user_by_id').length;
    tries.note(`at most ${COVERED} requests are sent`, asked > 0 && asked <= COVERED, `${asked} were sent`);
    const { spentUsd } = await unwrap(
      poor.client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/budget', { params }),
    );
    tries.note(`at most ${checkBudgetUsd} USD are spent`, Number(spentUsd) <= Number(checkBudgetUsd), spentUsd);
    for (const status of await Promise.all(earners.map((earner) => verify(earner, free)))) {
      tries.note('a check of another project is made', status === 'ACTION_NOT_FOUND', status);
    }

    const at = { params: { path: { provider: 'microblog' as const } } };
    for (const { client } of earners) await unwrap(client.DELETE('/v1/users/me/accounts/{provider}', at));
    for (const { client, inProject } of [poor, other]) {
      await unwrap(client.POST('/v1/projects/{projectId}/archive', { params: inProject }));
    }
  },
};
