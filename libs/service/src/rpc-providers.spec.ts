import 'reflect-metadata';
import { Global, Inject, Injectable, Module, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { contract, Nothing, Text } from '@questp/messages/language';
import { handlersOf } from './rpc-providers.js';
import { Rpc } from './rpc-handler.js';
import { callsOf } from './testing/index.js';

class Word {
  @Text({ max: 20 })
  word!: string;
}

const say = contract({ subject: 'shop.say', callers: ['caller'], request: Word, reply: Word });
const leave = contract({ subject: 'shop.leave', callers: ['caller'], request: Nothing, reply: null });

@Injectable()
class Say {
  constructor(@Inject('greeting') private readonly greeting: string) {}

  @Rpc(say)
  async execute({ word }: Word, mark = '!'): Promise<Word> {
    return Promise.resolve({ word: `${this.greeting} ${word}${mark}` });
  }
}

async function appOf(...providers: Provider[]) {
  @Global()
  @Module({ providers: [{ provide: 'greeting', useValue: 'Hello' }], exports: ['greeting'] })
  class Greeting {}
  @Module({ imports: [Greeting], providers })
  class Shop {}
  return NestFactory.createApplicationContext(Shop, { logger: false });
}

describe('handlers of an application', () => {
  it('are the methods of its providers that answer a contract, whatever provides them', async () => {
    class Leave {
      @Rpc(leave)
      async execute(): Promise<null> {
        return Promise.resolve(null);
      }
    }
    const app = await appOf(
      Say,
      { provide: 'leave', useFactory: () => new Leave() },
      { provide: 'none', useValue: null },
    );
    const handlers = handlersOf(app);
    expect([...handlers.keys()].sort()).toEqual(['shop.leave', 'shop.say']);
    const call = callsOf(handlers);
    expect(await call(say, { word: 'Ann' })).toEqual({ word: 'Hello Ann!' });
    expect(await call(leave, {})).toBeNull();
    await expect(call(say, { word: 'x'.repeat(21) })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('leave the method as it is for those that call it themselves', async () => {
    expect(await new Say('Hi').execute({ word: 'x'.repeat(21) }, '?')).toEqual({ word: `Hi ${'x'.repeat(21)}?` });
  });

  it('are inherited, with what a subclass makes of them', async () => {
    @Injectable()
    class Shout extends Say {
      override async execute({ word }: Word) {
        return super.execute({ word: word.toUpperCase() });
      }
    }
    const call = callsOf(handlersOf(await appOf(Shout)));
    expect(await call(say, { word: 'Ann' })).toEqual({ word: 'Hello ANN!' });
  });

  it('count once for a provider with several tokens, and no getter is called to find them', async () => {
    @Injectable()
    class Closed extends Say {
      get secret(): string {
        throw new Error('read');
      }
    }
    const app = await appOf(Closed, { provide: 'alias', useExisting: Closed }, { provide: Say, useExisting: Closed });
    expect([...handlersOf(app).keys()]).toEqual(['shop.say']);
  });

  it('are refused when two methods answer one subject', async () => {
    @Injectable()
    class Repeat {
      @Rpc(say)
      async again(request: Word): Promise<Word> {
        return Promise.resolve(request);
      }
    }
    const app = await appOf(Say, Repeat);
    expect(() => handlersOf(app)).toThrow('Both Say.execute and Repeat.again answer shop.say');
  });

  it('fit the types of their contract', () => {
    class Wrong {
      // @ts-expect-error The contract's request has no such member.
      @Rpc(say)
      async request({ words }: { words: string }): Promise<Word> {
        return Promise.resolve({ word: words });
      }

      // @ts-expect-error The contract's reply has another type.
      @Rpc(say)
      async reply(request: Word): Promise<{ text: string }> {
        return Promise.resolve({ text: request.word });
      }

      // @ts-expect-error A reply is promised.
      @Rpc(leave)
      at(): null {
        return null;
      }
    }
    expect(new Wrong()).toBeDefined();
  });
});
