import { Accounts } from './accounts.js';
import { Addresses } from './addresses.js';
import { Bank } from './bank.js';
import { oneCallDeeper } from './context.js';
import { Keeper } from './keeper.js';
import { MODULE_ACCOUNTS } from './module-accounts.js';
import { Queries } from './queries.js';
import { Registry } from './registry.js';
import { Router } from './router.js';
import { Runner } from './runner.js';
import { State } from './state.js';
import { dispatchSubmessages } from './submessages.js';
import { type WasmdProfile } from './wasmd-profile.js';

export interface ChainModules {
  readonly state: State;
  readonly addresses: Addresses;
  readonly accounts: Accounts;
  readonly bank: Bank;
  readonly registry: Registry;
  readonly keeper: Keeper;
}

/** The modules of a new chain, wired to each other, with wasmd's module accounts. */
export function createModules(prefix: string, profile: WasmdProfile): ChainModules {
  const state = new State();
  const addresses = new Addresses(prefix);
  const accounts = new Accounts(state, addresses);
  const bank = new Bank(state, addresses, accounts);
  const registry = new Registry(state, addresses);
  const runner: Runner = new Runner(addresses, registry, profile, (context, request, gasLimit) =>
    queries.answer(context, request, gasLimit),
  );
  const keeper: Keeper = new Keeper(
    { accounts, addresses, bank, registry, runner },
    profile,
    (context, contract, messages) =>
      dispatchSubmessages(context, contract, messages, {
        state,
        route: (inner, sender, message) =>
          router.route(profile.callDepthCheckedAt === 'message' ? oneCallDeeper(inner) : inner, sender, message),
        reply: (inner, receiver, reply) => keeper.reply(inner, receiver, reply),
      }),
  );
  const queries: Queries = new Queries({ state, addresses, bank, registry, keeper }, profile);
  const router: Router = new Router({ addresses, bank, keeper });
  for (const { name, permissions, isBlocked } of MODULE_ACCOUNTS) {
    const address = addresses.ofModule(name);
    accounts.ensure(address, { name, permissions });
    if (isBlocked) bank.block(address);
  }
  return { state, addresses, accounts, bank, registry, keeper };
}
