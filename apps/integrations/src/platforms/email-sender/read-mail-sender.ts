import { Injectable } from '@nestjs/common';
import { readMailSender } from '@questp/messages/integrations';
import type { ReplyOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { Credentials } from '../../credentials/credentials.js';

@Injectable()
export class ReadMailSender {
  constructor(private readonly credentials: Credentials) {}

  @Rpc(readMailSender)
  async execute(): Promise<ReplyOf<typeof readMailSender>> {
    const { values } = await this.credentials.read('email_sender');
    return { smtpUrl: values.get('smtpUrl')?.reveal() ?? null, from: values.get('from')?.reveal() ?? null };
  }
}
