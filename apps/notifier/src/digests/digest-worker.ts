import { Inject, Injectable } from '@nestjs/common';
import { MAX_MAILED_USERS } from '@questp/messages/identity';
import { Database, newId, type Tx } from '@questp/postgres';
import { BackgroundWorker, CONFIG } from '@questp/service';
import { MailRepository } from '../mail/mail.repository.js';
import { UserAddresses } from '../mail/user-addresses.js';
import type { Config } from '../shared/config.js';
import { EN } from '../texts/en.js';
import { digestMail } from './digest-text.js';
import { DigestsRepository } from './digests.repository.js';

const IDLE_MS = 1_000;
const FAILED_MS = 5_000;

/** Mails one digest for the notifications of 10 minutes, to users with an address. */
@Injectable()
export class DigestWorker extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly digestsRepository: DigestsRepository,
    private readonly mailRepository: MailRepository,
    private readonly userAddresses: UserAddresses,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super({ name: 'digests', idleMs: IDLE_MS, failedMs: FAILED_MS });
  }

  async execute(): Promise<boolean> {
    const due = await this.digestsRepository.claim(MAX_MAILED_USERS);
    if (due.length === 0) return false;
    const reached = await this.userAddresses.of(due);
    const others = due.filter((userId) => !reached.has(userId));
    if (others.length > 0) await this.database.transaction((tx) => this.digestsRepository.drop(tx, others));
    await this.each(
      [...reached.keys()],
      (userId) => this.database.transaction((tx) => this.mail(tx, userId)),
      (userId) => ({ userId }),
    );
    return due.length === MAX_MAILED_USERS;
  }

  private async mail(tx: Tx, userId: string): Promise<void> {
    const key = await this.digestsRepository.admit(tx, userId);
    if (key === undefined) return this.digestsRepository.postpone(tx, userId);
    const items = await this.digestsRepository.take(tx, userId);
    const [first] = items;
    if (first === undefined) return;
    const { unsubscribeUrl, ...text } = digestMail(EN, { userId, items, count: first.count }, key, this.config);
    await this.mailRepository.enqueue(tx, newId(), { userId, unsubscribeUrl }, text, first.expiresAt.toISOString());
  }
}
