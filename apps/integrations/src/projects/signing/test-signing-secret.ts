import { Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import type { ConnectionTest, RequestOf, testSigningSecret } from '@questp/messages';
import { newId } from '@questp/postgres';
import { findingOf } from '../../credentials/finding.js';
import { ProjectAccess } from '../project-access.js';
import { SignRequest } from './sign-request.js';

const TIMEOUT_MS = 4_000;

@Injectable()
export class TestSigningSecret {
  constructor(
    private readonly access: ProjectAccess,
    private readonly signRequest: SignRequest,
    private readonly egress: Egress,
  ) {}

  /** NOT_FOUND without a secret. */
  async run({ projectId, userId, url }: RequestOf<typeof testSigningSecret>): Promise<ConnectionTest> {
    await this.access.requireAdmin(projectId, userId);
    const checkedAt = new Date().toISOString();
    const body = JSON.stringify({ type: 'signing_secret.test', timestamp: checkedAt, data: { projectId } });
    const signed = await this.signRequest.headersFor(projectId, newId(), body);
    const answer = await this.egress.send(url, {
      method: 'POST',
      destination: 'project endpoint',
      headers: { 'content-type': 'application/json', ...signed },
      body: Buffer.from(body),
      timeoutMs: TIMEOUT_MS,
    });
    return { ...findingOf(answer, 'The endpoint took a signed request.'), checkedAt };
  }
}
