import type { TaskType } from './task-type.js';

/** The global catalog of task types (spec 2.4), made of the families in `task-types/`. */
export class TaskTypes {
  private readonly byId: ReadonlyMap<string, TaskType>;

  constructor(readonly all: readonly TaskType[]) {
    this.byId = new Map(all.map((type) => [type.id, type]));
  }

  find(id: string): TaskType | undefined {
    return this.byId.get(id);
  }

  /** The type of a stored quest. @throws Error when the catalog has no such type */
  get(id: string): TaskType {
    const type = this.byId.get(id);
    if (type === undefined) throw new Error(`The catalog has no task type ${id}`);
    return type;
  }
}
