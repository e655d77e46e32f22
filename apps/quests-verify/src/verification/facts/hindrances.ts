import { Injectable } from '@nestjs/common';
import type { Hindrance } from '../../catalog/definition/availability.js';
import { taskType } from '../../task-types/index.js';
import type { AvailableTaskType, JsonObject } from '../../catalog/definition/task-type.js';

/** A quest as its readers see it; `config` is the public part. */
export interface ShownQuest {
  id: string;
  taskTypeId: string;
  config: JsonObject;
}

/** Foresees what a feature itself would refuse an attempt with, whatever is handed in. */
export interface HindranceSource {
  concerns(type: AvailableTaskType): boolean;
  /** By quest id, of quests of types it concerns; in a constant number of queries. */
  of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Hindrance>>;
}

/** For what is shown: the attempt itself is admitted, and counted, where it is recorded. Each feature adds its own. */
@Injectable()
export class Hindrances {
  private readonly sources: HindranceSource[] = [];

  add(source: HindranceSource): void {
    this.sources.push(source);
  }

  /** By quest id. */
  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Hindrance>> {
    const found = await Promise.all(
      this.sources.map(async (source) => {
        const concerned = quests.filter(({ taskTypeId }) => {
          const type = taskType(taskTypeId);
          return type.available && source.concerns(type);
        });
        return concerned.length === 0 ? [] : [...(await source.of(userId, concerned))];
      }),
    );
    return new Map(found.flat());
  }
}
