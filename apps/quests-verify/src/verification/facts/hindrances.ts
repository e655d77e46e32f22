import { Inject, Injectable } from '@nestjs/common';
import type { Hindrance } from '../../catalog/definition/availability.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';

/** A quest as its readers see it; `config` is the public part. */
export interface ShownQuest {
  id: string;
  type: AvailableTaskType;
  config: JsonObject;
}

/** Foresees what a feature itself would refuse an attempt with, whatever is handed in. */
export interface HindranceSource {
  concerns(type: AvailableTaskType): boolean;
  /** By quest id, of quests of types it concerns; in a constant number of queries. */
  of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Hindrance>>;
}

/** Injection token: all sources of hindrances. */
export const HINDRANCE_SOURCES = Symbol('HINDRANCE_SOURCES');

/** For what is shown: the attempt itself is admitted, and counted, where it is recorded. */
@Injectable()
export class Hindrances {
  constructor(
    @Inject(HINDRANCE_SOURCES) private readonly sources: readonly HindranceSource[],
    private readonly types: TaskTypes,
  ) {}

  /** By quest id. */
  async of(
    userId: string,
    quests: readonly { id: string; taskTypeId: string; config: JsonObject }[],
  ): Promise<ReadonlyMap<string, Hindrance>> {
    const shown = quests.flatMap(({ id, taskTypeId, config }): ShownQuest[] => {
      const type = this.types.get(taskTypeId);
      return type.available ? [{ id, type, config }] : [];
    });
    const found = await Promise.all(
      this.sources.map(async (source) => {
        const concerned = shown.filter(({ type }) => source.concerns(type));
        return concerned.length === 0 ? [] : [...(await source.of(userId, concerned))];
      }),
    );
    return new Map(found.flat());
  }
}
