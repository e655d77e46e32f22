import { Inject, Injectable } from '@nestjs/common';
import { guardedDialer } from '@questp/egress';
import { CONFIG } from '@questp/service';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import type { Config } from '../shared/config.js';
import { MailSender, type Sender } from './mail-sender.js';
import type { QueuedMail } from './mail.repository.js';

/** Total time of a delivery, shorter than the retry delay, for a server that answers slowly. */
const DEADLINE_MS = 45_000;

/** One plain address: nodemailer reads anything else as a list of addresses or a display name. */
const SINGLE_ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;

/** Headers to sign; RFC 8058 requires its headers to be signed. */
const SIGNED_HEADERS = [
  ...['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding'],
  ...['List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':');

/** RFC 2369 and RFC 8058. Prepared, because the URL may be longer than the line length at which nodemailer folds. */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

type GetSocket = NonNullable<SMTPTransport.Options['getSocket']>;

/** A mail with the address of its recipient. */
type Outgoing = QueuedMail & { recipient: string };

/** Delivers mails to the mail server. */
@Injectable()
export class MailTransport {
  private readonly dial: ReturnType<typeof guardedDialer>;

  constructor(
    private readonly mailSender: MailSender,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.dial = guardedDialer(config.EGRESS_NETWORKS);
  }

  /** Resolves when the server has accepted the mail. The Message-ID is the same in each try. */
  async send({ id, recipient, subject, text, html, unsubscribeUrl }: Outgoing): Promise<void> {
    if (!SINGLE_ADDRESS.test(recipient)) throw new Error('the recipient is not one mail address');
    const sender = await this.mailSender.current();
    const { from } = sender;
    const sent = this.transportOf(sender).sendMail({
      from: { name: '', address: from },
      to: { name: '', address: recipient },
      envelope: { from, to: [recipient] },
      messageId: `<${id}@${domainOf(this.config.MAIL_FROM)}>`,
      subject,
      text,
      html,
      headers: unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl),
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${DEADLINE_MS / 1000} s`)), DEADLINE_MS);
    });
    try {
      await Promise.race([sent, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Connects to the mail server and signs in. @throws errors of nodemailer */
  async verify(): Promise<void> {
    await this.transportOf(await this.mailSender.latest()).verify();
  }

  /** Guards connections to a server named by an operator: only public addresses, and networks of the configuration. */
  private readonly dialGuarded: GetSocket = ({ host = '', port, secure = false }, done) => {
    this.dial(host, Number(port ?? (secure ? 465 : 587))).then(
      (connection) => done(null, { connection }),
      (error: unknown) => done(error as Error, undefined),
    );
  };

  /** The key signs for the domain of MAIL_FROM and is not used for other domains. */
  private transportOf({ smtpUrl: url, from, isStored }: Sender) {
    const { MAIL_FROM, DKIM_PRIVATE_KEY, DKIM_SELECTOR } = this.config;
    const domainName = domainOf(MAIL_FROM);
    return createTransport({
      url,
      dnsTimeout: 5_000,
      connectionTimeout: 5_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(isStored && { getSocket: this.dialGuarded }),
      ...(DKIM_PRIVATE_KEY &&
        domainOf(from) === domainName && {
          dkim: {
            domainName,
            keySelector: DKIM_SELECTOR,
            privateKey: DKIM_PRIVATE_KEY,
            headerFieldNames: SIGNED_HEADERS,
          },
        }),
    });
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
