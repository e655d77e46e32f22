import { connectByOAuth, linkByOAuth } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { sendRepositoryEvent } from '../support/platform-actions.js';
import { platforms } from '../support/platforms.js';
import { studio } from './stage.fixture.js';

const CORE = 80_000_001;

describe('A star that the code host reports', () => {
  it('completes the quest of an earner whose earlier attempt failed, without another request', async () => {
    const quest = await studio.quest('social_codehost_star', { repository: 'orbit/orbit-core' });
    await connectByOAuth(studio, 'codehost', { login_hint: 'verified' });
    const hasHook = () => platforms.emulators.items('codehost', 'hooks').length > 0;
    await waitFor(hasHook, { what: 'the webhook of the repository' });

    const { client } = await e2e.signIn();
    const { accountId } = await linkByOAuth(client, 'codehost', 'earner-66');
    platforms.emulators.remove('codehost', 'stars', { user: accountId, repository: String(CORE) });
    expectProblem(
      await client.POST('/v1/quests/{questId}/submissions', {
        params: { path: { questId: quest.id } },
        body: { inputs: {} },
      }),
      'ACTION_NOT_FOUND',
    );
    platforms.emulators.put('codehost', 'stars', { user: Number(accountId), repository: CORE });
    await sendRepositoryEvent('star', { action: 'created', sender: { id: Number(accountId) } });
    const params = { path: { questId: quest.id } };
    const status = () => unwrap(client.GET('/v1/quests/{questId}/verification', { params }));
    await waitFor(async () => (await status()).submission?.status === 'claimed', { what: 'the credit' });
  });
});
