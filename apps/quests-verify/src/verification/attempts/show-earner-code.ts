import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { getEarnerCode } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { earnerCode } from '../../shared/earner-code.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';

/** The code of the earner, for a quest of a type that asks for it. WRONG_TASK_TYPE */
@Injectable()
export class ShowEarnerCode {
  constructor(private readonly questEntryRepository: QuestEntryRepository) {}

  @Rpc(getEarnerCode)
  async execute(who: RequestOf<typeof getEarnerCode>) {
    const { type } = await this.questEntryRepository.read(who);
    if (!type.available || type.facts.earnerCode === undefined)
      throw new AppError('WRONG_TASK_TYPE', { detail: `A quest of type ${type.id} asks for no code of the earner.` });
    return { code: earnerCode(who.questId, who.userId) };
  }
}
