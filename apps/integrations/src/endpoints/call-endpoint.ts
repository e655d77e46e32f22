import { Injectable } from '@nestjs/common';
import { Egress, type EgressAnswer, type EgressFailure, type EgressOutcome } from '@questp/egress';
import { AppError } from '@questp/messages/language';
import { timeLeft } from '@questp/service';
import { FactFailure } from '../description/platform-fact.js';
import { retryAt } from '../description/retry-at.js';
import { UnusableAnswer } from '../outbound/described-json.js';
import { SignRequest } from '../signing/sign-request.js';
import type { Check, CheckAnswer, EndpointContract, EndpointRequest } from './contracts/endpoint-contract.js';
import { CONTRACTS } from './contracts/index.js';

/** For one call of an endpoint, with its whole answer; milliseconds. */
const CALL_MS = 3_000;
/** Milliseconds before the caller's deadline that are kept for sending the reply. */
const REPLY_MS = 500;
const MAX_ANSWER_BYTES = 16 * 1024;

/** Statuses of an endpoint that is overloaded or restarted. */
const LATER = [408, 425, 429, 502, 503, 504];

/** Calls the endpoint of a project. */
@Injectable()
export class CallEndpoint {
  constructor(
    private readonly egress: Egress,
    private readonly signRequest: SignRequest,
  ) {}

  /** @throws FactFailure unless the endpoint answers as its contract has it */
  async execute(check: Check): Promise<CheckAnswer> {
    return this.read(check, await this.send(check, this.requestOf(check)));
  }

  /** The request without its signature. */
  requestOf(check: Check): EndpointRequest {
    return CONTRACTS[check.endpoint.contract].request(check);
  }

  /** Signs and sends a request. @throws FactFailure if it cannot be signed */
  async send(check: Check, request: EndpointRequest): Promise<EgressOutcome> {
    const signature = CONTRACTS[check.endpoint.contract].isSigned ? await this.signatureOf(check, request) : {};
    const { method, url, headers, body } = request;
    return this.egress.send(url, {
      method,
      destination: 'project endpoint',
      namedBy: { projectId: check.projectId },
      headers: { accept: 'application/json', ...headers, ...signature },
      ...(body !== undefined && { body: Buffer.from(body) }),
      timeoutMs: timeLeft(CALL_MS, REPLY_MS),
      maxBytes: MAX_ANSWER_BYTES,
    });
  }

  /** @throws FactFailure unless the endpoint answers as its contract has it */
  read(check: Check, answer: EgressOutcome): CheckAnswer {
    if (answer.outcome !== 'answered') throw failureOf(answer);
    return read(CONTRACTS[check.endpoint.contract], answer, check);
  }

  private async signatureOf(
    { projectId, attemptId }: Check,
    { body = '' }: EndpointRequest,
  ): Promise<Record<string, string>> {
    try {
      return await this.signRequest.headersFor(projectId, attemptId, body);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new FactFailure('misconfigured', 'The project has no signing secret; its team has to create one.');
    }
  }
}

/** One answer for a name that does not resolve and an address that is not public, so that no network is mapped by it. */
function failureOf({ outcome }: EgressFailure): FactFailure {
  switch (outcome) {
    case 'timeout':
    case 'aborted':
      return new FactFailure('unavailable', 'The endpoint of the project gave no whole answer within 3 seconds.');
    case 'too_large':
      return new FactFailure('misconfigured', 'The endpoint of the project answered with more than 16 KiB.');
    case 'unreachable':
    case 'not_allowed':
      return new FactFailure('misconfigured', 'The endpoint of the project is not reachable over public HTTPS.');
  }
}

function read(contract: EndpointContract, answer: EgressAnswer, check: Check): CheckAnswer {
  const { status } = answer;
  if (LATER.includes(status)) {
    throw new FactFailure(
      'unavailable',
      `The endpoint of the project answered with status ${status}.`,
      retryAt(answer),
    );
  }
  if (!(contract.statuses ?? [200]).includes(status)) {
    throw new FactFailure('misconfigured', `The endpoint of the project answered with status ${status}.`);
  }
  try {
    return contract.read(answer, check);
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error;
    const { contract: name } = check.endpoint;
    throw new FactFailure(
      'misconfigured',
      `The endpoint of the project does not follow the contract ${name}: ${error.message}.`,
    );
  }
}
