import { Injectable } from '@nestjs/common';
import { listMethodHashes } from '@questp/messages/identity';
import { isUuid } from '@questp/postgres';
import { Bus } from '@questp/service';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { MethodHashesRepository } from './method-hashes.repository.js';

/**
 * Fetches the hashed sign-in methods of an earner whose first event has not arrived, if a deleted account completed the
 * quest. Otherwise a new account with the same methods could complete it again before that event.
 */
@Injectable()
export class FetchMethodHashes {
  constructor(
    private readonly methodHashesRepository: MethodHashesRepository,
    private readonly bus: Bus,
  ) {}

  async execute({ userId, questId }: EarnerAndQuest): Promise<void> {
    if (!isUuid(questId) || !(await this.methodHashesRepository.areNeeded(userId, questId))) return;
    const { methodHashes } = await this.bus.call(listMethodHashes, { userId });
    await this.methodHashesRepository.store(userId, methodHashes);
  }
}
