import { CODE, enterCode, SECRET_CODE, signIn } from '@questp/players';
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
