import { COMMON_CONFIG, DATABASE_CONFIG, email, loadConfig, url } from '@questp/service';

export const CONFIG_SPEC = {
  ...COMMON_CONFIG,
  ...DATABASE_CONFIG,
  SMTP_URL: url({ desc: 'Mail server, smtp:// or smtps:// with credentials (secret)' }),
  MAIL_FROM: email({ desc: 'Sender address of all mails', default: 'no-reply@questp.example' }),
  APP_URL: url({ desc: 'Address of the front-end that mails link to', default: 'http://localhost:4200' }),
} as const;

export type Config = ReturnType<typeof readConfig>;

export const readConfig = () => loadConfig(CONFIG_SPEC);
