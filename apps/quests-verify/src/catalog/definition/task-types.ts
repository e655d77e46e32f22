import type { TaskType } from './task-type.js';

/** The platform of a type, which is the second word of its id. */
export const platformOf = (taskTypeId: string): string => taskTypeId.split('_', 2)[1] ?? '';

/** The global catalog of task types (spec 2.4), made of the families in `task-types/`. */
export class TaskTypes {
  private readonly byId: ReadonlyMap<string, TaskType>;

  constructor(readonly all: readonly TaskType[]) {
    this.byId = new Map(all.map((type) => [type.id, type]));
  }

  find(id: string): TaskType | undefined {
    return this.byId.get(id);
  }

  /** Ids of the types of a platform. */
  ofPlatform(platform: string): string[] {
    return this.all.map(({ id }) => id).filter((id) => platformOf(id) === platform);
  }

  /** The type of a stored quest. @throws Error when the catalog has no such type */
  get(id: string): TaskType {
    const type = this.byId.get(id);
    if (type === undefined) throw new Error(`The catalog has no task type ${id}`);
    return type;
  }
}
