import { Injectable } from '@nestjs/common';
import { linkEmail, type OwnEmail } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { endMergeOffers } from '../../security/sessions/end-merge-offers.js';
import { MergeOffersRepository } from '../merge-offers.repository.js';
import { requireNotMoved } from '../../shared/undoable-merges.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { commitEvenRefused } from '../../shared/transactions.js';
import { UserChanges } from '../../users/user-changes.js';
import { UsersRepository } from '../../users/users.repository.js';
import { EmailChallengesRepository } from '../../security/mailed-codes/email-challenges.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { OrderMails } from '../../security/mailed-codes/order-mails.js';
import { toOwnEmail, UserEmailsRepository } from './user-emails.repository.js';

@Injectable()
export class LinkEmail {
  constructor(
    private readonly database: Database,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly orderMails: OrderMails,
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly auditRepository: AuditRepository,
    private readonly mergeOffersRepository: MergeOffersRepository,
  ) {}

  /** Replaces an earlier address of the user. */
  @Rpc(linkEmail)
  async execute({ userId, sessionId, challengeId, code, client }: RequestOf<typeof linkEmail>): Promise<OwnEmail> {
    const linked = await commitEvenRefused(this.database, 'identity.link', async (tx) => {
      const email = await this.emailChallengesRepository.prove(tx, { purpose: 'link', sessionId }, challengeId, code);
      await this.usersRepository.lockActive(tx, userId);
      const before = await this.userEmailsRepository.of(tx, userId);
      if (before?.email === email) return before;
      if (before !== undefined && (await this.userEmailsRepository.ownerOf(tx, email)) === undefined) {
        await requireNotMoved(tx, userId, ({ emailVerifiedAt }) => emailVerifiedAt !== null);
      }
      if (!(await this.userEmailsRepository.give(tx, userId, email))) {
        const ownerId = (await this.userEmailsRepository.ownerOf(tx, email)) as string;
        const proven = { method: 'email', email } as const;
        throw await this.mergeOffersRepository.refusal(tx, { survivorId: userId, sessionId, ownerId, proven });
      }
      if (before === undefined) {
        await this.mailOrdersRepository.add(tx, 'email_linked', email);
      } else {
        await this.userEmailsRepository.remove(tx, before.email);
        await endMergeOffers(tx, userId);
        await this.mailOrdersRepository.add(tx, 'email_changed', before.email);
      }
      await this.userChanges.updated(tx, userId);
      await this.auditRepository.add(tx, {
        action: before === undefined ? 'email.linked' : 'email.changed',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
      });
      return this.userEmailsRepository.of(tx, userId);
    });
    this.orderMails.wake();
    return toOwnEmail(linked);
  }
}
