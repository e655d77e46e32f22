import type { Provider, Type } from '@nestjs/common';
import type { Wing } from '@questp/service-kit';
import { TaskTypes } from '../catalog/definition/task-types.js';
import { Bus } from '@questp/service';
import { FACT_SOURCES, type FactSource } from '../verification/facts/fact-source.js';
import { CooldownHindrances } from '../verification/attempts/cooldown-hindrances.js';
import { HandInEvidence } from '../verification/facts/hand-in-evidence.js';
import { HINDRANCE_SOURCES } from '../verification/facts/hindrances.js';
import { LinkedWallets } from '../verification/facts/linked-wallets.js';
import { WalletHindrances } from '../verification/facts/wallet-hindrances.js';
import { thirdPartySources } from '../verification/facts/third-party-facts.js';
import { FAMILIES, TASK_TYPES } from './index.js';

const facts = FAMILIES.flatMap((family) => family.facts);
const hindrances = FAMILIES.flatMap((family) => family.hindrances);

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
    ...hindrances,
    { provide: TaskTypes, useValue: TASK_TYPES },
    {
      provide: FACT_SOURCES,
      useFactory: (bus: Bus, ...sources: FactSource[]) => [...thirdPartySources(bus), ...sources],
      inject: [Bus, HandInEvidence, LinkedWallets, ...facts],
    },
    listOf(HINDRANCE_SOURCES, [CooldownHindrances, WalletHindrances, ...hindrances]),
  ],
};
