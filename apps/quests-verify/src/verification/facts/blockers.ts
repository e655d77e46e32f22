import { Inject, Injectable } from '@nestjs/common';
import type { VerificationMethod } from '@questp/messages/quests';
import type { Blocker } from '../../catalog/definition/availability.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';

/** A quest in a view; `config` is the public part. */
export interface ShownQuest {
  id: string;
  type: AvailableTaskType;
  method: VerificationMethod;
  config: JsonObject;
}

/** Finds quests whose family would refuse every attempt of the earner now, and the error. */
export interface BlockerSource {
  concerns(type: AvailableTaskType): boolean;
  /** By quest id, for quests of its types; in a constant number of queries. */
  of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Blocker>>;
}

/** Injection token: all sources of blockers, in the order in which an attempt is refused. */
export const BLOCKER_SOURCES = Symbol('BLOCKER_SOURCES');

/** For views only: an attempt is admitted and counted in the transaction that records it. */
@Injectable()
export class Blockers {
  constructor(
    @Inject(BLOCKER_SOURCES) private readonly sources: readonly BlockerSource[],
    private readonly taskTypes: TaskTypes,
  ) {}

  /** By quest id. */
  async of(
    userId: string,
    quests: readonly { id: string; taskTypeId: string; method: VerificationMethod; config: JsonObject }[],
  ): Promise<ReadonlyMap<string, Blocker>> {
    const shown = quests.flatMap(({ id, taskTypeId, method, config }): ShownQuest[] => {
      const type = this.taskTypes.get(taskTypeId);
      return type.available ? [{ id, type, method, config }] : [];
    });
    const found = await Promise.all(
      this.sources.map(async (source) => {
        const concerned = shown.filter(({ type }) => source.concerns(type));
        return concerned.length === 0 ? [] : [...(await source.of(userId, concerned))];
      }),
    );
    // Of several blockers of a quest the first source's holds.
    return new Map(found.toReversed().flat());
  }
}
