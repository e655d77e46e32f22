import type { Fact, FactStatus } from '@questp/messages/integrations';
import { fieldsOf } from '@questp/messages/language';
import type { Bus } from '@questp/service';
import type { Missing } from '../../catalog/definition/outcome.js';
import {
  THIRD_PARTY_FACTS,
  type FactQueries,
  type ThirdPartyFact,
  type ThirdPartyFactName,
} from '../../catalog/definition/facts.js';
import { iso } from '@questp/postgres';
import { countsFrom } from '../../shared/period.js';
import { ACCOUNT_PROBLEMS } from './account-rule.js';
import type { FactContext, FactSource, Gathered } from './fact-source.js';
import type { LinkedWallets } from './linked-wallets.js';
import { fittingWallets, noWallet } from './wallet-rule.js';
import { retryFrom, unavailable } from './gather-facts.js';

/** The sources of all facts that integrations reads at third parties. */
export const thirdPartySources = (bus: Bus, linkedWallets: LinkedWallets): FactSource[] =>
  (Object.keys(THIRD_PARTY_FACTS) as ThirdPartyFactName[]).map((name) =>
    name === 'chainTransactions'
      ? new ChainTransactionsSource(bus, linkedWallets)
      : new ThirdPartySource(bus, name, THIRD_PARTY_FACTS[name]),
  );

/** Statuses that do not change with time alone. */
const UNREADABLE: ReadonlySet<FactStatus> = new Set(['not_linked', 'relink', 'hidden', 'unsupported']);

class ThirdPartySource implements FactSource<ThirdPartyFactName> {
  constructor(
    private readonly bus: Bus,
    readonly name: ThirdPartyFactName,
    private readonly fact: ThirdPartyFact,
  ) {}

  gather(query: FactQueries[ThirdPartyFactName], context: FactContext): Promise<Gathered<ThirdPartyFactName>> {
    return this.ask(query, context);
  }

  protected async ask(query: object, context: FactContext): Promise<Gathered<ThirdPartyFactName>> {
    const { contract, optional } = this.fact;
    const { userId, projectId, questId, startsAt, periodKey, payer } = context;
    const since = iso(countsFrom(startsAt, periodKey));
    const who = Object.entries({ userId, projectId, questId, since, periodFrom: since });
    const asked = Object.fromEntries(who.filter(([member]) => fieldsOf(contract.request).has(member)));
    const read = await this.bus.call(contract, { ...asked, ...query, payer });
    if (read.value !== null) return { kind: 'fact', value: read.value as never };
    if (optional === true && UNREADABLE.has(read.status)) return { kind: 'fact', value: null };
    return notRead(read, this.fact);
  }
}

/** Why a fact was not read. */
export function notRead(
  { status, detail, retryAt }: Omit<Fact<object>, 'value'>,
  { contract: { account, subject }, notYet = 'CHECK_UNAVAILABLE' }: Omit<ThirdPartyFact, 'optional'>,
): Missing {
  const given = detail ?? undefined;
  switch (status) {
    case 'not_linked':
    case 'relink':
      if (account === undefined) throw new Error(`${subject} needs no linked account`);
      return {
        kind: 'relink',
        code: ACCOUNT_PROBLEMS[status],
        account: account.provider,
        detail: given ?? 'Link your account of the platform.',
      };
    case 'hidden':
      return {
        kind: 'fail',
        code: 'ACCOUNT_HIDDEN',
        detail: given ?? 'The settings of your account hide what the quest checks.',
      };
    case 'unsupported':
      return {
        kind: 'misconfigured',
        code: 'QUEST_MISCONFIGURED',
        detail: given ?? 'This platform cannot read what the quest checks.',
      };
    case 'misconfigured':
      return {
        kind: 'inconclusive',
        cause: 'misconfigured',
        code: 'QUEST_MISCONFIGURED',
        detail: given ?? 'The team has to correct the quest.',
      };
    case 'not_found':
      return {
        kind: 'inconclusive',
        cause: 'not_ready',
        code: notYet,
        detail: given ?? 'What the quest checks is not there yet.',
        ...retryFrom(retryAt),
      };
    case 'over_budget':
      return {
        kind: 'inconclusive',
        cause: 'budget',
        code: 'CHECK_UNAVAILABLE',
        detail: given ?? 'The budget of the campaign for checks is used up.',
        ...retryFrom(retryAt),
      };
    default:
      return unavailable(given, retryAt);
  }
}

/** Without a hash, the transactions of the earner's addresses on the chain are searched. */
class ChainTransactionsSource extends ThirdPartySource {
  constructor(
    bus: Bus,
    private readonly linkedWallets: LinkedWallets,
  ) {
    super(bus, 'chainTransactions', THIRD_PARTY_FACTS.chainTransactions);
  }

  override async gather(
    query: FactQueries['chainTransactions'],
    context: FactContext,
  ): Promise<Gathered<ThirdPartyFactName>> {
    if (query.txHash !== undefined) return this.ask(query, context);
    const on = [query.chainId];
    const wallets = await this.linkedWallets.of(context.userId);
    const own = fittingWallets(on, this.linkedWallets.withDerived({ on, isDerivedToo: true }, wallets));
    if (own.length === 0) return { kind: 'relink', ...noWallet(on) };
    return this.ask({ ...query, senders: own.map(({ address }) => address) }, context);
  }
}
