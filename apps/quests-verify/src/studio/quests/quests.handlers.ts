import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  createQuest,
  deleteQuest,
  duplicateQuest,
  getQuest,
  listQuests,
  moveQuest,
  orderQuests,
  resetAttempts,
  updateQuest,
} from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { CreateQuest } from './create-quest.js';
import { DeleteQuest } from './delete-quest.js';
import { DuplicateQuest } from './duplicate-quest.js';
import { ListQuests } from './list-quests.js';
import { MoveQuest } from './move-quest.js';
import { OrderQuests } from './order-quests.js';
import { toQuest } from './quest.js';
import { QuestsRepository } from './quests.repository.js';
import { ResetAttempts } from './reset-attempts.js';
import { UpdateQuest } from './update-quest.js';

@Injectable()
export class QuestsHandlers {
  constructor(
    private readonly quests: QuestsRepository,
    private readonly listQuests: ListQuests,
    private readonly createQuest: CreateQuest,
    private readonly duplicateQuest: DuplicateQuest,
    private readonly updateQuest: UpdateQuest,
    private readonly deleteQuest: DeleteQuest,
    private readonly moveQuest: MoveQuest,
    private readonly orderQuests: OrderQuests,
    private readonly resetAttempts: ResetAttempts,
  ) {}

  @Rpc(createQuest)
  async create(request: RequestOf<typeof createQuest>) {
    return this.createQuest.run(request);
  }

  @Rpc(listQuests)
  async list(request: RequestOf<typeof listQuests>) {
    return this.listQuests.run(request);
  }

  @Rpc(getQuest)
  async get({ questId, ...place }: RequestOf<typeof getQuest>) {
    return toQuest(await this.quests.get(place, questId));
  }

  @Rpc(updateQuest)
  async update(request: RequestOf<typeof updateQuest>) {
    return this.updateQuest.run(request);
  }

  @Rpc(duplicateQuest)
  async duplicate(request: RequestOf<typeof duplicateQuest>) {
    return this.duplicateQuest.run(request);
  }

  @Rpc(deleteQuest)
  async delete(request: RequestOf<typeof deleteQuest>) {
    return this.deleteQuest.run(request);
  }

  @Rpc(resetAttempts)
  async reset(request: RequestOf<typeof resetAttempts>) {
    return this.resetAttempts.run(request);
  }

  @Rpc(moveQuest)
  async move(request: RequestOf<typeof moveQuest>) {
    return this.moveQuest.run(request);
  }

  @Rpc(orderQuests)
  async order(request: RequestOf<typeof orderQuests>) {
    return this.orderQuests.run(request);
  }
}
