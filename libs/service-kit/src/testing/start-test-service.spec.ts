import 'reflect-metadata';
import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError, contract, Nothing, Text, Whole } from '@questp/messages/language';
import { Database, sql } from '@questp/postgres';
import { CONFIG, Rpc, str, Bus } from '@questp/service';
import { defineService } from '../define-service.js';
import { startTestService, type TestService } from './start-test-service.js';

class Greeting {
  @Text({ min: 1, max: 20 })
  name!: string;

  @Whole({ min: 1, max: 3, default: 1 })
  times!: number;
}
class Greeted {
  @Text({ max: 100 })
  text!: string;
}
const greet = contract({ subject: 'kit.greet', callers: ['notifier'], request: Greeting, reply: Greeted });
const relay = contract({ subject: 'kit.relay', callers: ['caller'], request: Greeting, reply: Greeted });
const lie = contract({ subject: 'kit.lie', callers: ['caller'], request: Nothing, reply: Greeted });
const unheard = contract({ subject: 'kit.unheard', callers: ['notifier'], request: Nothing, reply: null });

@Injectable()
class Visitors {
  purged = 0;
  purgedByWing = 0;

  constructor(private readonly database: Database) {}

  purge(): Promise<number> {
    this.purged += 1;
    return this.purged === 1
      ? Promise.reject(new Error('no such table'))
      : this.database.execute(sql`DELETE FROM notification`);
  }
}

@Injectable()
class Handlers {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: { WORD: string },
  ) {}

  @Rpc(greet)
  async greet({ name, times }: Greeting) {
    if (name === 'nobody') throw new AppError('NOT_FOUND');
    const campaignId = `${name} ${times}`;
    await this.database.transaction((tx) => emit(tx, 'campaign.activated', name, { projectId: 'p', campaignId }));
    return { text: `${this.config.WORD} ${campaignId}` };
  }

  @Rpc(relay)
  async relay(request: Greeting) {
    await this.bus.broadcast('broadcast.greeted', { name: request.name });
    return this.bus.call(greet, request);
  }

  @Rpc(lie)
  async lie() {
    return Promise.resolve({ text: 7 } as unknown as Greeted);
  }
}

const greeter = defineService({
  name: 'notifier',
  config: { WORD: str({ desc: 'First word', default: 'Hello' }) },
  wings: [
    { providers: [Handlers] },
    {
      providers: [Visitors],
      purges: (get) => ({
        visitorsOfWing: () => {
          get(Visitors).purgedByWing += 1;
          return Promise.resolve(0);
        },
      }),
    },
  ],
  housekeeping: (get) => ({ visitors: () => get(Visitors).purge() }),
});

describe('a service under test', () => {
  let service: TestService<{ WORD: string }>;
  beforeAll(async () => {
    service = await startTestService(greeter, { env: { WORD: 'Hi' } });
  }, 60_000);
  afterAll(() => service.stop());
  const refusal = (call: Promise<unknown>) => call.then(String, (error: unknown) => error);

  it('is called as over the bus: checked, with defaults, refusals as the caller gets them', async () => {
    expect(await service.call(greet, { name: 'Ann', times: 2 })).toEqual({ text: 'Hi Ann 2' });
    const sparse = { name: 'Bob' } as Greeting;
    expect(await service.call(greet, sparse)).toEqual({ text: 'Hi Bob 1' });
    expect(await refusal(service.call(greet, { name: '', times: 9 }))).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: [{ pointer: '/name' }, { pointer: '/times' }] },
    });
    expect(await refusal(service.call(greet, { name: 'nobody', times: 1 }))).toMatchObject({ code: 'NOT_FOUND' });
    await expect(service.call(unheard, {})).rejects.toThrow('No handler for kit.unheard');
  });

  it('answers INTERNAL when a reply is not what its class says', async () => {
    expect(await refusal(service.call(lie, {}))).toMatchObject({ code: 'INTERNAL' });
  });

  it('returns the events it wrote, all or those of one aggregate', async () => {
    await service.call(greet, { name: 'Cem', times: 3 });
    expect(await service.events('campaign.activated', 'Cem')).toEqual([{ projectId: 'p', campaignId: 'Cem 3' }]);
    expect((await service.events('campaign.activated')).length).toBeGreaterThan(1);
    expect(await service.events('campaign.ended')).toEqual([]);
  });

  it('has a bus that records messages, gives the set answers, and accepts only messages that fit their class', async () => {
    expect(await refusal(service.call(relay, { name: 'Dan', times: 1 }))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    service.bus.answer(greet, ({ name }) => ({ text: `greeted ${name}` }));
    expect(await service.call(relay, { name: 'Dan', times: 1 })).toEqual({ text: 'greeted Dan' });
    service.bus.answer(greet, () => {
      throw new AppError('SLUG_TAKEN');
    });
    expect(await refusal(service.call(relay, { name: 'Dan', times: 1 }))).toMatchObject({ code: 'SLUG_TAKEN' });
    expect(service.bus.calls).toHaveLength(3);
    expect(service.bus.calls[0]).toEqual({ subject: 'kit.greet', request: { name: 'Dan', times: 1 } });
    expect(service.bus.broadcastOn('broadcast.greeted')).toEqual([{ name: 'Dan' }, { name: 'Dan' }, { name: 'Dan' }]);

    await expect(service.bus.call(greet, { name: '', times: 1 })).rejects.toThrow('request of kit.greet');
    service.bus.answer(greet, () => ({}) as Greeted);
    await expect(service.bus.call(greet, { name: 'Eve', times: 1 })).rejects.toThrow('answer of kit.greet');
  });

  it('deletes expired rows of its own tables and of the common ones, also when one of them fails', async () => {
    const { db } = service;
    for (const [key, age] of [
      ['old', '25 hours'],
      ['new', '1 hour'],
    ]) {
      await db.execute(sql`
        INSERT INTO idempotency_key (scope, key, request_hash, reply, created_at)
        VALUES ('s', ${key}, '', '{}', now() - ${age}::interval)`);
      await db.execute(sql`
        INSERT INTO inbox (event_id, type, applied_at)
        VALUES (gen_random_uuid(), ${key}, now() - 10 * ${age}::interval)`);
    }
    const left = () =>
      db.row(
        sql`SELECT (SELECT array_agg(key) FROM idempotency_key) AS keys, (SELECT array_agg(type) FROM inbox) AS types`,
      );
    await service.purge();
    expect(await left()).toEqual({ keys: ['new'], types: ['new'] });
    await service.purge();
    const { purged, purgedByWing } = service.get(Visitors);
    expect([purged, purgedByWing]).toEqual([2, 2]);
  });

  it('refuses a call that the contract does not name the service for, as the broker does', async () => {
    await expect(service.bus.call(lie, {})).rejects.toThrow('kit.lie does not name notifier as a caller');
  });

  it('can have a second replica on its database', async () => {
    const second = await startTestService(greeter, { beside: service });
    expect(await second.call(greet, { name: 'Fay', times: 1 })).toEqual({ text: 'Hello Fay 1' });
    await second.stop();
    expect(await service.events('campaign.activated', 'Fay')).toHaveLength(1);
  });
});
