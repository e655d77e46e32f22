import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import { AppError, type ConnectionTest, type RequestOf, type testSigningSecret } from '@questp/messages';
import { newId } from '@questp/postgres';
import { findingOf, type Finding } from '../../credentials/finding.js';
import { ProjectAccess } from '../project-access.js';
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
    private readonly access: ProjectAccess,
    private readonly secrets: SigningSecretsRepository,
    private readonly signRequest: SignRequest,
    private readonly egress: Egress,
  ) {}

  /** NOT_FOUND without a secret, RATE_LIMITED. */
  async run({ projectId, userId, url }: RequestOf<typeof testSigningSecret>): Promise<ConnectionTest> {
    await this.access.requireAdmin(projectId, userId);
    if ((await this.secrets.get(projectId)) === undefined) throw new AppError('NOT_FOUND');
    await this.secrets.admitTest(projectId);
    const checkedAt = new Date().toISOString();
    const body = JSON.stringify({ type: 'signing_secret.test', timestamp: checkedAt, data: { projectId } });
    const signed = await this.signRequest.headersFor(projectId, newId(), body);
    const noAnswer = sleep(TIMEOUT_MS, NO_ANSWER, { ref: false });
    const answer = await this.egress.send(url, {
      method: 'POST',
      destination: 'project endpoint',
      namedBy: { projectId },
      headers: { 'content-type': 'application/json', ...signed },
      body: Buffer.from(body),
      timeoutMs: TIMEOUT_MS,
    });
    const finding =
      answer.outcome === 'answered' ? findingOf(answer, 'The endpoint took a signed request.') : await noAnswer;
    return { ...finding, checkedAt };
  }
}
