import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getTaskType, listTaskTypes, setTaskTypeEnabled } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { TaskTypeCatalog } from './task-type-catalog.js';

@Injectable()
export class TaskTypeCatalogHandlers {
  constructor(private readonly catalog: TaskTypeCatalog) {}

  @Rpc(listTaskTypes)
  async list(request: RequestOf<typeof listTaskTypes>) {
    return this.catalog.list(request);
  }

  @Rpc(getTaskType)
  async get(request: RequestOf<typeof getTaskType>) {
    return this.catalog.get(request);
  }

  @Rpc(setTaskTypeEnabled)
  async setEnabled(request: RequestOf<typeof setTaskTypeEnabled>) {
    return this.catalog.setEnabled(request);
  }
}
