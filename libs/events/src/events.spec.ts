import { pino } from 'pino';
import type { EventHandlers } from './event-consumer.js';
import { startEvents, type EventsUnderTest } from './events.fixture.js';
import { Events } from './events.js';

describe('the events of a service', () => {
  let under: EventsUnderTest;
  beforeAll(async () => {
    under = await startEvents();
  });
  afterAll(() => under.close());

  const startAs = (service: string, handlers: EventHandlers) =>
    new Events(under.db, under.inspector, pino({ level: 'silent' }), service, () => [{ handlers }]);
  const done = () => Promise.resolve();

  it('start where the table of events names the service as listening to what it handles', async () => {
    const events = startAs('quests-verify', { 'user.created': done, 'user.updated': done, 'admin.updated': done });
    events.onApplicationBootstrap();
    await events.onModuleDestroy();
  });

  it('do not start where it handles more or less, since the broker would not deliver it', () => {
    const sentence = 'by EVENT_TABLE it listens to admin.updated,user.created,user.updated';
    for (const handlers of [
      { 'user.created': done },
      { 'admin.updated': done, 'user.created': done, 'user.updated': done, 'campaign.ended': done },
    ]) {
      expect(() => startAs('quests-verify', handlers).onApplicationBootstrap()).toThrow(sentence);
    }
  });
});
