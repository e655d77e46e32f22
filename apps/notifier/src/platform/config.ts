import { appUrl, email, secretUrl, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  SMTP_URL: secretUrl({ desc: 'Mail server, smtp:// or smtps:// with credentials' }),
  MAIL_FROM: email({ desc: 'Sender address of all mails', default: 'no-reply@questp.example' }),
  APP_URL: appUrl('which mails link to'),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
