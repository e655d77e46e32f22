import { Injectable, type Type } from '@nestjs/common';
import type { FactContract } from '@questp/messages/integrations';
import type { ErrorCode } from '@questp/messages/language';
import { Bus } from '@questp/service';
import type { FactName, FactQueries, FactValues } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from './fact-source.js';
import { retryFrom, unavailable } from './gather-facts.js';

/** A fact that integrations reads from a third party. */
interface IntegrationFact<Name extends FactName, Request extends object> {
  name: Name;
  contract: FactContract<Request, NonNullable<FactValues[Name]> & object>;
  ask: (query: FactQueries[Name], context: FactContext) => Request;
  /** Reason shown on a submission that waits until the third party has the object. */
  notFound: ErrorCode;
  /** Stands for the fact where no account is linked or the platform is not set up; by default such attempts are refused. */
  without?: FactValues[Name];
}

/** The source of the fact. */
export function integrationFact<Name extends FactName, Request extends object>(
  fact: IntegrationFact<Name, Request>,
): Type<FactSource<Name>> {
  @Injectable()
  class IntegrationFactSource implements FactSource<Name> {
    readonly name = fact.name;

    constructor(private readonly bus: Bus) {}

    async gather(query: FactQueries[Name], context: FactContext): Promise<Gathered<Name>> {
      const { status, value, detail, retryAt } = await this.bus.call(fact.contract, fact.ask(query, context));
      if (value !== null) return { kind: 'fact', value, shown: value };
      if (fact.without !== undefined && (status === 'relink' || status === 'unsupported')) {
        return { kind: 'fact', value: fact.without, shown: fact.without };
      }
      const told = detail ?? undefined;
      switch (status) {
        case 'relink':
          return { kind: 'relink', code: 'ACCOUNT_RELINK_NEEDED', detail: told ?? 'Link the account again.' };
        case 'unsupported':
          return {
            kind: 'misconfigured',
            code: 'QUEST_MISCONFIGURED',
            detail: told ?? 'What the quest checks cannot be read on this platform.',
          };
        case 'not_found':
          return {
            kind: 'inconclusive',
            cause: 'not_ready',
            code: fact.notFound,
            detail: told ?? 'What the quest checks is not there yet.',
            ...retryFrom(retryAt),
          };
        default:
          return unavailable(told, retryAt);
      }
    }
  }
  return IntegrationFactSource;
}
