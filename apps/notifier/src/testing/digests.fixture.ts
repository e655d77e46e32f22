import { generateKeyPairSync } from 'node:crypto';
import { findMailAddresses, type MailAddress } from '@questp/messages/identity';
import { getNotificationPreferences, type NotificationType } from '@questp/messages/notifier';
import { newId, sql } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { MailWorker } from '../mail/mail-worker.js';
import { MailRepository } from '../mail/mail.repository.js';
import { NotifyUsers } from '../notifications/notify-users.js';
import { notifier } from '../service.js';
import { startSmtpServer } from './smtp-server.fixture.js';
import type { NotificationText } from '../texts/worded.js';
import { DigestWorker } from '../digests/digest-worker.js';

const API = 'https://api.example.org';

const SIGNING_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Verifies the signature of mails. */
export const { publicKey } = SIGNING_KEYS;

/** A header of a mail as received. */
export const header = (raw = '', name = 'List-Unsubscribe') => new RegExp(`^${name}: (.+)\\r$`, 'm').exec(raw)?.[1];

const textOf = (type: NotificationType, body: string, group?: string): NotificationText => ({
  ...{ type, template: 'member_removed', params: {}, data: {}, title: `About ${type}`, body },
  ...(group !== undefined && { group }),
});

export type DigestStage = Awaited<ReturnType<typeof startDigests>>;

/** Two replicas of the service, and a mail server. */
export async function startDigests() {
  const smtp = await startSmtpServer();
  const env = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@questp.example',
    APP_URL: 'https://app.example.org',
    STUDIO_URL: 'https://studio.example.org',
    PUBLIC_URL: API,
    DKIM_PRIVATE_KEY: SIGNING_KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const service = await startTestService(notifier, { env });
  const other = await startTestService(notifier, { env, beside: service });
  const replicas = [service, other];
  /** Users that identity returns. */
  const addresses = new Map<string, string>();
  let users = 0;

  const makeDue = () =>
    service.db.execute(sql`UPDATE digest_reader SET due_at = now() WHERE due_at < now() + interval '20 minutes'`);
  const gather = () => Promise.all(replicas.map((one) => one.get(DigestWorker).execute()));
  const send = () => Promise.all(replicas.map((one) => one.get(MailWorker).execute()));
  const toUser = (userId: string) => smtp.received.filter(({ to }) => to[0] === addresses.get(userId));

  return {
    ...service,
    smtp,
    other,
    replicas,
    addresses,
    makeDue,
    gather,
    send,
    toUser,
    newUser: (email?: string) => {
      users += 1;
      const userId = `svcuser_${String(users).padStart(32, '0')}`;
      addresses.set(userId, email ?? `user${users}@x.example`);
      return userId;
    },
    notify: (userIds: string | string[], body = 'News.', type: NotificationType = 'campaign.ended', group?: string) =>
      service.db.transaction((tx) => service.get(NotifyUsers).execute(tx, [userIds].flat(), textOf(type, body, group))),
    /** Queues a mail that is no digest. */
    queueCode: () => {
      const code = { subject: 'Code', text: '1', html: '1' };
      return service.db.transaction((tx) => service.get(MailRepository).enqueue(tx, newId(), 'code@x.example', code));
    },
    /** Moves everything into the past. */
    pass: async () => {
      await makeDue();
      await gather();
      await send();
    },
    rowsOf: (userId: string) =>
      service.db.rows<{ status: string; lastError: string | null }>(
        sql`SELECT status, last_error FROM mail WHERE user_id = ${userId} ORDER BY id`,
      ),
    tokenOf: (userId: string) =>
      (header(toUser(userId)[0]?.raw) ?? '').slice(`<${API}/v1/notifications/unsubscribe/`.length, -1),
    mailed: async (userId: string) => (await service.call(getNotificationPreferences, { userId })).mailed,

    /** No mails, and an identity and a mail server that work. */
    reset: async () => {
      await service.db.execute(sql`DELETE FROM mail`);
      await service.db.execute(sql`DELETE FROM mail_suppression`);
      await service.db.execute(sql`DELETE FROM digest_item`);
      addresses.clear();
      smtp.received.length = 0;
      Object.assign(smtp.state, { refusal: undefined, recipientRefusal: undefined });
      for (const { bus } of replicas) {
        bus.calls.length = 0;
        bus.answer(findMailAddresses, ({ userIds }) => ({
          items: userIds.flatMap((userId): MailAddress[] => {
            const email = addresses.get(userId);
            return email === undefined ? [] : [{ userId, email }];
          }),
          nextCursor: null,
        }));
      }
    },
    stop: async () => {
      await other.stop();
      await service.stop();
      await smtp.stop();
    },
  };
}
