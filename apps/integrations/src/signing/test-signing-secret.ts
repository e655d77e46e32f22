import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { testSigningSecret, type ConnectionTest } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { newId } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Finding } from '../outbound/finding.js';
import { MinuteCountsRepository } from '../access/minute-counts.repository.js';
import { ProjectAccess } from '../access/project-access.js';
import { SigningSecretsRepository } from './signing-secrets.repository.js';
import { SignRequest } from './sign-request.js';

const TIMEOUT_MS = 4_000;

/**
 * One answer, after the same time, for a port that is closed, filtered or not allowed, a name that does not resolve and
 * a certificate that is refused: a project cannot map a network with it.
 */
const NO_ANSWER: Finding = {
  outcome: 'no_answer',
  detail: 'No whole answer came over HTTPS from a public address within 4 seconds.',
};

@Injectable()
export class TestSigningSecret {
  constructor(
    private readonly projectAccess: ProjectAccess,
    private readonly signingSecretsRepository: SigningSecretsRepository,
    private readonly minuteCountsRepository: MinuteCountsRepository,
    private readonly signRequest: SignRequest,
    private readonly egress: Egress,
  ) {}

  /** NOT_FOUND without a secret, RATE_LIMITED. */
  @Rpc(testSigningSecret)
  async execute({ projectId, userId, url }: RequestOf<typeof testSigningSecret>): Promise<ConnectionTest> {
    await this.projectAccess.requireAdmin(projectId, userId);
    if ((await this.signingSecretsRepository.get(projectId)) === undefined) throw new AppError('NOT_FOUND');
    if (!(await this.minuteCountsRepository.admit('signing_secret_test', projectId, LIMITS.signingSecretTests.max)))
      throw new AppError('RATE_LIMITED', { retryAfter: 60 });
    const checkedAt = new Date().toISOString();
    const body = JSON.stringify({ type: 'signing_secret.test', timestamp: checkedAt, data: { projectId } });
    const signatures = [
      await this.signRequest.headersFor(projectId, newId(), body),
      this.signRequest.forgedHeaders(newId(), body),
    ];
    const noAnswer = sleep(TIMEOUT_MS, undefined, { ref: false });
    const [signed, forged] = await Promise.all(
      signatures.map((headers) => this.statusOf(projectId, url, headers, body)),
    );
    if (signed === undefined || forged === undefined) await noAnswer;
    return { ...findingOf(signed, forged), checkedAt };
  }

  /** Undefined without a whole answer. */
  private async statusOf(
    projectId: string,
    url: string,
    signature: Record<string, string>,
    body: string,
  ): Promise<number | undefined> {
    const answer = await this.egress.send(url, {
      method: 'POST',
      destination: 'project endpoint',
      namedBy: { projectId },
      headers: { 'content-type': 'application/json', ...signature },
      body: Buffer.from(body),
      timeoutMs: TIMEOUT_MS,
    });
    return answer.outcome === 'answered' ? answer.status : undefined;
  }
}

/** Statuses of 4xx that refuse nothing for good. */
const LATER = [408, 425, 429];
const isOf = (hundreds: number, status: number) => Math.trunc(status / 100) === hundreds;

/** @param signed status of the answer to a signed request @param forged the same with a wrong signature */
function findingOf(signed: number | undefined, forged: number | undefined): Finding {
  if (signed === undefined) return NO_ANSWER;
  if (!isOf(2, signed)) {
    const outcome = isOf(4, signed) ? 'refused' : 'no_answer';
    return { outcome, detail: `The signed request was answered with status ${signed}, and has to be with 2xx.` };
  }
  if (forged === undefined) {
    return { outcome: 'no_answer', detail: 'The request with a wrong signature had no whole answer within 4 seconds.' };
  }
  if (!isOf(4, forged) || LATER.includes(forged)) {
    const detail = `A request with a wrong signature was answered with status ${forged}, and has to be with a refusal (4xx, as 401): the endpoint does not verify.`;
    return { outcome: 'misconfigured', detail };
  }
  return { outcome: 'works', detail: 'The endpoint took a signed request, and refused one with a wrong signature.' };
}
