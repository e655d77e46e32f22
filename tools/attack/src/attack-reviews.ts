import {
  CODE,
  enterCode,
  linkByOAuth,
  newStudio,
  PLATFORM_QUESTS,
  SECRET_CODE,
  signIn,
  submit,
  verifyMicroblog,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { refuses } from './answers.js';
import type { Attack } from './attack.js';
import { campaignWithPool } from './paid-campaign.js';

export const keptPool: Attack = {
  name: 'A team takes the points of its earners back when its campaign has ended',
  async run(target, tries) {
    const studio = await campaignWithPool(target);
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    await unwrap(studio.activate());
    const earner = await signIn(target.gateways);
    const { submissionId: id } = await unwrap(enterCode(earner, quest.id, CODE));
    await unwrap(studio.end());
    const { client, project } = studio;
    const submission = `/v1/projects/${project.id}/submissions/${id}`;
    const take = (path: string) => () => client.call('POST', path, { body: { reason: 'Copied.' } });
    await refuses(tries, 'a reversal by the team', ['MODERATOR_REQUIRED'], take(`${submission}/reverse`));
    await refuses(tries, 'an undone decision', ['NOTHING_TO_UNDO'], () => client.call('POST', `${submission}/undo`));
    await refuses(tries, 'a rejection', ['ALREADY_REVIEWED'], take(`${submission}/reject`));
    const asOperator = `/v1/admin/submissions/${id}/reverse`;
    await refuses(tries, "a reversal by the operators' way", ['WRONG_TOKEN_FAMILY'], take(asOperator));
    const { status } = await unwrap(
      earner.client.GET('/v1/users/me/submissions/{submissionId}', { params: { path: { submissionId: id } } }),
    );
    tries.note('the points are kept', status === 'claimed', status);
  },
};

const LIKE = 'social_microblog_like';
/** An account of the emulated microblog. */
const LOGIN = 'earner-192';
/** One page, written in several ways. */
const PAGES = [
  'https://luna.example.org/my-work',
  'http://www.luna.example.org//my-work/?utm_source=x#top',
  'https://LUNA.example.org/my%2Dwork',
];

export const reusedProofs: Attack = {
  name: 'One social account, or one link, completes a reviewed quest for several earners',
  needs: ['emulators'],
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const by = { method: 'manual' } as const;
    const like = await studio.quest(LIKE, PLATFORM_QUESTS[LIKE]?.config, by);
    const work = await studio.quest('content_blog_write', { instructions: 'Write.' }, by);
    const at = { params: { path: { provider: 'microblog' as const } } };

    const earners = await Promise.all(PAGES.map(() => signIn(gateways)));
    for (const [index, earner] of earners.entries()) {
      await linkByOAuth(earner.client, 'microblog', LOGIN);
      const liked = () => verifyMicroblog(earner, like.id, { link: `https://proof-${index}.example.org/` });
      const written = () => submit(earner, work.id, { link: PAGES[index] });
      await refuses(tries, 'a review of nothing', ['TASK_INPUTS_INVALID'], () => verifyMicroblog(earner, like.id, {}));
      if (index === 0) {
        await unwrap(studio.approve(await unwrap(liked())));
        await unwrap(studio.approve(await unwrap(written())));
      } else {
        await refuses(tries, 'the same account, linked elsewhere', ['SUBJECT_ALREADY_USED'], liked);
        await refuses(tries, 'the same page, written otherwise', ['SUBJECT_ALREADY_USED'], written);
      }
      await unwrap(earner.client.DELETE('/v1/users/me/accounts/{provider}', at));
    }
    await unwrap(studio.client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
  },
};
