import { Injectable } from '@nestjs/common';
import type { TestFinding } from '@questp/messages/integrations';
import type { ReplyOf } from '@questp/messages/language';
import { testMailServer } from '@questp/messages/notifier';
import { Rpc } from '@questp/service';
import { MailRepository } from './mail.repository.js';
import { MailTransport } from './mail-transport.js';

/** Shorter than the deadline of the contract. Milliseconds. */
const TIMEOUT_MS = 3_500;

const LATE: TestFinding = { outcome: 'no_answer', detail: 'The mail server does not answer within 3.5 seconds.' };

/** Shows nothing of what the mail server says, which may repeat the password. */
@Injectable()
export class TestMailServer {
  constructor(
    private readonly mailTransport: MailTransport,
    private readonly mailRepository: MailRepository,
  ) {}

  @Rpc(testMailServer)
  async execute(): Promise<ReplyOf<typeof testMailServer>> {
    const [finding, sentLastDay] = await Promise.all([this.find(), this.mailRepository.sentLastDay()]);
    return { ...finding, sentLastDay };
  }

  private async find(): Promise<TestFinding> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<TestFinding>((resolve) => {
      timer = setTimeout(() => resolve(LATE), TIMEOUT_MS);
    });
    const found = this.mailTransport.verify().then(() => ACCEPTED, findingOf);
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  }
}

const ACCEPTED: TestFinding = { outcome: 'works', detail: 'The mail server accepted the connection and the sign-in.' };

function findingOf(error: unknown): TestFinding {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EAUTH') return { outcome: 'refused', detail: 'The mail server refused user name and password.' };
  if (message === 'an address that is not public') {
    return { outcome: 'misconfigured', detail: 'The mail server is at an address that is not public.' };
  }
  return { outcome: 'no_answer', detail: `The mail server gave no usable answer (${code ?? 'unknown error'}).` };
}
