import { Injectable } from '@nestjs/common';
import { AppError, type Page, type RequestOf } from '@questp/messages/language';
import { getTaskType, listTaskTypes, setTaskTypeEnabled, type TaskType } from '@questp/messages/quests';
import { emit } from '@questp/events';
import { Database, type Tx, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { TaskType as CatalogEntry } from '../definition/task-type.js';
import { TaskTypes } from '../definition/task-types.js';
import { describeTaskType } from './describe-task-type.js';
import { TaskTypeSwitchesRepository } from './task-type-switches.repository.js';

/** The catalog, with the switches of super admins. */
@Injectable()
export class TaskTypeCatalog {
  constructor(
    private readonly database: Database,
    private readonly taskTypeSwitchesRepository: TaskTypeSwitchesRepository,
    private readonly taskTypes: TaskTypes,
  ) {}

  @Rpc(listTaskTypes)
  async list(request: RequestOf<typeof listTaskTypes>): Promise<Page<TaskType>> {
    const { category, available, includeDisabled } = request;
    const disabled = await this.taskTypeSwitchesRepository.disabled();
    const shown = this.taskTypes.all.filter(
      (type) =>
        (category === undefined || type.category === category) &&
        (available === undefined || type.available === available) &&
        (includeDisabled || !disabled.has(type.id)),
    );
    return { items: shown.map((type) => describeTaskType(type, !disabled.has(type.id))), nextCursor: null };
  }

  @Rpc(getTaskType)
  async get({ taskTypeId }: RequestOf<typeof getTaskType>): Promise<TaskType> {
    const type = found(this.taskTypes.find(taskTypeId));
    return describeTaskType(type, !(await this.taskTypeSwitchesRepository.disabled()).has(taskTypeId));
  }

  @Rpc(setTaskTypeEnabled)
  async setEnabled(request: RequestOf<typeof setTaskTypeEnabled>): Promise<TaskType> {
    const { taskTypeId, enabled, adminId, client = null } = request;
    const type = found(this.taskTypes.find(taskTypeId));
    await this.database.transaction(async (tx) => {
      if (!(await this.taskTypeSwitchesRepository.set(tx, taskTypeId, enabled, adminId))) return;
      await emit(tx, 'task_type.switched', taskTypeId, { taskTypeId, enabled, adminId, client });
    });
    return describeTaskType(type, enabled);
  }

  /**
   * The type, if new quests may use it; it cannot be disabled until the transaction ends. VALIDATION_FAILED,
   * TASK_TYPE_NOT_AVAILABLE, TASK_TYPE_DISABLED
   */
  async requireChoosable(tx: Tx, taskTypeId: string): Promise<CatalogEntry> {
    const type = this.taskTypes.find(taskTypeId);
    if (type === undefined) {
      const detail = 'The catalog has no such task type.';
      throw new AppError('VALIDATION_FAILED', { errors: [{ pointer: '/taskTypeId', code: 'NOT_ALLOWED', detail }] });
    }
    await this.taskTypeSwitchesRepository.hold(tx, taskTypeId);
    if ((await this.taskTypeSwitchesRepository.disabled(tx)).has(taskTypeId)) throw new AppError('TASK_TYPE_DISABLED');
    if (!type.available) throw new AppError('TASK_TYPE_NOT_AVAILABLE', { detail: type.unavailableReason });
    return type;
  }
}
