import { Inject, Injectable } from '@nestjs/common';
import { readQuestEmail, type QuestEmail } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import { EmailChallengesRepository } from '../../security/mailed-codes/email-challenges.repository.js';
import { hashAddress, hashQuestEmail } from '../../security/method-hashes/hash-method.js';
import { questCodes, type EarnerOfQuest } from '../../security/mailed-codes/quest-codes.js';
import type { Config } from '../../shared/config.js';
import { commitEvenRefused } from '../../shared/transactions.js';
import { UserEmailsRepository } from './user-emails.repository.js';

/** Reads the address of the account, or the one that a code of the quest proves. */
@Injectable()
export class ReadQuestEmail {
  constructor(
    private readonly database: Database,
    private readonly emailChallengesRepository: EmailChallengesRepository,
    private readonly userEmailsRepository: UserEmailsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** EMAIL_CODE_INVALID; a wrong code uses up a try. */
  @Rpc(readQuestEmail)
  async execute({ userId, questId, code }: RequestOf<typeof readQuestEmail>): Promise<QuestEmail> {
    const email =
      code === null
        ? (await this.userEmailsRepository.of(this.database, userId))?.email
        : await commitEvenRefused(this.database, 'identity.quest-email', (tx) =>
            this.prove(tx, { userId, questId }, code),
          );
    if (email === undefined) return { address: null, domain: null };
    return {
      address: hashQuestEmail(this.config.METHOD_HASH_KEY, questId, hashAddress(email)),
      domain: email.slice(email.lastIndexOf('@') + 1),
    };
  }

  private async prove(tx: Tx, who: EarnerOfQuest, code: string): Promise<string> {
    const subject = questCodes(who);
    const asked = await this.emailChallengesRepository.askedBy(tx, subject);
    const email =
      asked === undefined ? undefined : await this.emailChallengesRepository.tryCode(tx, subject, asked, code);
    // Read after the row was locked: a parallel attempt with the same code may have proven it.
    const proven = email ?? (await this.emailChallengesRepository.provenBy(tx, subject, code));
    if (proven === undefined) throw new AppError('EMAIL_CODE_INVALID');
    return proven;
  }
}
