import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { json } from 'node:stream/consumers';
import { fetchBytes } from '@questp/bytes';
import { exportAccount } from '@questp/messages/exports';
import {
  getEmail,
  getTwoFactor,
  getUser,
  listLinkedAccounts,
  listPayoutAddresses,
  listSessions,
} from '@questp/messages/identity';
import {
  AppError,
  exampleOfAll,
  fieldsOf,
  type Contract,
  type MessageClass,
  type Page,
  type PageRequest,
  type ReplyOf,
} from '@questp/messages/language';
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
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { exports } from '../service.js';

const ASKED = { userId: `svcuser_${'a'.repeat(32)}`, sessionId: randomUUID() };
const PAGE_ITEMS = 30;
const FEW_PAGES = 2;

type File = Record<string, unknown> & Record<'submissions' | 'ledger' | 'sessions', Record<string, unknown>[]>;
type List = Contract<PageRequest, Page<{ id: string }>>;

const replyOf = <C extends Contract>({ reply }: C) => exampleOfAll(fieldsOf(reply as MessageClass)) as ReplyOf<C>;

describe('an export of an account', () => {
  let service: TestService<object>;
  let pages: number;

  const never = () => new AbortController().signal;
  const fetched = async (signal = never()) => fetchBytes((await service.call(exportAccount, ASKED)).url, signal);
  const file = async () => (await json(await fetched())) as File;
  const askedFor = ({ subject }: Contract) => service.bus.calls.filter((call) => call.subject === subject);

  const answerPages = (list: Contract) => {
    service.bus.answer(list as List, ({ cursor = '0' }) => {
      const [item] = replyOf(list as List).items;
      const items = Array.from({ length: PAGE_ITEMS }, () => ({ ...item, id: randomUUID() }));
      const next = Number(cursor) + 1;
      return { items, nextCursor: next < pages ? String(next) : null };
    });
  };

  beforeAll(async () => {
    service = await startTestService(exports);
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(() => {
    pages = FEW_PAGES;
    service.bus.calls.length = 0;
    for (const one of [
      getUser,
      getEmail,
      getTwoFactor,
      listLinkedAccounts,
      listPayoutAddresses,
      getNotificationPreferences,
      getInvitationPreferences,
    ]) {
      service.bus.answer<object, object | null>(one, () => replyOf(one));
    }
    for (const list of [
      listSessions,
      listOwnProjects,
      listOwnInvitations,
      listEveryOwnCheck,
      listOwnLedger,
      listNotifications,
    ]) {
      answerPages(list);
    }
    answerPages(listOwnSubmissions);
    service.bus.answer(getOwnSubmission, ({ submissionId }) => ({ ...replyOf(getOwnSubmission), id: submissionId }));
  });

  it('has every section, with all pages of its lists', async () => {
    const {
      account,
      email,
      twoFactor,
      linkedAccounts,
      payoutAddresses,
      notificationPreferences,
      invitationPreferences,
      ...lists
    } = await file();
    expect({ account, email, twoFactor, notificationPreferences, invitationPreferences }).toEqual({
      account: replyOf(getUser),
      email: replyOf(getEmail),
      twoFactor: replyOf(getTwoFactor),
      notificationPreferences: replyOf(getNotificationPreferences),
      invitationPreferences: replyOf(getInvitationPreferences),
    });
    expect(linkedAccounts).toEqual(replyOf(listLinkedAccounts).items);
    expect(payoutAddresses).toEqual(replyOf(listPayoutAddresses).items);
    const lengths = Object.entries(lists).map(([name, items]) => [name, (items as object[]).length]);
    expect(Object.fromEntries(lengths)).toEqual(
      Object.fromEntries(
        ['sessions', 'projects', 'invitations', 'submissions', 'checks', 'ledger', 'notifications'].map((name) => [
          name,
          FEW_PAGES * PAGE_ITEMS,
        ]),
      ),
    );
  });

  it('requests data of the calling user only', async () => {
    await file();
    const asked = service.bus.calls.map(({ request }) => request as { userId?: string; ownerId?: string });
    expect(new Set(asked.map(({ userId, ownerId }) => userId ?? ownerId))).toEqual(new Set([ASKED.userId]));
  });

  it('exports submissions with their steps and checks', async () => {
    const { submissions } = await file();
    const { history, checks } = replyOf(getOwnSubmission);
    expect(submissions[0]).toMatchObject({ history, checks });
  });

  it('has empty lists for a new account', async () => {
    service.bus.answer(listOwnLedger, () => ({ items: [], nextCursor: null }));
    expect((await file()).ledger).toEqual([]);
  });

  it('is refused whole while a service that is asked first is away', async () => {
    service.bus.answer(getNotificationPreferences, () => {
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    });
    await expect(fetched()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('that breaks off does not look whole', async () => {
    service.bus.answer(listNotifications, () => {
      throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    });
    await expect(file()).rejects.toThrow();
  });

  it('asks for no more than is read, and for nothing once its reader left', async () => {
    pages = Infinity;
    const left = new AbortController();
    const bytes = await fetched(left.signal);
    bytes.on('error', () => undefined);
    const settled = async () => {
      let before = -1;
      while (before !== askedFor(listSessions).length) {
        before = askedFor(listSessions).length;
        await sleep(300);
      }
      return before;
    };
    const unread = await settled();
    bytes.resume();
    await sleep(200);
    expect(askedFor(listSessions).length).toBeGreaterThan(unread);
    left.abort();
    await settled();
  }, 20_000);
});
