import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { MAX_ANNOUNCED } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { BackgroundWorker, RowTurns } from '@questp/service';
import { AnnouncementsRepository } from './announcements.repository.js';

const EVERY_MS = 2_000;

/** Notifies the team of a campaign, and of its end also the participants, in batches, each person once. */
@Injectable()
export class Announce extends BackgroundWorker {
  private readonly turns = new RowTurns();

  constructor(
    private readonly database: Database,
    private readonly announcementsRepository: AnnouncementsRepository,
  ) {
    super({ name: 'announcements', idleMs: EVERY_MS });
  }

  execute(): Promise<boolean> {
    return this.turns.run((passedOver, onTaken) =>
      this.database.transaction(async (tx) => {
        const announcement = await this.announcementsRepository.take(tx, passedOver);
        if (announcement === undefined) return false;
        onTaken(announcement.id);
        const userIds = await this.announcementsRepository.people(tx, announcement, MAX_ANNOUNCED);
        const { type, projectId, campaignId, campaignTitle } = announcement;
        if (userIds.length > 0) {
          const announcement = { announced: type, projectId, campaignId, campaignTitle, userIds };
          await emit(tx, 'campaign.announced', campaignId, announcement);
        }
        if (userIds.length < MAX_ANNOUNCED) await this.announcementsRepository.remove(tx, announcement);
        else await this.announcementsRepository.moveOn(tx, announcement, userIds.at(-1) as string);
        return true;
      }),
    );
  }
}
