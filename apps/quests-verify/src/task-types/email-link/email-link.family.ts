import { defineFamily } from '../family/define-family.js';
import { emailLinkTaskTypes } from './email-link.task-types.js';
import { SendEmailCode } from './send-email-code.js';
import { ShowEmailLinkStatus } from './show-email-link-status.js';
import { VerifiedEmail } from './verified-email.js';
import { VerifyEmail } from './verify-email.js';

export const emailLink = defineFamily({
  types: emailLinkTaskTypes,
  providers: [SendEmailCode, ShowEmailLinkStatus, VerifyEmail],
  facts: [VerifiedEmail],
});
