import { email, frontEndUrl, secretUrl, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  SMTP_URL: secretUrl({ desc: 'Mail server, smtp:// or smtps:// with credentials' }),
  MAIL_FROM: email({ desc: 'Sender address of all mails', default: 'no-reply@questp.example' }),
  APP_URL: frontEndUrl('APP_URL', 'which mails to users link to'),
  CONSOLE_URL: frontEndUrl('CONSOLE_URL', 'which mails to operators link to'),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
