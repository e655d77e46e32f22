import { Injectable } from '@nestjs/common';
import { AppError, hasForm, type RequestOf } from '@questp/messages/language';
import { getUnsubscription, NOTIFICATION_TYPES, unsubscribe, type Unsubscription } from '@questp/messages/notifier';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { MailRepository } from '../mail/mail.repository.js';
import { ALL_NEWS, NewsChoicesRepository } from './news-choices.repository.js';
import { NewsRepository } from './news.repository.js';
import { isSigned, readToken, type Unsubscribing } from './unsubscribe-token.js';

@Injectable()
export class Unsubscribe {
  constructor(
    private readonly db: Database,
    private readonly news: NewsRepository,
    private readonly choices: NewsChoicesRepository,
    private readonly mails: MailRepository,
  ) {}

  /** NOT_FOUND for a token that nobody was given. */
  @Rpc(getUnsubscription)
  async show({ token }: RequestOf<typeof getUnsubscription>): Promise<Unsubscription> {
    return { types: typesOf(await this.read(token)) };
  }

  @Rpc(unsubscribe)
  async turnOff({ token }: RequestOf<typeof unsubscribe>): Promise<Unsubscription> {
    const unsubscribing = await this.read(token);
    const { userId, topics } = unsubscribing;
    const types = typesOf(unsubscribing);
    await this.db.transaction(async (tx) => {
      await this.choices.turnOff(tx, userId, topics.includes(ALL_NEWS) ? [...types, ALL_NEWS] : types);
      // What else such a mail tells is in the app as well.
      await this.mails.dropQueued(tx, userId);
    });
    return { types };
  }

  private async read(token: string): Promise<Unsubscribing> {
    const unsubscribing = readToken(token);
    const { userId } = unsubscribing;
    // Until it is signed it may say anything: what no database would take is not looked for.
    const key = hasForm('user_id', userId) ? await this.news.unsubscribeKey(userId) : undefined;
    if (key === undefined || !isSigned(token, key)) throw new AppError('NOT_FOUND');
    return unsubscribing;
  }
}

/** A type that is no more needs no mail ended. */
const typesOf = ({ topics }: Unsubscribing) =>
  NOTIFICATION_TYPES.filter((type) => topics.includes(ALL_NEWS) || topics.includes(type));
