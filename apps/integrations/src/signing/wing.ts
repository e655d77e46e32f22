import type { Wing } from '@questp/service-kit';
import { MinuteCountsRepository } from '../access/minute-counts.repository.js';
import { RemoveSigningSecret } from './remove-signing-secret.js';
import { RotateSigningSecret } from './rotate-signing-secret.js';
import { SignRequest } from './sign-request.js';
import { SigningSecretsRepository } from './signing-secrets.repository.js';
import { TestSigningSecret } from './test-signing-secret.js';

export const signing: Wing = {
  providers: [SigningSecretsRepository, SignRequest, RotateSigningSecret, RemoveSigningSecret, TestSigningSecret],
  purges: (get) => ({
    signingSecrets: () => get(SigningSecretsRepository).purge(),
    signingSecretTests: () => get(MinuteCountsRepository).purge('signing_secret_test'),
  }),
};
