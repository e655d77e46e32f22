import { Controller } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { applyOperatorAccess, Database } from '@questp/postgres';
import { Rpc } from '@questp/service';

@Controller()
export class OperatorsHandlers {
  constructor(private readonly db: Database) {}

  /** Waits for what the operator is writing; nothing of what the new role may not do commits after the reply. */
  @Rpc(setCredentialOperatorAccess)
  async setAccess(request: RequestOf<typeof setCredentialOperatorAccess>) {
    await this.db.transaction((tx) => applyOperatorAccess(tx, request));
    return null;
  }
}
