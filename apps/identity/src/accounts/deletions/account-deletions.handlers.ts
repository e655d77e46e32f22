import { Injectable } from '@nestjs/common';
import { deleteOwnAccount } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { DeleteAccount } from './delete-account.js';

@Injectable()
export class AccountDeletionsHandlers {
  constructor(private readonly deleteAccount: DeleteAccount) {}

  @Rpc(deleteOwnAccount)
  async delete(request: RequestOf<typeof deleteOwnAccount>) {
    return this.deleteAccount.run(request);
  }
}
