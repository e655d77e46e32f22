import { parseNetworks } from '@questp/egress';
import { email, frontEndUrl, makeValidator, secretRsaKey, secretUrl, str, url, type ConfigOf } from '@questp/service';

export const CONFIG_SPEC = {
  SMTP_URL: secretUrl({ desc: 'Mail server, smtp:// or smtps:// with credentials, while email_sender is not set' }),
  MAIL_FROM: email({
    desc: 'Sender address of all mails, while email_sender has none',
    default: 'no-reply@questp.example',
  }),
  EGRESS_NETWORKS: makeValidator(parseNetworks)({
    desc: 'Networks (CIDR, comma-separated) in which a mail server of email_sender may be, although they are not public',
    default: [],
  }),
  DKIM_PRIVATE_KEY: secretRsaKey({
    desc: 'Private RSA key, as PEM, by which mails are signed for the domain of MAIL_FROM (DKIM); not signed when empty, as where the mail server signs',
  }),
  DKIM_SELECTOR: str({
    desc: 'Name of its public key in DNS, in front of ._domainkey and the domain',
    default: 'questp',
  }),
  APP_URL: frontEndUrl('APP_URL', 'which mails to users link to'),
  STUDIO_URL: frontEndUrl('STUDIO_URL', 'which mails to users of teams link to'),
  CONSOLE_URL: frontEndUrl('CONSOLE_URL', 'which mails to operators link to'),
  PUBLIC_URL: url({
    desc: 'Public address of the API, without a path, at which mail clients unsubscribe, which they do by https alone',
    default: 'http://127.0.0.1:3000',
  }),
} as const;

export type Config = ConfigOf<typeof CONFIG_SPEC>;
