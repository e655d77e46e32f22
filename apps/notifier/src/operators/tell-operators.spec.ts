import { listAdmins } from '@questp/messages/identity';
import {
  getOperatorNotificationPreferences,
  listMails,
  setOperatorNotificationPreferences,
} from '@questp/messages/notifier';
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

  const tell = (kind: 'down' | 'recovered' | 'quota_nearly_used') => {
    const data = { name: 'codehost', kind, detail: 'It was answered with <b>status</b> 401.\r\nBcc: x' } as const;
    return service.deliver(NotifierEvents, 'integration.incident', data);
  };
  const mails = async () => {
    const { items } = await service.call(listMails, { limit: 30 });
    return items.map(({ recipient, subject }) => `${recipient}: ${subject}`).toSorted();
  };

  it('are mailed to active operators with the permission, except those who muted the type', async () => {
    expect(await service.call(getOperatorNotificationPreferences, { adminId: BOB })).toEqual({ muted: [] });
    await tell('down');
    expect(roles).toEqual(['super_admin', 'active']);
    const down = 'The integration codehost is down';
    expect(await mails()).toEqual([`ann@x.example: ${down}`, `bob@x.example: ${down}`]);
    const muted = ['integration.recovered' as const];
    expect(await service.call(setOperatorNotificationPreferences, { adminId: BOB, muted })).toEqual({ muted });
    expect(await service.call(getOperatorNotificationPreferences, { adminId: BOB })).toEqual({ muted });
    expect(await service.call(getOperatorNotificationPreferences, { adminId: ANN })).toEqual({ muted: [] });
    await tell('recovered');
    expect((await mails()).filter((mail) => mail.includes('works again'))).toEqual([
      'ann@x.example: The integration codehost works again',
    ]);
    await tell('quota_nearly_used');
    expect((await mails()).filter((mail) => mail.includes('quota'))).toHaveLength(2);
  });
});
