import { suspend } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { mailbox } from '../../support/mailbox.js';
import { invitedByTeams, makeNewsDue, newsMail, waitingNews } from '../../support/notification-mails.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';

describe('Mails of notifications', () => {
  it('several notifications are sent as one mail to the verified address, and 20 concurrent clicks unsubscribe', async () => {
    const person = await invitedByTeams(2);
    const { mail, token } = await newsMail(person);
    expect(mail.subject).toBe('You are invited to a project team, and 1 more');
    const path = `/v1/notifications/unsubscribe/${token}`;
    const mailed = async () => (await unwrap(person.client.GET('/v1/notifications/preferences'))).mailed;

    expect((await e2e.anonymous.call('GET', path)).data).toEqual({ types: ['project.member_invited'] });
    expect(await mailed()).toContain('project.member_invited');
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const click = () => fetch(new URL(path, e2e.gatewayUrls[0]), { method: 'POST', body });
    const answers = await Promise.all(Array.from({ length: 20 }, click));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await mailed()).not.toContain('project.member_invited');
    expectProblem(await e2e.anonymous.call('POST', path.slice(0, -1)), 'NOT_FOUND');
    expectProblem(await e2e.anonymous.call('POST', `${path.slice(0, -4)}AAAA`), 'NOT_FOUND');
  });

  it('a user who is suspended before the mail is due gets none', async () => {
    const person = await invitedByTeams(1);
    const { user, address } = person;
    await unwrap(suspend(await e2e.superAdmin(), person));
    await makeNewsDue(user.id);
    await waitFor(async () => (await waitingNews(user.id)) === 0);
    expect(await mailbox.to(address, /unsubscribe/)).toEqual([]);
    expect(await e2e.count('SELECT count(*) FROM notifier.mail WHERE user_id = $1', [user.id])).toBe(0);
  });
});
