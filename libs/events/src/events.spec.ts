import { eventsTo } from '@questp/messages/tables';
import { pino } from 'pino';
import type { EventHandlers } from './event-consumer.js';
import { startEvents, type EventsUnderTest } from './testing/events.fixture.js';
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
  const ALL = Object.fromEntries(eventsTo('quests-verify').map((type) => [type, done]));

  it('start if the table of events names the service as a consumer of what it handles', async () => {
    const events = startAs('quests-verify', ALL);
    events.onApplicationBootstrap();
    await events.onModuleDestroy();
  });

  it('do not start where it handles more or less, since the broker would not deliver it', () => {
    const sentence = `by EVENT_TABLE it listens to ${Object.keys(ALL).toSorted().join()}`;
    for (const handlers of [{ 'user.created': done }, { ...ALL, 'campaign.ended': done }]) {
      expect(() => startAs('quests-verify', handlers).onApplicationBootstrap()).toThrow(sentence);
    }
  });
});
