import { unwrap } from '@questp/sdk';
import { submit } from './earn.js';
import {
  BRAND,
  BRAND_POST_URL,
  CHANNEL,
  CHAT,
  messengerIdOf,
  REPOSITORY,
  ROLE,
  SERVER,
  startOf,
  VIDEO_CHANNEL,
  VIDEO_URL,
  type WriteToBot,
} from './platform-acts.js';
import type { Person } from './sign-in.js';

type Earner = Pick<Person, 'client'>;

const at = (questId: string) => ({ params: { path: { questId } } });

/** Attempts at quests of one platform. Each returns the answer as it is. */
export const verifyMicroblog = ({ client }: Earner, questId: string, inputs: Record<string, unknown> = {}) =>
  client.POST('/v1/quests/{questId}/microblog/verify', { ...at(questId), body: { inputs } });

export const verifyChatcomm = ({ client }: Earner, questId: string) =>
  client.POST('/v1/quests/{questId}/chatcomm/verify', at(questId));

export const verifyMessenger = ({ client }: Earner, questId: string) =>
  client.POST('/v1/quests/{questId}/messenger/verify', at(questId));

/** Follows the deep link of a quest to its bot. @param number of the person */
export async function startBot(
  { client }: Earner,
  questId: string,
  { bot, number, write }: { bot: number; number: number; write: WriteToBot },
): Promise<void> {
  const { startUrl } = await unwrap(client.GET('/v1/quests/{questId}/messenger/status', at(questId)));
  await write(bot, messengerIdOf(number), startOf(startUrl ?? ''));
}

/** A quest that a platform checks, and that an earner completes whose accounts act as in platform-acts. */
export interface PlatformQuest {
  config: Record<string, unknown>;
  verify: (earner: Earner, questId: string) => Promise<{ id: string; status: string }>;
}

const submitted = (config: PlatformQuest['config']): PlatformQuest => ({
  config,
  verify: (earner, questId) => unwrap(submit(earner, questId, {})),
});
const microblog = (config: PlatformQuest['config']): PlatformQuest => ({
  config,
  verify: (earner, questId) => unwrap(verifyMicroblog(earner, questId)),
});
const chatcomm = (config: PlatformQuest['config']): PlatformQuest => ({
  config: { guildId: SERVER, ...config },
  verify: (earner, questId) => unwrap(verifyChatcomm(earner, questId)),
});
const messenger = (config: PlatformQuest['config']): PlatformQuest => ({
  config,
  verify: (earner, questId) => unwrap(verifyMessenger(earner, questId)),
});

/** The platform of a task type: the second word of its id. */
export const platformOf = (taskTypeId: string): string => taskTypeId.split('_')[1] ?? '';

/** The quest that `startBot` is needed for. */
export const BOT_START = 'social_messenger_bot_start';

/** One quest of each task type that a platform checks by itself. */
export const PLATFORM_QUESTS: Readonly<Record<string, PlatformQuest>> = {
  social_codehost_star: submitted({ repository: REPOSITORY }),
  social_codehost_fork: submitted({ repository: REPOSITORY }),
  dev_codehost_pr: submitted({ repository: REPOSITORY }),
  dev_codehost_commit: submitted({ repository: REPOSITORY }),
  social_videosite_subscribe: submitted({ channelId: VIDEO_CHANNEL }),
  social_videosite_like: submitted({ videoUrl: VIDEO_URL }),
  social_chatcomm_join: chatcomm({}),
  social_chatcomm_role: chatcomm({ roleId: ROLE }),
  social_chatcomm_message: chatcomm({ channelId: CHANNEL, requireSubstring: 'ORBIT' }),
  social_messenger_join: messenger({ chatId: CHAT }),
  [BOT_START]: messenger({ customStartMessage: 'Welcome to Orbit.' }),
  social_microblog_follow: microblog({ handle: BRAND }),
  social_microblog_like: microblog({ postUrl: BRAND_POST_URL }),
  social_microblog_retweet: microblog({ postUrl: BRAND_POST_URL }),
  social_microblog_comment: microblog({ postUrl: BRAND_POST_URL, requiredText: 'well DONE', hashtags: ['orbit'] }),
  social_microblog_quote: microblog({ postUrl: BRAND_POST_URL }),
  social_microblog_mention: microblog({ handle: BRAND, requiredText: 'hello', hashtags: ['orbit'] }),
  social_microblog_hashtag: microblog({ hashtags: ['orbit'] }),
  social_microblog_bio: microblog({ bioContains: 'orbit' }),
  social_microblog_pin: microblog({ postUrl: BRAND_POST_URL }),
};
