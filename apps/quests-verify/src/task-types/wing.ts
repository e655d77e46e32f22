import type { Provider, Type } from '@nestjs/common';
import type { Wing } from '@questp/service-kit';
import { TaskTypes } from '../catalog/definition/task-types.js';
import { Bus } from '@questp/service';
import { FACT_SOURCES, type FactSource } from '../verification/facts/fact-source.js';
import { CooldownBlockers } from '../verification/attempts/cooldown-blockers.js';
import { AccountBlockers } from '../verification/facts/account-blockers.js';
import { EarnerCodeSource } from '../verification/facts/earner-code-source.js';
import { HandInEvidence } from '../verification/facts/hand-in-evidence.js';
import { BLOCKER_SOURCES } from '../verification/facts/blockers.js';
import { LinkedWallets } from '../verification/facts/linked-wallets.js';
import { WalletBlockers } from '../verification/facts/wallet-blockers.js';
import { thirdPartySources } from '../verification/facts/third-party-facts.js';
import { FAMILIES, TASK_TYPES } from './index.js';

const facts = FAMILIES.flatMap((family) => family.facts);
const blockers = FAMILIES.flatMap((family) => family.blockers);

/** Provides all instances of `classes`, which are providers themselves. */
const listOf = (token: symbol, classes: readonly Type[]): Provider => ({
  provide: token,
  useFactory: (...instances: unknown[]) => instances,
  inject: [...classes],
});

export const taskTypes: Wing = {
  providers: [
    ...FAMILIES.flatMap(({ providers }) => providers),
    ...facts,
    ...blockers,
    { provide: TaskTypes, useValue: TASK_TYPES },
    {
      provide: FACT_SOURCES,
      useFactory: (bus: Bus, linkedWallets: LinkedWallets, ...sources: FactSource[]) => [
        ...thirdPartySources(bus, linkedWallets),
        linkedWallets,
        ...sources,
      ],
      inject: [Bus, LinkedWallets, EarnerCodeSource, HandInEvidence, ...facts],
    },
    listOf(BLOCKER_SOURCES, [CooldownBlockers, WalletBlockers, AccountBlockers, ...blockers]),
  ],
};
