import { emit } from '@questp/events';
import type { AnnouncedType } from '@questp/messages/quests';
import { insertInto, newId, type Tx } from '@questp/postgres';

/** Tells of a campaign that started or ended: those who follow it live by an event, its people by an announcement. */
export async function tellOfCampaign(
  tx: Tx,
  type: AnnouncedType,
  campaign: { projectId: string; campaignId: string },
): Promise<void> {
  await emit(tx, type, campaign.campaignId, campaign);
  await tx.execute(insertInto('announcement', { id: newId(), type, ...campaign }));
}
