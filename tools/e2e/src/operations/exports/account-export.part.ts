import { newSlug, newStudio, type Person, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../../support/one-platform.fixture.js';

describe('An export of the own account', () => {
  const canary = (member: string) => `${member} ${newSlug('canary')}`;

  it('contains the data of the user from every service, no data of other users and no secret', async () => {
    const [owner, earner, other] = (await e2e.people(3)) as [Person, Person, Person];
    const studio = await newStudio(owner);
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
    const profile = { displayName: canary('name'), bio: canary('bio') };
    await unwrap(earner.client.PATCH('/v1/users/me', { body: profile }));
    const texts = { own: canary('text'), ofOther: canary('text') };
    const submission = await unwrap(submit(earner, quest.id, { text: texts.own }));
    await unwrap(submit(other, quest.id, { text: texts.ofOther }));
    await unwrap(studio.approve(submission));

    const { data, response } = await earner.client.call<object>('GET', '/v1/users/me/export');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="account-[\d-]+\.json"$/);
    expect(data).toMatchObject({
      account: { id: earner.user.id, ...profile, wallets: [{ address: earner.user.wallets[0]?.address }] },
      submissions: [{ id: submission.id, status: 'claimed', inputs: { text: texts.own } }],
      ledger: [{ submissionId: submission.id, kind: 'credit' }],
      sessions: [{ isCurrent: true }],
    });
    const file = JSON.stringify(data);
    expect(file).not.toContain(texts.ofOther);
    expect(file).not.toContain(other.user.id);
    expect(file).not.toMatch(/svcu_|token|password|secret/i);
  });
});
