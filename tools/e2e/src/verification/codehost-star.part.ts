import { linkByOAuth, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { platforms } from '../support/platforms.js';
import { e2e } from '../support/one-platform.fixture.js';
import { credits, studio } from './stage.fixture.js';

describe('A star at the code host', () => {
  it('is asked for at a repository that exists, waits for an outage to end, and is credited once', async () => {
    const quest = await studio.quest('social_codehost_star', { repository: 'Orbit/Orbit-Core' });
    expect(quest.config).toEqual({ repository: 'orbit/orbit-core', repositoryId: '80000001' });
    const { client } = await e2e.signIn();
    expectProblem(
      await client.POST('/v1/quests/{questId}/submissions', {
        params: { path: { questId: quest.id } },
        body: { inputs: {} },
      }),
      'NOT_LINKED',
    );
    await linkByOAuth(client, 'codehost', 'earner-61');
    platforms.emulators.arm('codehost', { kind: 'outage', route: 'starred' });
    const { id: submissionId, status } = await unwrap(submit({ client }, quest.id, {}));
    expect(status).toBe('pending');

    await e2e.sql('UPDATE quests.pending_check SET due_at = now(), lease_until = NULL');
    const params = { path: { submissionId } };
    const now = () => unwrap(client.GET('/v1/users/me/submissions/{submissionId}', { params }));
    await waitFor(async () => (await now()).status === 'claimed', { what: 'the credit' });
    expect(await credits(submissionId)).toBe(1);
  });
});
