import { emit } from '@questp/events';
import type { AnnouncedType } from '@questp/messages/quests';
import { insertInto, newId, type Tx } from '@questp/postgres';

/**
 * Announces the start, the end or a used budget of a campaign: to live listeners by an event, to its team and participants by
 * notifications.
 */
export async function queueAnnouncement(
  tx: Tx,
  type: AnnouncedType,
  campaign: { projectId: string; campaignId: string },
): Promise<void> {
  await emit(tx, type, campaign.campaignId, campaign);
  await tx.execute(insertInto('announcement', { id: newId(), type, ...campaign }));
}
