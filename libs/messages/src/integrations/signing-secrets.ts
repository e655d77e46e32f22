import { ConnectionTest } from './project-connections.js';
import { Creating, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Id, Nested, Text, Time, UserId, combine } from '../language/fields/index.js';

const SIGNING_SECRET = '/v1/projects/:projectId/signing-secret';
const tag = 'connections';

/**
 * A secret by which an endpoint of the project verifies requests of the platform (task type custom_rest), see
 * docs/guides/signed-requests.md.
 */
export class SigningSecret {
  @UserId({ description: 'Public id of the user who created it' })
  createdBy!: string;

  @Time()
  createdAt!: Timestamp;

  @Time({
    nullable: true,
    description:
      'End of the period in which requests are also signed with the previous secret; null: no previous secret',
    example: null,
  })
  previousUntil!: Timestamp | null;
}

class SigningSecretRequest {
  @Id()
  projectId!: string;
}

export const getSigningSecret = contract({
  subject: 'integrations.signing-secret.get',
  request: SigningSecretRequest,
  reply: SigningSecret,
  http: {
    id: 'getSigningSecret',
    route: `GET ${SIGNING_SECRET}`,
    tag,
    summary: 'Get the dates of the signing secret',
  },
});

class ChangeSigningSecretRequest extends SigningSecretRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export class RotatedSigningSecret {
  @Nested(() => SigningSecret, { description: 'Metadata of the secret' })
  signingSecret!: SigningSecret;

  @Text({
    max: 64,
    nullable: true,
    description: 'The secret: whsec_ and 32 bytes in base64. Returned only once; null in a replayed answer.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  })
  secret!: string | null;
}

export const rotateSigningSecret = contract({
  subject: 'integrations.signing-secret.rotate',
  request: combine(ChangeSigningSecretRequest, Creating),
  reply: RotatedSigningSecret,
  errors: ['INVALID_TRANSITION'],
  http: {
    id: 'rotateSigningSecret',
    route: `POST ${SIGNING_SECRET}`,
    tag,
    summary: 'Create or rotate the signing secret',
    description: 'The previous secret also signs for 24 hours, so that endpoints can be updated.',
    status: 201,
    idempotent: true,
  },
});

class TestSigningSecretRequest extends ChangeSigningSecretRequest {
  @Text({
    max: 2_048,
    form: 'web_url',
    storable: false,
    description: 'Public https URL of the endpoint; redirects are not followed',
    example: 'https://quests.example.org/hooks/questp',
  })
  url!: string;
}

export const testSigningSecret = contract({
  subject: 'integrations.signing-secret.test',
  request: TestSigningSecretRequest,
  reply: ConnectionTest,
  http: {
    id: 'testSigningSecret',
    route: `POST ${SIGNING_SECRET}/test`,
    tag,
    summary: 'Test whether an endpoint verifies signatures, within 4 seconds',
    description:
      'Sends a signed request, which must return 2xx, and one with a wrong signature, which must return 4xx. `works`: both do; `refused`: the signed request got 4xx; `misconfigured`: the wrong signature was accepted. `detail` names the failed request.',
    again: 'Each call sends new requests.',
  },
});

export const removeSigningSecret = contract({
  subject: 'integrations.signing-secret.remove',
  request: ChangeSigningSecretRequest,
  reply: null,
  http: {
    id: 'removeSigningSecret',
    route: `DELETE ${SIGNING_SECRET}`,
    tag,
    summary: 'Remove the signing secret and its predecessor',
  },
});
