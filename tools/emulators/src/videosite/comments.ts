import type { Answer } from '../http/answer.js';
import type { Route } from '../oauth/rules.js';
import { CHANNELS, COMMENTS, VIDEOS, type Comment } from './collections.js';
import { dataRoute, READONLY, type Read } from './data.js';
import { error } from './errors.js';
import { etagOf, listAnswer, noFilter, readParts, resource } from './lists.js';

const refused = (code: number, status: string, message: string, reason: string, location: string): Answer =>
  error(code, status, message, { domain: 'youtube.commentThread', reason, location, locationType: 'parameter' });

function showThread({ platform }: Read, comment: Comment, parts: readonly string[]) {
  const { id, video, author, text, publishedAt, odd } = comment;
  const channelId = VIDEOS.of(platform).get(video)?.channel ?? '';
  const channel = CHANNELS.of(platform).get(author);
  const snippet = {
    ...{ channelId, videoId: video, textDisplay: text, textOriginal: text, canRate: true, viewerRating: 'none' },
    ...{ authorDisplayName: `@${channel?.handle}`, authorChannelId: { value: author }, likeCount: 0 },
    authorProfileImageUrl: `https://yt3.ggpht.com/${author}=s48`,
    authorChannelUrl: `http://www.youtube.com/@${channel?.handle}`,
    ...{ publishedAt, updatedAt: publishedAt, ...odd },
  };
  return resource('commentThread', id, parts, {
    snippet: {
      ...{ channelId, videoId: video, canReply: true, totalReplyCount: 0, isPublic: true },
      topLevelComment: { kind: 'youtube#comment', etag: etagOf(snippet), id, snippet },
    },
  });
}

export const commentRoutes = (): Route[] => [
  dataRoute({
    name: 'comments',
    path: '/commentThreads',
    scopes: [READONLY],
    answer: (read) => {
      const { platform, query } = read;
      const parts = readParts(query, ['id', 'snippet', 'replies']);
      if ('status' in parts) return parts;
      const { videoId, allThreadsRelatedToChannelId: channelId, searchTerms } = query;
      if (videoId === undefined && channelId === undefined) {
        return noFilter('id', 'videoId', 'allThreadsRelatedToChannelId');
      }
      const video = VIDEOS.of(platform).get(videoId);
      if (videoId !== undefined && video === undefined) {
        const message = 'The video identified by the <code>videoId</code> parameter could not be found.';
        return refused(404, 'NOT_FOUND', message, 'videoNotFound', 'videoId');
      }
      if (video?.commentsDisabled) {
        const message = 'The video identified by the <code>videoId</code> parameter has disabled comments.';
        return refused(403, 'PERMISSION_DENIED', message, 'commentsDisabled', 'videoId');
      }
      if (channelId !== undefined && CHANNELS.of(platform).get(channelId) === undefined) {
        const message = 'The channel specified by the channel parameter could not be found.';
        return refused(404, 'NOT_FOUND', message, 'channelNotFound', 'allThreadsRelatedToChannelId');
      }
      const comments = COMMENTS.of(platform)
        .filter((one) => (video ? one.video === video.id : VIDEOS.of(platform).get(one.video)?.channel === channelId))
        .filter(({ text }) => text.toLowerCase().includes((searchTerms ?? '').toLowerCase()))
        .sort((one, other) => Date.parse(other.publishedAt) - Date.parse(one.publishedAt));
      const items = comments.map((comment) => showThread(read, comment, parts));
      return listAnswer(query, 'commentThreadListResponse', items, { most: 100, otherwise: 20 });
    },
  }),
];
