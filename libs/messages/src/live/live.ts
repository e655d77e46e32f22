import { contract, type HttpFace } from '../contract.js';
import { Id, Text, UserId } from '../fields/index.js';

const tag = 'live';

/** Said of every stream. */
const FORMAT =
  'Server-Sent Events, one for each event of docs/reference/events.md with its envelope as `data`, as it happens. A comment every 25 seconds keeps the connection alive. `ready` comes first, and each hour again: all up to its id was told; what was missed follows when Last-Event-ID (or `lastEventId`, for a first connection that goes on from an earlier one) names the last event that was seen. `reset` says that it cannot: the id is older than a day or not of this log; read the lists anew. A reader that does not keep up is cut off and goes on where it was. The same event may come again after a failure of the platform: its `id` in the envelope tells.';

/** What a face of a stream says besides its own. */
const stream = (face: Pick<HttpFace, 'id' | 'route' | 'summary' | 'stream'>): HttpFace => ({
  ...face,
  tag,
  description: FORMAT,
});

class FollowRequest {
  @Text({ max: 64, optional: true, description: 'As the header Last-Event-ID, which counts where both are sent' })
  lastEventId?: string;
}

class FollowOwnRequest extends FollowRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const followSubmissions = contract({
  subject: 'gateway.live.submissions',
  request: FollowOwnRequest,
  reply: null,
  http: stream({
    id: 'followSubmissions',
    route: 'GET /v1/realtime/submissions',
    summary: 'What happens to the own submissions',
    stream: { about: 'submission', of: 'userId' },
  }),
});

export const followNotifications = contract({
  subject: 'gateway.live.notifications',
  request: FollowOwnRequest,
  reply: null,
  http: stream({
    id: 'followNotifications',
    route: 'GET /v1/notifications/stream',
    summary: 'The own notifications as they are made and read',
    stream: { about: 'notification', of: 'userId' },
  }),
});

class FollowProjectRequest extends FollowRequest {
  @Id()
  projectId!: string;
}

export const followProjectSubmissions = contract({
  subject: 'gateway.live.project-submissions',
  request: FollowProjectRequest,
  reply: null,
  http: stream({
    id: 'followProjectSubmissions',
    route: 'GET /v1/realtime/projects/:projectId/submissions',
    summary: 'What happens to the submissions of a project, its review queue included',
    stream: { about: 'submission', of: 'projectId' },
  }),
});
