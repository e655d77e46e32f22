import type { Provider, Type } from '@nestjs/common';
import type { TaskType } from '../../catalog/definition/task-type.js';
import type { EarnerTables } from '../../people/earners/earner-tables.js';
import type { FactSource } from '../../verification/facts/fact-source.js';
import type { BlockerSource } from '../../verification/facts/blockers.js';

/** Task types that belong together, with their endpoints, facts, blockers and tables. */
export interface TaskFamily {
  readonly types: readonly TaskType[];
  readonly providers: readonly Provider[];
  readonly facts: readonly Type<FactSource>[];
  readonly blockers: readonly Type<BlockerSource>[];
  readonly earnerTables: EarnerTables;
}

export const defineFamily = (family: Partial<TaskFamily> & Pick<TaskFamily, 'types'>): TaskFamily => ({
  providers: [],
  facts: [],
  blockers: [],
  earnerTables: [],
  ...family,
});
