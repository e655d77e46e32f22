import type { NodeFaultKind } from '@questp/messages/escrow';
import { listAdmins } from '@questp/messages/identity';
import {
  getOperatorNotificationPreferences,
  listMails,
  setOperatorNotificationPreferences,
  type OperatorNotificationType,
} from '@questp/messages/notifier';
import type { EventType, EventTypes } from '@questp/messages/tables';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { NotifierEvents } from '../notifier-events.js';
import { notifier } from '../service.js';

const [ANN, BOB] = ['a', 'b'].map((letter) => `svcadmin_${letter.repeat(32)}`) as [string, string];

const OPERATOR = {
  role: 'super_admin',
  permissions: ['credentials:manage'],
  status: 'active',
  mustChangePassword: false,
  createdAt: '2026-05-01T12:00:00.000Z',
  lastSignInAt: null,
} as const;

describe('incidents of integrations', () => {
  let service: TestService<object>;
  const roles: (string | undefined)[] = [];

  beforeAll(async () => {
    service = await startTestService(notifier, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    service.bus.answer(listAdmins, ({ role, status }) => {
      roles.push(role, status);
      const admin = (id: string, email: string) => ({ ...OPERATOR, permissions: [...OPERATOR.permissions], id, email });
      return { items: [admin(ANN, 'ann@x.example'), admin(BOB, 'bob@x.example')], nextCursor: null };
    });
  });
  afterAll(() => service.stop());

  const report = (kind: 'down' | 'recovered' | 'quota_nearly_used') => {
    const data = { name: 'codehost', kind, detail: 'It was answered with <b>status</b> 401.\r\nBcc: x' } as const;
    return service.deliver(NotifierEvents, 'integration.incident', data);
  };
  const mails = async () => {
    const { items } = await service.call(listMails, { limit: 30 });
    return items.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted();
  };

  it('are mailed to active operators with the permission, except those who muted the type', async () => {
    expect(await service.call(getOperatorNotificationPreferences, { adminId: BOB })).toEqual({ muted: [] });
    await report('down');
    expect(roles).toEqual(['super_admin', 'active']);
    const down = 'The integration codehost is down';
    expect(await mails()).toEqual([`ann@x.example: ${down}`, `bob@x.example: ${down}`]);
    const muted = ['integration.recovered' as const];
    expect(await service.call(setOperatorNotificationPreferences, { adminId: BOB, muted })).toEqual({ muted });
    expect(await service.call(getOperatorNotificationPreferences, { adminId: BOB })).toEqual({ muted });
    expect(await service.call(getOperatorNotificationPreferences, { adminId: ANN })).toEqual({ muted: [] });
    await report('recovered');
    expect((await mails()).filter((mail) => mail.includes('works again'))).toEqual([
      'ann@x.example: The integration codehost works again',
    ]);
    await report('quota_nearly_used');
    expect((await mails()).filter((mail) => mail.includes('quota'))).toHaveLength(2);
  });
});

describe('conditions of chains', () => {
  let service: TestService<object>;

  beforeAll(async () => {
    service = await startTestService(notifier, { env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    service.bus.answer(listAdmins, () => {
      const admin = (id: string, email: string) => ({ ...OPERATOR, permissions: [...OPERATOR.permissions], id, email });
      return { items: [admin(ANN, 'ann@x.example'), admin(BOB, 'bob@x.example')], nextCursor: null };
    });
    await service.call(setOperatorNotificationPreferences, { adminId: BOB, muted: ['chain.node_faulty'] });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await service.db.execute(sql`DELETE FROM mail`);
    await service.db.execute(sql`DELETE FROM operator_alert`);
  });

  const mails = async () => (await service.call(listMails, { limit: 30 })).items.map(({ subject }) => subject);
  const happens = async <T extends OperatorNotificationType & EventType>(
    type: T,
    aggregateId: string,
    data: EventTypes[T],
  ) => {
    const handle = service.get(NotifierEvents).handlers[type];
    const occurredAt = new Date().toISOString();
    const event = { id: newId(), type, version: 1, occurredAt, aggregateId, data };
    await service.db.transaction(async (tx) => void (await handle?.(tx, event)));
  };
  const faulty = (node: number | null, fault: NodeFaultKind) =>
    happens('chain.node_faulty', `neutron-1/${node ?? 'all'}`, { chainId: 'neutron-1', node, fault, times: 1 });

  it('are mailed once in six hours, to operators who did not mute them', async () => {
    for (let minute = 0; minute < 3; minute += 1) await Promise.all([faulty(2, 'deviating'), faulty(2, 'deviating')]);
    expect(await mails()).toEqual(['Nodes of neutron-1 disagree']);
    await faulty(null, 'disagreement');
    expect(await mails()).toHaveLength(2);
    await service.db.execute(sql`UPDATE operator_alert SET mailed_at = mailed_at - interval '6 hours'`);
    await faulty(2, 'deviating');
    expect(await mails()).toHaveLength(3);
  });

  it('are not mailed if they may be temporary', async () => {
    for (const fault of ['unreachable', 'behind', 'invalid', 'refused'] as const) await faulty(1, fault);
    expect(await mails()).toEqual([]);
  });

  it('mail operators about an escrow whose commit deadline is near or missed', async () => {
    const place = { campaignId: newId(), projectId: newId(), attempt: 1, times: 1 };
    const late = { ...place, commitDeadline: '2026-06-01T12:00:00.000Z', reason: 'No payout plan is approved.' };
    await happens('escrow.deadline_near', `${place.campaignId}/1`, late);
    await happens('escrow.deadline_missed', `${place.campaignId}/1`, late);
    const subjects = await mails();
    expect(new Set(subjects)).toEqual(
      new Set(['The payouts of a campaign are not finalized', 'An escrow expired before its payouts were finalized']),
    );
  });

  it('mail operators about an escrow that contradicts its plan, and about transactions without progress', async () => {
    const place = { campaignId: newId(), projectId: newId(), attempt: 1, times: 1 };
    const contradiction = { ...place, code: 'finalized_differs', reason: 'The escrow has another hash.' } as const;
    const blocked = { chainId: 'pion-1', provider: 'escrow_operator', reason: 'In no block.', times: 1 } as const;
    for (let minute = 0; minute < 2; minute += 1) {
      await happens('escrow.contradiction', `${place.campaignId}/1`, contradiction);
      await happens('escrow.lane_blocked', 'pion-1/escrow_operator', blocked);
    }
    expect((await mails()).toSorted()).toEqual([
      ...Array.from({ length: 2 }, () => 'An escrow contradicts its payout plan'),
      ...Array.from({ length: 2 }, () => 'Transactions of escrow_operator make no progress on pion-1'),
    ]);
  });

  it('mail operators about a list of payouts that froze with undecided submissions', async () => {
    const campaignId = newId();
    await happens('payouts.undecided', campaignId, { campaignId, submitted: 9, undecided: 2 });
    expect(await mails()).toEqual(Array(2).fill('A list of payouts froze with undecided submissions'));
  });

  it('mail operators about an objection to a list of payouts', async () => {
    const [campaignId, projectId, planId, objectionId] = [newId(), newId(), newId(), newId()];
    const of = { campaignId, projectId, planId, version: 2, objectionId };
    await happens('payouts.objected', campaignId, { ...of, autoApproveAt: new Date().toISOString(), times: 1 });
    expect(await mails()).toEqual(Array(2).fill('A team objects to a list of payouts'));
  });

  it('mail operators about a key that has spent its fees of the day', async () => {
    const capped = { chainId: 'pion-1', provider: 'escrow_operator', denom: 'untrn', dailyFees: '25000000' } as const;
    await happens('escrow.fees_capped', 'pion-1/escrow_operator', capped);
    expect(await mails()).toEqual(Array(2).fill('The key escrow_operator has spent its fees of the day on pion-1'));
  });

  it('mail operators about a key with a low balance, and about each reset of a chain', async () => {
    const low = { chainId: 'pion-1', provider: 'escrow_operator', address: 'neutron1key', denom: 'untrn' } as const;
    await happens('escrow.balance_low', 'pion-1/escrow_operator', { ...low, balance: '7', fee: '3250', times: 4 });
    const reset = { chainId: 'pion-1', heightBefore: 5_000, height: 12, blockTime: new Date().toISOString() };
    for (let n = 0; n < 2; n += 1) await happens('chain.reset', 'pion-1', reset);
    expect((await mails()).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'The chain pion-1 was reset'),
      ...Array.from({ length: 2 }, () => 'The key escrow_operator has few coins left on pion-1'),
    ]);
  });
});
