import { Injectable } from '@nestjs/common';
import type { EgressOutcome } from '@questp/egress';
import {
  MAX_SHOWN_BODY,
  testProjectEndpoint,
  type EndpointTest,
  type EndpointTestOutcome,
} from '@questp/messages/integrations';
import { AppError, FORMS, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { FactFailure } from '../description/platform-fact.js';
import { plainText } from '../outbound/plain-text.js';
import { CallEndpoint } from './call-endpoint.js';
import type { Check } from './contracts/endpoint-contract.js';
import { AdmitCall } from './admit-call.js';

type Result = Pick<EndpointTest, 'outcome' | 'detail'>;

/** Calls the endpoint of a project for its team, and shows request and answer without secrets. */
@Injectable()
export class TestEndpoint {
  constructor(
    private readonly admitCall: AdmitCall,
    private readonly callEndpoint: CallEndpoint,
  ) {}

  /** RATE_LIMITED */
  @Rpc(testProjectEndpoint)
  async execute(check: RequestOf<typeof testProjectEndpoint>): Promise<EndpointTest> {
    await this.admitCall.execute(check.projectId).catch((error: unknown) => {
      throw error instanceof FactFailure ? new AppError('RATE_LIMITED', { retryAfter: 60 }) : error;
    });
    const request = this.callEndpoint.requestOf(check);
    const shown = (text: string) => shownText(text, check.endpoint.secret);
    const { outcome, result } = await this.call(check, request);
    return {
      ...result,
      request: {
        method: request.method,
        url: withoutSecret(request.url, check.endpoint.secret),
        body: request.body === undefined ? null : shown(request.body),
      },
      answer:
        outcome?.outcome === 'answered' ? { status: outcome.status, body: shown(outcome.body.toString('utf8')) } : null,
    };
  }

  private async call(
    check: Check,
    request: ReturnType<CallEndpoint['requestOf']>,
  ): Promise<{ outcome?: EgressOutcome; result: Result }> {
    let outcome: EgressOutcome | undefined;
    try {
      outcome = await this.callEndpoint.send(check, request);
      const answer = this.callEndpoint.read(check, outcome);
      const detail = 'message' in answer ? (answer.message ?? null) : null;
      return { outcome, result: { outcome: answer.result, detail } };
    } catch (error) {
      if (!(error instanceof FactFailure)) throw error;
      const failed: EndpointTestOutcome = error.status === 'misconfigured' ? 'misconfigured' : 'unavailable';
      return { ...(outcome && { outcome }), result: { outcome: failed, detail: error.message } };
    }
  }
}

/** An endpoint can echo what it was sent. */
const withoutSecret = (text: string, secret: string | undefined): string =>
  secret === undefined ? text : text.replaceAll(secret, '[hidden]');

/** Plain text of at most MAX_SHOWN_BODY characters; null: nothing visible. */
function shownText(text: string, secret: string | undefined): string | null {
  const plain = plainText(withoutSecret(text, secret), MAX_SHOWN_BODY);
  return FORMS.prose.pattern.test(plain) ? plain : null;
}
