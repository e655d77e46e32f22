import { Creating, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { combine, Id, Nested, Text, Time, UserId } from '../fields/index.js';
import { ConnectionTest } from './project-connections.js';

const SIGNING_SECRET = '/v1/projects/:projectId/signing-secret';
const tag = 'connections';

/** By which a project's endpoint knows requests of the platform (task type custom_rest), see docs/guides/signed-requests.md. */
export class SigningSecret {
  @UserId({ description: 'Who made it' })
  createdBy!: string;

  @Time()
  createdAt!: Timestamp;

  @Time({
    nullable: true,
    description: 'Until when requests are signed by the secret before it as well; null: there is none any more',
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
    summary: 'Since when requests to endpoints of the project are signed; not the secret',
  },
});

class ChangeSigningSecretRequest extends SigningSecretRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export class RotatedSigningSecret {
  @Nested(() => SigningSecret, { description: 'What is shown of it later, too' })
  signingSecret!: SigningSecret;

  @Text({
    max: 64,
    nullable: true,
    description: 'The secret itself: whsec_ and 32 bytes in base64. Shown here only; null in a replay.',
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
    summary: 'Makes the secret by which requests to endpoints of the project are signed, or another one in its place',
    description: 'The one before signs as well for 24 hours, in which endpoints are told the new one.',
    status: 201,
    idempotent: true,
  },
});

class TestSigningSecretRequest extends ChangeSigningSecretRequest {
  @Text({
    max: 2_048,
    form: 'web_url',
    storable: false,
    description: 'Address of the endpoint, by https and public; redirects are not followed',
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
    summary: 'Tests whether an endpoint verifies requests; 4 seconds at most',
    description:
      'Sends a signed request, which has to be answered with 2xx, and one with a wrong signature, which has to be answered with 4xx. `works`: both are; `refused`: the signed one is answered with 4xx; `misconfigured`: the endpoint does not refuse a wrong signature. `detail` says which of them it was.',
    again: 'Each call sends others.',
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
    summary: 'Forgets the secret, and the one before it',
  },
});
