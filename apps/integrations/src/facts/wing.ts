import { Injectable, type Type } from '@nestjs/common';
import type { CredentialProvider } from '@questp/messages/integrations';
import { Rpc } from '@questp/service';
import type { Wing } from '@questp/service-kit';
import type { PlatformFact } from '../description/platform-fact.js';
import type { PlatformList } from '../description/platforms.js';
import { ShareAnswers } from './share-answers.js';
import { SharedAnswersRepository } from './shared-answers.repository.js';
import { ReadFact } from './read-fact.js';

function handlerOf(provider: CredentialProvider, fact: PlatformFact): Type {
  @Injectable()
  class FactHandler {
    constructor(private readonly readFact: ReadFact) {}

    @Rpc(fact.contract)
    execute(request: object) {
      return this.readFact.execute(provider, fact, request);
    }
  }
  return FactHandler;
}

export function facts(platforms: PlatformList): Wing {
  const providers = Object.keys(platforms) as CredentialProvider[];
  const handlers = providers.flatMap((provider) =>
    (platforms[provider].facts ?? []).map((fact) => handlerOf(provider, fact)),
  );
  return {
    providers: [SharedAnswersRepository, ShareAnswers, ReadFact, ...handlers],
    purges: (get) => ({ sharedAnswers: () => get(SharedAnswersRepository).purge() }),
  };
}
