import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import type { Contract } from '@questp/messages/language';
import type { OperatorAccess } from '@questp/messages/shared';
import { applyOperatorAccess, Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Wing } from '../service-definition.js';

/** What a service listens to in which operators write: the access of operators. */
@Injectable()
export class OperatorEvents implements EventListener {
  readonly handlers: EventHandlers = { 'admin.updated': (tx, { data }) => applyOperatorAccess(tx, data) };
}

/** What a service answers and listens to in which operators write. @param contract by which identity tells their access */
export function operatorAccess(contract: Contract<OperatorAccess, null>): Wing {
  @Injectable()
  class SetOperatorAccess {
    constructor(private readonly db: Database) {}

    /** Waits for the operator's running writes. After the reply, no write that the new role forbids commits. */
    @Rpc(contract)
    async execute(request: OperatorAccess): Promise<null> {
      await this.db.transaction((tx) => applyOperatorAccess(tx, request));
      return null;
    }
  }
  return { providers: [SetOperatorAccess, OperatorEvents] };
}
