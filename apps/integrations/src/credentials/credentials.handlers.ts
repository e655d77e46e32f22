import { Injectable } from '@nestjs/common';
import {
  getCredential,
  listCredentials,
  readEscrowBalance,
  readMailSender,
  setCredential,
  testCredential,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { DescribeCredentials } from './describe-credentials.js';
import { ReadEscrowBalance } from './read-escrow-balance.js';
import { ReadMailSender } from './read-mail-sender.js';
import { SetCredential } from './set-credential.js';
import { TestCredential } from './test-credential.js';

@Injectable()
export class CredentialsHandlers {
  constructor(
    private readonly describeCredentials: DescribeCredentials,
    private readonly setCredential: SetCredential,
    private readonly testCredential: TestCredential,
    private readonly readEscrowBalance: ReadEscrowBalance,
    private readonly readMailSender: ReadMailSender,
  ) {}

  @Rpc(listCredentials)
  list() {
    return this.describeCredentials.all();
  }

  @Rpc(getCredential)
  get({ provider }: RequestOf<typeof getCredential>) {
    return this.describeCredentials.one(provider);
  }

  @Rpc(setCredential)
  set(request: RequestOf<typeof setCredential>) {
    return this.setCredential.run(request);
  }

  @Rpc(testCredential)
  test(request: RequestOf<typeof testCredential>) {
    return this.testCredential.run(request);
  }

  @Rpc(readEscrowBalance)
  balance(request: RequestOf<typeof readEscrowBalance>) {
    return this.readEscrowBalance.run(request);
  }

  @Rpc(readMailSender)
  mailSender() {
    return this.readMailSender.run();
  }
}
