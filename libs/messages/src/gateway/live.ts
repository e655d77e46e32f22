import { contract, type HttpBinding } from '../language/contract/contract.js';
import { Id, Text, UserId } from '../language/fields/index.js';

const tag = 'live';

/** Description of every stream. */
const FORMAT =
  'Server-Sent Events with the envelope of each event (docs/reference/events.md) as `data`. A comment every 25 seconds keeps the connection alive. `ready` is sent first and every hour: all events up to its id were sent. To resume, send the id of the last event in Last-Event-ID (or `lastEventId` on a first connection). `reset` means that resuming is impossible because the id is older than a day or unknown; read the lists again. A client that reads too slowly is disconnected and can resume. An event can be sent twice after a failure; compare the `id` in the envelope.';

/** What the HTTP binding of every stream has in common. */
const stream = (binding: Pick<HttpBinding, 'id' | 'route' | 'summary' | 'stream'>): HttpBinding => ({
  ...binding,
  tag,
  description: FORMAT,
});

class FollowRequest {
  @Text({ max: 64, optional: true, description: 'Same as the header Last-Event-ID, which takes precedence' })
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
    summary: 'Stream your submissions',
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
    summary: 'Stream your notifications',
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
    summary: 'Stream the submissions and the review queue of a project',
    stream: { about: 'submission', of: 'projectId' },
  }),
});

export const followProjectEscrows = contract({
  subject: 'gateway.live.project-escrows',
  request: FollowProjectRequest,
  reply: null,
  http: stream({
    id: 'followProjectEscrows',
    route: 'GET /v1/realtime/projects/:projectId/escrows',
    summary: 'Stream the escrows of the campaigns of a project',
    stream: { about: 'escrow', of: 'projectId' },
  }),
});
