import { Injectable } from '@nestjs/common';
import { readProjectCheck, type Fact, type ProjectCheck } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { FactFailure } from '../description/platform-fact.js';
import { CallEndpoint } from './call-endpoint.js';
import { AdmitCall } from './admit-call.js';

/** Asks the endpoint of a project whether an earner has completed a quest. */
@Injectable()
export class ReadProjectCheck {
  constructor(
    private readonly admitCall: AdmitCall,
    private readonly callEndpoint: CallEndpoint,
  ) {}

  @Rpc(readProjectCheck)
  async execute(check: RequestOf<typeof readProjectCheck>): Promise<Fact<ProjectCheck>> {
    try {
      await this.admitCall.execute(check.projectId);
      const answer = await this.callEndpoint.execute(check);
      if (answer.result === 'pending') {
        const retryAt = new Date(Date.now() + answer.retryAfterSeconds * 1_000);
        throw new FactFailure('not_found', 'The project has not decided yet.', retryAt);
      }
      const points = answer.result === 'pass' ? (answer.points ?? null) : null;
      const value = { result: answer.result, message: answer.message ?? null, points };
      return { status: 'found', value, detail: null, retryAt: null };
    } catch (error) {
      if (!(error instanceof FactFailure)) throw error;
      const { status, message, retryAt } = error;
      return { status, value: null, detail: message, retryAt: retryAt?.toISOString() ?? null };
    }
  }
}
