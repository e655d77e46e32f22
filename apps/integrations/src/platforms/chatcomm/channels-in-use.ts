import { listMessageChannels } from '@questp/messages/quests';
import { at, handleOf } from '../../description/account.js';
import type { ConnectionUse } from '../../description/platform.js';
import { readList } from './api.js';
import { readChannel } from './channel.js';
import { lacking, missingIn, readBotRights } from './permissions.js';

/**
 * One sentence for each channel of a published quest of the project that the bot cannot read, with the missing permissions.
 * @throws FactFailure
 */
export async function findUnreadableChannels({ bus, projectId, accountId, get }: ConnectionUse): Promise<string[]> {
  const { channelIds } = await bus.call(listMessageChannels, { projectId });
  if (channelIds.length === 0) return [];
  const [rights, channels] = await Promise.all([
    readBotRights({ get }, accountId),
    readList({ get }, `/guilds/${accountId}/channels`),
  ]);
  const problems = channelIds.map(async (id) => {
    const listed = channels.find((one) => at(one, 'id') === id);
    // Threads are not in the list.
    const found = listed === undefined ? await readChannel({ get }, id) : { channel: listed, ruledBy: listed };
    if (found === undefined) return `A quest names the channel ${id}, which the chat server does not have.`;
    const missing = missingIn(rights, found.ruledBy);
    return missing.length === 0 ? [] : lacking(missing, handleOf(at(found.channel, 'name')) ?? id);
  });
  return (await Promise.all(problems)).flat();
}
