import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AnyObject, AppError, contract, Count, Nothing, Text, Whole } from '@questp/messages/language';
import { startNats, type TestNats } from '@questp/testing';
import { Bus } from '../bus.js';
import { currentContext, type CallContext } from '../call-context.js';
import { createLogger } from '../logger.js';
import { Rpc, setRpcLogger } from '../rpc-handler.js';
import { handlersOf } from '../rpc-providers.js';
import { RpcServer } from '../rpc-server.js';

export class Said {
  @Text()
  text!: string;
}

export class Echo extends Said {
  @Text()
  by!: string;

  @AnyObject({ maxBytes: 3_000_000, optional: true })
  context?: CallContext;
}

class Size {
  @Whole({ min: 0, max: 2 ** 21 })
  bytes!: number;
}

class Wait {
  @Whole({ min: 0, max: 1_000, default: 1 })
  ms!: number;
}

class By {
  @Text()
  by!: string;
}

class Odd {
  @Count()
  big!: bigint;
}

export const echo = contract({ subject: 'test.echo', callers: ['caller'], request: Said, reply: Echo });
export const refuse = contract({ subject: 'test.refuse', callers: ['caller'], request: Nothing, reply: null });
export const crash = contract({ subject: 'test.crash', callers: ['caller'], request: Nothing, reply: null });
export const large = contract({ subject: 'test.large', callers: ['caller'], request: Size, reply: Said });
export const odd = contract({ subject: 'test.odd', callers: ['caller'], request: Nothing, reply: Odd });
export const slow = contract({ subject: 'test.slow', callers: ['caller'], request: Wait, reply: By });
export const silent = contract({
  subject: 'test.silent',
  callers: ['caller'],
  request: Nothing,
  reply: null,
  deadlineMs: 300,
});
export const patient = contract({
  subject: 'test.patient',
  callers: ['caller'],
  request: Nothing,
  reply: null,
  // A suite is ended before.
  deadlineMs: 600_000,
});
export const relay = contract({
  subject: 'test.relay',
  callers: ['caller'],
  request: Nothing,
  reply: By,
  deadlineMs: 600,
});
export const missing = contract({ subject: 'test.missing', callers: ['caller'], request: Nothing, reply: null });

function serviceNamed(name: string, stage: RpcStage) {
  class Handlers {
    @Rpc(echo)
    async echo({ text }: { text: string }) {
      return Promise.resolve({ text, by: name, context: currentContext() });
    }

    @Rpc(refuse)
    async refuse(): Promise<never> {
      return Promise.reject(
        new AppError('QUEST_COOLDOWN', { detail: 'Later.', retryAfter: 9, extra: { availableAt: 'tomorrow' } }),
      );
    }

    @Rpc(crash)
    async crash(): Promise<never> {
      return Promise.reject(Object.assign(new Error('SELECT secret FROM vault'), { status: 404 }));
    }

    @Rpc(large)
    async large({ bytes }: { bytes: number }) {
      return Promise.resolve({ text: 'ü'.repeat(bytes / 2) });
    }

    @Rpc(odd)
    async odd() {
      return Promise.resolve({ big: 1n });
    }

    @Rpc(slow)
    async slow({ ms }: { ms: number }) {
      stage.begun += 1;
      await sleep(ms);
      return { by: name };
    }

    @Rpc(patient)
    async patient(): Promise<never> {
      await sleep(600);
      throw new Error('too late');
    }

    @Rpc(relay)
    async relay() {
      await sleep(100);
      return stage.bus.call(slow, { ms: 1_000 });
    }

    @Rpc(silent)
    async silent(): Promise<never> {
      await sleep(600);
      throw new Error('too late');
    }
  }
  @Module({ providers: [Handlers] })
  class ServiceModule {}
  return NestFactory.createApplicationContext(ServiceModule, { logger: false });
}

/** Starts to listen, as Nest has it start. */
export const listening = (server: RpcServer): Promise<void> =>
  new Promise((resolve, reject) => {
    void server.listen((error) =>
      error === undefined ? resolve() : reject(new Error('The server does not listen', { cause: error })),
    );
  });

/** A caller and the replica `a` of a service, on a broker of their own. */
export class RpcStage {
  /** What they logged. */
  readonly lines: string[] = [];
  readonly logger = createLogger('test', 'debug', { write: (line: string) => this.lines.push(line) });
  /** One for each replica. */
  readonly servers: RpcServer[] = [];
  /** Requests of `slow` whose handler has begun. */
  begun = 0;
  readonly bus: Bus;
  private readonly checksReplies = process.env['CHECK_REPLIES'];

  private constructor(readonly nats: TestNats) {
    this.bus = new Bus(nats.url, 'caller', this.logger);
  }

  static async open(): Promise<RpcStage> {
    const stage = new RpcStage(await startNats({ own: true }));
    // As in production.
    delete process.env['CHECK_REPLIES'];
    setRpcLogger(stage.logger);
    await stage.bus.connect();
    await stage.start('a');
    return stage;
  }

  async start(name: string): Promise<void> {
    const handlers = handlersOf(await serviceNamed(name, this));
    const server = new RpcServer(this.nats.url, 'test', this.logger, () => handlers);
    await listening(server);
    this.servers.push(server);
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
    await this.bus.close();
    await this.nats.stop();
    process.env['CHECK_REPLIES'] = this.checksReplies;
  }
}
