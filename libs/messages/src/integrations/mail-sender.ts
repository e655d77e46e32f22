import { MAX_CREDENTIAL_CHARACTERS } from './credential-providers.js';
import { Nothing } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Text } from '../language/fields/index.js';

/** Effective values of email_sender; null where integrations has no value. */
class MailSender {
  @Text({ form: 'mail_server', min: 1, max: MAX_CREDENTIAL_CHARACTERS, nullable: true })
  smtpUrl!: string | null;

  @Text({ form: 'email', min: 3, max: 254, nullable: true })
  from!: string | null;
}

/** The reply contains a secret; only the service that sends mails may call it. */
export const readMailSender = contract({
  subject: 'integrations.credentials.mail-sender',
  request: Nothing,
  reply: MailSender,
  callers: ['notifier'],
  reads: true,
  deadlineMs: 2_000,
});
