import { Injectable } from '@nestjs/common';
import { AppError, hasForm, type RequestOf } from '@questp/messages/language';
import { getUnsubscription, NOTIFICATION_TYPES, unsubscribe, type Unsubscription } from '@questp/messages/notifier';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { MailRepository } from '../mail/mail.repository.js';
import { ALL_DIGESTS, DigestChoicesRepository } from './digest-choices.repository.js';
import { DigestsRepository } from './digests.repository.js';
import { isSigned, readToken, type Unsubscribing } from './unsubscribe-token.js';

@Injectable()
export class Unsubscribe {
  constructor(
    private readonly database: Database,
    private readonly digestsRepository: DigestsRepository,
    private readonly digestChoicesRepository: DigestChoicesRepository,
    private readonly mailRepository: MailRepository,
  ) {}

  /** NOT_FOUND for an unknown token. */
  @Rpc(getUnsubscription)
  async show({ token }: RequestOf<typeof getUnsubscription>): Promise<Unsubscription> {
    return { types: typesOf(await this.read(token)) };
  }

  @Rpc(unsubscribe)
  async turnOff({ token }: RequestOf<typeof unsubscribe>): Promise<Unsubscription> {
    const unsubscribing = await this.read(token);
    const { userId, topics } = unsubscribing;
    const types = typesOf(unsubscribing);
    await this.database.transaction(async (tx) => {
      await this.digestChoicesRepository.turnOff(
        tx,
        userId,
        topics.includes(ALL_DIGESTS) ? [...types, ALL_DIGESTS] : types,
      );
      // Everything in the mail is also shown in the app.
      await this.mailRepository.dropQueued(tx, userId);
    });
    return { types };
  }

  private async read(token: string): Promise<Unsubscribing> {
    const unsubscribing = readToken(token);
    const { userId } = unsubscribing;
    // The token is not verified yet: a value that the database cannot store is not looked up.
    const key = hasForm('user_id', userId) ? await this.digestsRepository.unsubscribeKey(userId) : undefined;
    if (key === undefined || !isSigned(token, key)) throw new AppError('NOT_FOUND');
    return unsubscribing;
  }
}

/** A type that no longer exists needs no change. */
const typesOf = ({ topics }: Unsubscribing) =>
  NOTIFICATION_TYPES.filter((type) => topics.includes(ALL_DIGESTS) || topics.includes(type));
