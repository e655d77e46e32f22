import type { Principal } from '@questp/messages/access';
import type { CallContext } from '@questp/service';
import type { Operation } from '../operations/operation.js';

declare module 'fastify' {
  interface FastifyRequest {
    callContext: CallContext;
    /** Null: anonymous. */
    principal: Principal | null;
    /** The body as it was received; null without one. */
    rawBody: Buffer | null;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}
