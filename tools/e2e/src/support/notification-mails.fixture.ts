import { linkEmail, newAddress, newStudio } from '@questp/players';
import { waitFor } from '@questp/testing';
import { mailbox } from './mailbox.js';
import { e2e } from './one-platform.fixture.js';

/** Number of the user's notifications that are not mailed yet. */
export const waitingNews = (userId: string) =>
  e2e.count('SELECT count(*) FROM notifier.digest_item WHERE user_id = $1', [userId]);

/** A user with an e-mail address and so many invitations, about which no mail has been sent yet. */
export async function invitedByTeams(teams: number) {
  const [person, address] = [await e2e.signIn(), newAddress()];
  await linkEmail(person.client, mailbox, address);
  for (let team = 0; team < teams; team += 1) {
    const studio = await newStudio(await e2e.signIn());
    await studio.invite(person, 'project_moderator');
  }
  await waitFor(async () => (await waitingNews(person.user.id)) === teams);
  return { ...person, address };
}

/** Ends the 10 minutes for which notifications are collected. */
export const makeNewsDue = (userId: string) =>
  e2e.sql('UPDATE notifier.digest_reader SET due_at = now() WHERE user_id = $1', [userId]);

/** Sends the user's notification mail; returns it and its unsubscribe token. */
export async function newsMail({ user, address }: { user: { id: string }; address: string }) {
  await makeNewsDue(user.id);
  const mail = await mailbox.newest(address, /unsubscribe/);
  const [, token = ''] = /like this one: \S+\/unsubscribe\/([\w.-]+)/.exec(mail.text) ?? [];
  return { mail, token };
}
