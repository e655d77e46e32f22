import type { exportAccount } from '@questp/messages/exports';
import {
  getEmail,
  getTwoFactor,
  getUser,
  listLinkedAccounts,
  listPayoutAddresses,
  listSessions,
} from '@questp/messages/identity';
import type { Page, PageRequest, RequestOf } from '@questp/messages/language';
import { getNotificationPreferences, listNotifications } from '@questp/messages/notifier';
import {
  getInvitationPreferences,
  getOwnSubmission,
  listEveryOwnCheck,
  listOwnInvitations,
  listOwnLedger,
  listOwnProjects,
  listOwnSubmissions,
} from '@questp/messages/quests';
import type { Bus } from '@questp/service';
import type { Sections } from './json-of.js';

const MAX_PAGE = 100;

/**
 * What the API shows a user, in the order of the file. Single replies are requested before the first byte, so that an
 * unavailable service is reported as an error; lists are requested as they are written.
 */
export async function accountSections(
  bus: Bus,
  { userId, sessionId }: RequestOf<typeof exportAccount>,
): Promise<Sections> {
  const own = { userId };
  const [account, email, twoFactor, linkedAccounts, payoutAddresses, notificationPreferences, invitationPreferences] =
    await Promise.all([
      bus.call(getUser, own),
      bus.call(getEmail, own),
      bus.call(getTwoFactor, { family: 'user', ownerId: userId }),
      bus.call(listLinkedAccounts, own),
      bus.call(listPayoutAddresses, own),
      bus.call(getNotificationPreferences, own),
      bus.call(getInvitationPreferences, own),
    ]);
  return {
    account,
    email,
    twoFactor,
    linkedAccounts: linkedAccounts.items,
    payoutAddresses: payoutAddresses.items,
    notificationPreferences,
    invitationPreferences,
    sessions: itemsOf((page) => bus.call(listSessions, { ...page, family: 'user', ownerId: userId, sessionId })),
    projects: itemsOf((page) => bus.call(listOwnProjects, { ...page, ...own, order: 'newest' })),
    invitations: itemsOf((page) => bus.call(listOwnInvitations, { ...page, ...own })),
    submissions: submissionsOf(bus, userId),
    checks: itemsOf((page) => bus.call(listEveryOwnCheck, { ...page, ...own })),
    ledger: itemsOf((page) => bus.call(listOwnLedger, { ...page, ...own })),
    notifications: itemsOf((page) => bus.call(listNotifications, { ...page, ...own })),
  };
}

/** Includes members that only the reply for a single item has room for. */
async function* submissionsOf(bus: Bus, userId: string): AsyncGenerator<object> {
  const all = itemsOf((page) => bus.call(listOwnSubmissions, { ...page, userId }));
  for await (const { id } of all) yield bus.call(getOwnSubmission, { userId, submissionId: id });
}

async function* itemsOf<Item extends object>(ask: (page: PageRequest) => Promise<Page<Item>>): AsyncGenerator<Item> {
  let cursor: string | null | undefined;
  do {
    const page = await ask({ limit: MAX_PAGE, ...(cursor && { cursor }) });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
