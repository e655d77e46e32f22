import { ok } from '../http/answer.js';
import type { Route } from '../oauth/rules.js';
import { CHANNELS, COMMENTS, idOf, RATINGS, VIDEOS, type Video } from './collections.js';
import { dataRoute, loginRequired, READONLY, YOUTUBE, type Read } from './data.js';
import { badParameter } from './errors.js';
import { etagOf, listAnswer, noFilter, readParts, resource } from './lists.js';

function showVideo({ platform }: Read, video: Video, parts: readonly string[]) {
  const { id, title, publishedAt, channel } = video;
  const thumbnail = { url: `https://i.ytimg.com/vi/${id}/default.jpg`, width: 120, height: 90 };
  const likes = RATINGS.of(platform).filter((one) => one.video === id && one.rating === 'like').length;
  return resource('video', id, parts, {
    snippet: {
      ...{ publishedAt, channelId: channel, title, description: '', categoryId: '22', liveBroadcastContent: 'none' },
      ...{ channelTitle: CHANNELS.of(platform).get(channel)?.title ?? '', localized: { title, description: '' } },
      thumbnails: { default: thumbnail, medium: thumbnail, high: thumbnail },
    },
    contentDetails: { duration: 'PT2M', dimension: '2d', definition: 'hd', caption: 'false', licensedContent: false },
    statistics: {
      ...{ viewCount: '0', likeCount: String(likes), favoriteCount: '0' },
      commentCount: String(COMMENTS.of(platform).filter((one) => one.video === id).length),
    },
    status: {
      uploadStatus: 'processed',
      privacyStatus: 'public',
      license: 'youtube',
      embeddable: true,
      madeForKids: false,
    },
  });
}

export const videoRoutes = (): Route[] => [
  dataRoute({
    name: 'videos',
    path: '/videos',
    scopes: [READONLY],
    answer: (read) => {
      const { platform, query, person } = read;
      const parts = readParts(query, ['id', 'snippet', 'contentDetails', 'statistics', 'status']);
      if ('status' in parts) return parts;
      const { id: ids, myRating } = query;
      if (myRating !== undefined && person === undefined) return loginRequired();
      if (ids === undefined && myRating === undefined) return noFilter('id', 'myRating', 'chart');
      const rated = RATINGS.of(platform)
        .filter((one) => person !== undefined && one.user === idOf(person) && one.rating === myRating)
        .map(({ video }) => video)
        .reverse();
      const videos = (ids?.split(',') ?? rated).flatMap((id) => VIDEOS.of(platform).get(id) ?? []);
      const items = videos.map((video) => showVideo(read, video, parts));
      return listAnswer(query, 'videoListResponse', items, { most: 50, otherwise: ids === undefined ? 5 : 50 });
    },
  }),
  dataRoute({
    name: 'rating',
    path: '/videos/getRating',
    scopes: [YOUTUBE],
    answer: ({ platform, query, person }) => {
      if (person === undefined) return loginRequired();
      const ids = query['id']?.split(',');
      if (ids === undefined) return badParameter('Required parameter: id', 'missingRequiredParameter', 'id');
      const items = ids
        .filter((id) => VIDEOS.of(platform).get(id) !== undefined)
        .map((videoId) => ({
          videoId,
          rating: RATINGS.of(platform).get(idOf(person), videoId)?.rating ?? 'none',
        }));
      return ok({ kind: 'youtube#videoGetRatingResponse', etag: etagOf(items), items });
    },
  }),
];
