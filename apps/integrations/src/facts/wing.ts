import { Injectable, type Type } from '@nestjs/common';
import type { CredentialProvider } from '@questp/messages/integrations';
import { Rpc } from '@questp/service';
import type { Wing } from '@questp/service-kit';
import type { PlatformFact } from '../description/platform-fact.js';
import { PLATFORMS } from '../platforms/index.js';
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

const providers = Object.keys(PLATFORMS) as CredentialProvider[];

export const facts: Wing = {
  providers: [
    SharedAnswersRepository,
    ShareAnswers,
    ReadFact,
    ...providers.flatMap((provider) => (PLATFORMS[provider].facts ?? []).map((fact) => handlerOf(provider, fact))),
  ],
};
