import { readVideositeChannel, readVideositeVideo } from '@questp/messages/integrations';
import { at, handleOf } from '../../description/account.js';
import { asObject, textAt } from '../../outbound/described-json.js';
import { definePlatformFact, FactFailure } from '../../description/platform-fact.js';
import { readItems } from './api.js';

function shownOf(item: unknown): { title: string; pictureUrl: string | null } {
  const snippet = at(item, 'snippet');
  const title = handleOf(at(snippet, 'title'));
  if (title === null) throw new FactFailure('unavailable', 'The video site gave no title.');
  const picture = at(at(at(snippet, 'thumbnails'), 'default'), 'url');
  const isPicture = typeof picture === 'string' && picture.length <= 500 && /^https:\/\//.test(picture);
  return { title, pictureUrl: isPicture ? picture : null };
}

const CHANNEL_ID = /^[\w-]{1,64}$/;

/** The filter of a list of channels. */
function filterOf(channel: string): string {
  const [, former] = /^user\/(.+)$/.exec(channel) ?? [];
  if (former !== undefined) return new URLSearchParams({ forUsername: former }).toString();
  return new URLSearchParams(channel.startsWith('@') ? { forHandle: channel } : { id: channel }).toString();
}

export const channel = definePlatformFact({
  contract: readVideositeChannel,
  as: 'platform',
  read: async (calls, { channelId }) => {
    const { items } = await readItems(calls, `/channels?part=snippet&${filterOf(channelId)}`);
    if (items.length === 0) return null;
    const found = asObject(items[0], 'the channel');
    const { title, pictureUrl } = shownOf(found);
    return { channelId: textAt(found, 'id', CHANNEL_ID), channelTitle: title, channelPictureUrl: pictureUrl };
  },
});

export const video = definePlatformFact({
  contract: readVideositeVideo,
  as: 'platform',
  read: async (calls, { videoId }) => {
    const { items } = await readItems(calls, `/videos?part=snippet&id=${videoId}`);
    if (items.length === 0) return null;
    const { title, pictureUrl } = shownOf(items[0]);
    return { videoTitle: title, videoPictureUrl: pictureUrl };
  },
});
