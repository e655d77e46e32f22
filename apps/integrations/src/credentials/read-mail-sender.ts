import { Injectable } from '@nestjs/common';
import type { readMailSender } from '@questp/messages/integrations';
import type { ReplyOf } from '@questp/messages/language';
import { Credentials } from './credentials.js';

@Injectable()
export class ReadMailSender {
  constructor(private readonly credentials: Credentials) {}

  async run(): Promise<ReplyOf<typeof readMailSender>> {
    const { values } = await this.credentials.read('email_sender');
    return { smtpUrl: values.get('smtpUrl')?.reveal() ?? null, from: values.get('from')?.reveal() ?? null };
  }
}
