import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getUnsubscription, unsubscribe } from '@questp/messages/notifier';
import { Rpc } from '@questp/service';
import { Unsubscribe } from './unsubscribe.js';

@Injectable()
export class NewsHandlers {
  constructor(private readonly unsubscribe: Unsubscribe) {}

  @Rpc(getUnsubscription)
  async look({ token }: RequestOf<typeof getUnsubscription>) {
    return this.unsubscribe.look(token);
  }

  @Rpc(unsubscribe)
  async run({ token }: RequestOf<typeof unsubscribe>) {
    return this.unsubscribe.run(token);
  }
}
