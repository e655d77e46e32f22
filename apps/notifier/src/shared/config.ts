import { parseNetworks } from '@questp/egress';
import { email, frontEndUrl, makeValidator, secretRsaKey, secretUrl, str, url, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  SMTP_URL: secretUrl({ desc: 'Mail server, smtp:// or smtps:// with credentials, unless email_sender has one' }),
  MAIL_FROM: email({
    desc: 'Sender address of all mails, unless email_sender has one',
    default: 'no-reply@questp.example',
  }),
  EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'Non-public networks (CIDR, comma-separated) in which the mail server of email_sender may be',
    default: [],
  }),
  DKIM_PRIVATE_KEY: secretRsaKey({
    desc: 'Private RSA key (PEM) that signs mails for the domain of MAIL_FROM (DKIM); empty: not signed, for mail servers that sign',
  }),
  DKIM_SELECTOR: str({
    desc: 'DKIM selector: name of the public key in DNS, before ._domainkey and the domain',
    default: 'questp',
  }),
  APP_URL: frontEndUrl('APP_URL', 'which mails to users link to'),
  STUDIO_URL: frontEndUrl('STUDIO_URL', 'which mails to users of teams link to'),
  CONSOLE_URL: frontEndUrl('CONSOLE_URL', 'which mails to operators link to'),
  PUBLIC_URL: url({
    desc: 'Public URL of the API, without a path, for unsubscribe requests of mail clients, which require https',
    default: 'http://127.0.0.1:3000',
  }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
