import type { Route } from '../oauth/rules.js';
import { CHANNELS, idOf, SUBSCRIPTIONS, VIDEOS, type Channel } from './collections.js';
import { dataRoute, loginRequired, READONLY, type Read } from './data.js';
import { error } from './errors.js';
import { listAnswer, noFilter, readParts, resource } from './lists.js';

const PARTS = ['id', 'snippet', 'contentDetails', 'statistics', 'status', 'brandingSettings', 'topicDetails'];

const thumbnailsOf = ({ id }: Channel) => {
  const thumbnail = { url: `https://yt3.ggpht.com/${id}=s88`, width: 88, height: 88 };
  return { default: thumbnail, medium: thumbnail, high: thumbnail };
};

function showChannel({ platform }: Read, channel: Channel, parts: readonly string[]) {
  const { id, title, handle } = channel;
  return resource('channel', id, parts, {
    snippet: {
      ...{ title, description: '', customUrl: `@${handle}`, publishedAt: '2020-01-01T00:00:00Z' },
      ...{ thumbnails: thumbnailsOf(channel), localized: { title, description: '' } },
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: `UU${id.slice(2)}` } },
    statistics: {
      ...{ viewCount: '0', hiddenSubscriberCount: false },
      subscriberCount: String(SUBSCRIPTIONS.of(platform).filter((one) => one.channel === id).length),
      videoCount: String(VIDEOS.of(platform).filter((video) => video.channel === id).length),
    },
    status: {
      privacyStatus: 'public',
      isLinked: true,
      longUploadsStatus: 'longUploadsUnspecified',
      madeForKids: false,
    },
  });
}

export const channelRoutes = (): Route[] => [
  dataRoute({
    name: 'channels',
    path: '/channels',
    scopes: [READONLY],
    answer: (read) => {
      const { platform, query, person } = read;
      const parts = readParts(query, PARTS);
      if ('status' in parts) return parts;
      const { mine, id: ids, forHandle, forUsername } = query;
      if (mine === 'true' && person === undefined) return loginRequired();
      const asked = ids?.split(',') ?? (mine === 'true' && person ? [idOf(person)] : undefined);
      const handle = forHandle?.replace(/^@/, '').toLowerCase();
      if (asked === undefined && handle === undefined && forUsername === undefined) {
        return noFilter('id', 'forHandle', 'forUsername', 'mine');
      }
      const channels = CHANNELS.of(platform).filter(
        (one) =>
          asked?.includes(one.id) === true ||
          one.handle.toLowerCase() === handle ||
          (forUsername !== undefined && one.username === forUsername),
      );
      const items = channels.map((channel) => showChannel(read, channel, parts));
      return listAnswer(query, 'channelListResponse', items, { most: 50, otherwise: 5, always: false });
    },
  }),
  dataRoute({
    name: 'subscriptions',
    path: '/subscriptions',
    scopes: [READONLY],
    answer: (read) => {
      const { platform, query, person } = read;
      const parts = readParts(query, ['id', 'snippet', 'contentDetails', 'subscriberSnippet']);
      if ('status' in parts) return parts;
      const { mine, channelId, forChannelId } = query;
      if (mine !== 'true') {
        if (channelId === undefined) return noFilter('mine', 'channelId', 'id');
        return error(403, 'PERMISSION_DENIED', 'The requester is not allowed to access the requested subscriptions.', {
          domain: 'youtube.subscription',
          reason: 'subscriptionForbidden',
        });
      }
      if (person === undefined) return loginRequired();
      const asked = forChannelId?.split(',');
      const items = SUBSCRIPTIONS.of(platform)
        .filter(({ subscriber, channel }) => subscriber === idOf(person) && asked?.includes(channel) !== false)
        .map(({ subscriber, channel: id }) => {
          const channel = CHANNELS.of(platform).get(id) ?? { id, title: '', handle: '' };
          return resource('subscription', `${subscriber}-${id}`, parts, {
            snippet: {
              ...{ publishedAt: '2026-03-01T00:00:00Z', title: channel.title, description: '', channelId: subscriber },
              resourceId: { kind: 'youtube#channel', channelId: id },
              thumbnails: thumbnailsOf(channel),
            },
            contentDetails: { totalItemCount: 0, newItemCount: 0, activityType: 'all' },
          });
        });
      return listAnswer(query, 'subscriptionListResponse', items, { most: 50, otherwise: 5 });
    },
  }),
];
