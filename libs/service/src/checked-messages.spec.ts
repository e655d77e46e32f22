import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type AppError, contract, ListOf, Nothing, Text, Whole } from '@questp/messages/language';
import { startNats, type TestNats } from '@questp/testing';
import { pino } from 'pino';
import { Bus } from './bus.js';
import { Rpc, setRpcLogger } from './rpc-handler.js';
import { handlersOf } from './rpc-providers.js';
import { listening } from './testing/rpc.fixture.js';
import { RpcServer } from './rpc-server.js';

describe('checked messages', () => {
  class Item {
    @Text({ max: 5 })
    name!: string;
  }

  class Order {
    @ListOf(() => Item, { max: 100 })
    items!: Item[];

    @Whole({ min: 1, max: 9, default: 3 })
    count!: number;
  }

  class Receipt {
    @Whole({ min: 0, max: 9 })
    total!: number;
  }

  const buy = contract({ subject: 'shop.buy', callers: ['caller'], request: Order, reply: Receipt });
  const leave = contract({ subject: 'shop.leave', callers: ['caller'], request: Nothing, reply: null });

  /** What a TypeScript handler can be made to answer all the same. */
  let answer: unknown;
  const handled: Order[] = [];

  function shop() {
    class Handlers {
      @Rpc(buy)
      async buy(order: Order): Promise<Receipt> {
        handled.push(order);
        return Promise.resolve(answer as Receipt);
      }

      @Rpc(leave)
      async leave(): Promise<null> {
        return Promise.resolve(answer as null);
      }
    }
    @Module({ providers: [Handlers] })
    class ShopModule {}
    return NestFactory.createApplicationContext(ShopModule, { logger: false });
  }

  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const inherited = process.env['CHECK_REPLIES'];
  let nats: TestNats;
  let bus: Bus;
  let stop: () => Promise<unknown>;

  const open = async (checksReplies: boolean) => {
    process.env['CHECK_REPLIES'] = String(checksReplies);
    const handlers = handlersOf(await shop());
    const server = new RpcServer(nats.url, 'shop', logger, () => handlers);
    await listening(server);
    stop = () => server.close();
  };
  const send = (order: unknown) =>
    bus.call(buy, order as Order).then(
      (receipt) => receipt,
      (error: AppError) => error.toEnvelope(),
    );

  beforeAll(async () => {
    setRpcLogger(logger);
    nats = await startNats();
    bus = new Bus(nats.url, 'caller', logger);
    await bus.connect();
  });
  afterAll(async () => {
    process.env['CHECK_REPLIES'] = inherited;
    await bus.close();
    await nats.stop();
  });
  beforeEach(() => {
    answer = { total: 1 };
    handled.length = 0;
    lines.length = 0;
  });
  afterEach(() => stop());

  describe('a request', () => {
    beforeEach(() => open(false));

    it.each<[string, unknown, object[]]>([
      ['lacks a member', { count: 1 }, [{ pointer: '/items', code: 'REQUIRED' }]],
      ['is out of bounds', { items: [], count: 10 }, [{ pointer: '/count', code: 'RANGE' }]],
      ['is bad inside', { items: [{ name: 'a' }, { name: 'abcdef' }] }, [{ pointer: '/items/1/name', code: 'LENGTH' }]],
      ['has more than it should', { items: [], admin: true }, [{ pointer: '/admin', code: 'UNKNOWN_MEMBER' }]],
      ['is no object', 'items', [{ pointer: '', code: 'TYPE' }]],
      ['is null', null, [{ pointer: '', code: 'TYPE' }]],
    ])('a message that %s never reaches the handler, from any sender', async (_, order, errors) => {
      expect(await send(order)).toMatchObject({ code: 'VALIDATION_FAILED', errors });
      expect(handled).toEqual([]);
    });

    it('reaches the handler with the defaults of what was left out', async () => {
      expect(await send({ items: [{ name: 'a' }] })).toEqual({ total: 1 });
      expect(await send({ items: [], count: 5 })).toEqual({ total: 1 });
      expect(handled).toEqual([
        { items: [{ name: 'a' }], count: 3 },
        { items: [], count: 5 },
      ]);
    });
  });

  describe('a reply that does not fit its class', () => {
    const misfits = [{}, { total: 10 }, { total: 1, more: true }, { total: undefined }, null, 'x'];

    it.each(misfits.map((misfit) => [misfit]))('answers INTERNAL in tests: %j', async (misfit) => {
      await open(true);
      answer = misfit;
      expect(await send({ items: [] })).toEqual({ code: 'INTERNAL' });
      expect(lines.join()).toContain('does not fit its class');
    });

    it.each([[{ total: 10 }], [{ total: 1, more: true }]])('passes in production: %j', async (misfit) => {
      await open(false);
      answer = misfit;
      expect(await send({ items: [] })).toEqual(misfit);
    });

    it('answers INTERNAL in tests when there should be none', async () => {
      await open(true);
      answer = { left: true };
      await expect(bus.call(leave, {})).rejects.toMatchObject({ code: 'INTERNAL' });
      answer = null;
      expect(await bus.call(leave, {})).toBeNull();
    });

    it('checks a message as it arrives: without undefined members', async () => {
      await open(true);
      answer = { total: 1, more: undefined };
      expect(await send({ items: [] })).toEqual({ total: 1 });
    });
  });
});
