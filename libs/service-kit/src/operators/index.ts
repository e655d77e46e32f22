import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import type { Contract } from '@questp/messages/language';
import type { OperatorAccess } from '@questp/messages/shared';
import { applyOperatorAccess, Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Wing } from '../service-definition.js';

/** Applies changes of the access of operators. */
@Injectable()
export class OperatorEvents implements EventListener {
  readonly handlers: EventHandlers = { 'admin.updated': (tx, { data }) => applyOperatorAccess(tx, data) };
}

/** Answers and listeners of a service that operators write to. @param contract through which identity sends their access */
export function operatorAccess(contract: Contract<OperatorAccess, null>): Wing {
  @Injectable()
  class SetOperatorAccess {
    constructor(private readonly database: Database) {}

    /** Waits for the operator's running writes. After the reply, no write that the new role forbids commits. */
    @Rpc(contract)
    async execute(request: OperatorAccess): Promise<null> {
      await this.database.transaction((tx) => applyOperatorAccess(tx, request));
      return null;
    }
  }
  return { providers: [SetOperatorAccess, OperatorEvents] };
}
