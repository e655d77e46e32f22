import { Injectable, type Type } from '@nestjs/common';
import { Rpc } from '@questp/service';
import type { Wing } from '@questp/service-kit';
import type { PlatformFact } from '../outbound/platform-fact.js';
import { PLATFORMS, type PlatformConfig } from '../platforms/index.js';
import { ReadFact } from './read-fact.js';

function handlerOf(fact: PlatformFact<PlatformConfig>): Type {
  @Injectable()
  class FactHandler {
    constructor(private readonly readFact: ReadFact) {}

    @Rpc(fact.contract)
    execute(request: object) {
      return this.readFact.execute(fact, request);
    }
  }
  return FactHandler;
}

export const facts: Wing = {
  providers: [ReadFact, ...Object.values(PLATFORMS).flatMap((platform) => (platform.facts ?? []).map(handlerOf))],
};
