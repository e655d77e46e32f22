import type { Wing } from '@questp/service-kit';
import { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';
import { MailWorker } from './mail-worker.js';
import { MailRepository } from './mail.repository.js';
import { MailsHandlers } from './mails.handlers.js';
import { OrderMail } from './order-mail.js';
import { RetryMail } from './retry-mail.js';
import { SuppressionsRepository } from './suppressions.repository.js';
import { TestMailServer } from './test-mail-server.js';
import { UserAddresses } from './user-addresses.js';

export const mail: Wing = {
  providers: [
    MailsHandlers,
    MailRepository,
    SuppressionsRepository,
    MailSender,
    MailTransport,
    MailWorker,
    UserAddresses,
    OrderMail,
    RetryMail,
    TestMailServer,
  ],
};
