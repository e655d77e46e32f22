import type { Schemas } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { problemOf, reviewedTypes, story } from './story.fixture.js';

/** Types of notifications about what reviewers decide. */
const DECISIONS = new Set(['submission.approved', 'submission.rejected', 'submission.undone', 'submission.reversed']);

describe('News', () => {
  it('reach the earner of each decision and the members of the team', async () => {
    const list = () => unwrap(story.alice.client.GET('/v1/notifications', { params: { query: { limit: 100 } } }));
    // One per decision: each approval, one of them twice, a rejection, an undo and a reversal.
    const expected = reviewedTypes.length + 4;
    const items = await waitFor(
      async () => {
        const page = await list();
        const decisions = page.items.filter(({ type }) => DECISIONS.has(type));
        return decisions.length >= expected && decisions;
      },
      { what: 'the notifications' },
    );

    const types = items.map(({ type }) => type);
    expect(items).toHaveLength(expected);
    expect(types.filter((type) => type === 'submission.approved')).toHaveLength(reviewedTypes.length + 1);
    expect(types).toEqual(expect.arrayContaining(['submission.rejected', 'submission.undone', 'submission.reversed']));
    const ofModerator = await waitFor(async () => {
      const { items: notifications } = await unwrap(story.moderator.client.GET('/v1/notifications'));
      // Teams are notified of waiting submissions after a minute; the story may have ended by then.
      const kinds = notifications.map(({ type }) => type).filter((type) => type !== 'review.waiting');
      return kinds.length >= 3 && kinds;
    });
    expect(ofModerator.toSorted()).toEqual(['campaign.started', 'project.member_added', 'project.member_invited']);
  });

  it('are read one by one and all at once', async () => {
    const unread = async () =>
      (await unwrap(story.alice.client.GET('/v1/notifications', { params: { query: { unread: true, limit: 100 } } })))
        .items;
    const counted = async () => (await unwrap(story.alice.client.GET('/v1/notifications/unread-count'))).unread;
    expect(await counted()).toBe((await unread()).length);
    const [first] = (await unread()) as [Schemas['Notification']];
    const path = { notificationId: first.id };

    const read = await unwrap(story.alice.client.POST('/v1/notifications/{notificationId}/read', { params: { path } }));
    expect(read.readAt).toEqual(expect.any(String));
    expect((await unread()).map(({ id }) => id)).not.toContain(first.id);
    const other = story.bob.client.POST('/v1/notifications/{notificationId}/read', { params: { path } });
    expect(await problemOf(unwrap(other))).toBe('NOT_FOUND');
    await unwrap(story.alice.client.POST('/v1/notifications/read-all'));
    expect(await unread()).toEqual([]);
    expect(await counted()).toBe(0);
  });
});
