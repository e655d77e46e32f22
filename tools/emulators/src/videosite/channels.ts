import { createHash } from 'node:crypto';
import { ok, type Answer } from '../http/answer.js';
import type { UserRoute } from '../oauth/rules.js';
import { handleOf, type Person } from '../people.js';

const PARTS = ['id', 'snippet', 'contentDetails', 'statistics', 'status', 'brandingSettings', 'topicDetails'];

const etagOf = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64url');

/** Of the channel, which is the account here. */
export const idOf = ({ number }: Person): string => `UC${String(number).padStart(22, 'Emulated')}`;

function channelOf(person: Person, parts: readonly string[]) {
  const thumbnail = { url: `https://yt3.ggpht.com/${idOf(person)}=s88`, width: 88, height: 88 };
  const all: Readonly<Record<string, unknown>> = {
    snippet: {
      title: person.name,
      description: '',
      customUrl: `@${handleOf(person)}`,
      publishedAt: '2020-01-01T00:00:00Z',
      thumbnails: { default: thumbnail, medium: thumbnail, high: thumbnail },
      localized: { title: person.name, description: '' },
    },
    statistics: { viewCount: '0', subscriberCount: '0', hiddenSubscriberCount: false, videoCount: '0' },
  };
  const shown = Object.fromEntries(parts.filter((part) => part in all).map((part) => [part, all[part]]));
  return { kind: 'youtube#channel', etag: etagOf(shown), id: idOf(person), ...shown };
}

const badParameter = (message: string, reason: string, location: string): Answer => ({
  status: 400,
  body: {
    error: {
      code: 400,
      message,
      errors: [{ message, domain: 'youtube.parameter', reason, location, locationType: 'parameter' }],
    },
  },
});

export const userRoutes = (): UserRoute[] => [
  {
    name: 'channels',
    method: 'GET',
    path: '/www.googleapis.com/youtube/v3/channels',
    scopes: ['https://www.googleapis.com/auth/youtube.readonly'],
    answer: ({ query, person }) => {
      const parts = query['part']?.split(',');
      if (parts === undefined) return badParameter('Required parameter: part', 'missingRequiredParameter', 'part');
      const unknown = parts.find((part) => !PARTS.includes(part));
      if (unknown !== undefined) return badParameter(`'${unknown}'`, 'unknownPart', 'part');
      if (query['mine'] !== 'true') {
        return badParameter('No filter selected. Expected one of: mine', 'missingRequiredParameter', 'parameters.');
      }
      const items = person.hasChannel ? [channelOf(person, parts)] : [];
      return ok({
        kind: 'youtube#channelListResponse',
        etag: etagOf(items),
        pageInfo: { totalResults: items.length, resultsPerPage: 5 },
        ...(items.length > 0 && { items }),
      });
    },
  },
];
