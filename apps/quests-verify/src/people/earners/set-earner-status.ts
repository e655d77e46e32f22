import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { setEarnerStatus } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { EarnersRepository } from './earners.repository.js';

@Injectable()
export class SetEarnerStatus {
  constructor(
    private readonly database: Database,
    private readonly earnersRepository: EarnersRepository,
  ) {}

  /** Waits for credits of the earner that are being written; none commits after the reply. */
  @Rpc(setEarnerStatus)
  async execute({ userId, status, version }: RequestOf<typeof setEarnerStatus>) {
    await this.database.transaction((tx) => this.earnersRepository.setStatus(tx, userId, status, version));
    return null;
  }
}
