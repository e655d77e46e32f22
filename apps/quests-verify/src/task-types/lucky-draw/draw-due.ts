import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { drawWinners, leafOf, levelsOf, prizesInOrder } from '@questp/sdk/draws';
import { BackgroundWorker } from '@questp/service';
import { RecheckPending } from '../../verification/rechecks/recheck-pending.js';
import { DrawsRepository } from './draws.repository.js';

const EVERY_MS = 1_000;
const BATCH = 20;

/**
 * Closes due draws and draws their winners, in two transactions, so that the list is published before the seed. Each
 * step happens once, whichever replica takes it; a replica that continues after another one has the same result. The
 * checks of pending submissions credit the winners.
 */
@Injectable()
export class DrawDue extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly drawsRepository: DrawsRepository,
    private readonly recheckPending: RecheckPending,
  ) {
    super({ name: 'due draws', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    const due = await this.drawsRepository.due(BATCH);
    await this.each(
      due,
      async (questId) => {
        await this.close(questId);
        await this.draw(questId);
      },
      (questId) => ({ questId }),
    );
    return due.length === BATCH;
  }

  close(questId: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      const entries = await this.drawsRepository.list(tx, questId);
      if (entries === undefined) return;
      const listed = entries.toSorted((left, right) => left.sequence - right.sequence);
      const levels = levelsOf(listed.map(leafOf));
      const root = levels.at(-1)?.[0];
      if (root === undefined) throw new Error('A tree has a root');
      await this.drawsRepository.close(tx, questId, listed.length, levels, root);
    });
  }

  async draw(questId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const draw = await this.drawsRepository.lockClosed(tx, questId);
      if (draw === undefined) return;
      const prizes = prizesInOrder(draw.prizes);
      const winners = drawWinners(draw.seed, draw.root, draw.entryCount, prizes.length);
      await this.drawsRepository.publish(
        tx,
        questId,
        winners.map((index, place) => ({ sequence: index + 1, prizeId: prizes[place] ?? '' })),
      );
    });
    this.recheckPending.wake();
  }
}
