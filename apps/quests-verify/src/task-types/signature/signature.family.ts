import { defineFamily } from '../family/define-family.js';
import { AttestationRepository } from './attestation.repository.js';
import { attestationTaskTypes } from './attestation.task-types.js';
import { IssueAttestation } from './issue-attestation.js';
import { ProveAttestation } from './prove-attestation.js';
import { SignedText } from './signed-text.js';
import { walletTaskTypes } from './wallet.task-types.js';

export const signature = defineFamily({
  types: [...attestationTaskTypes, ...walletTaskTypes],
  providers: [AttestationRepository, IssueAttestation, ProveAttestation],
  facts: [SignedText],
  earnerTables: [{ name: 'attestation', onDeletion: 'deleted', staleWhere: "expires_at < now() - interval '1 day'" }],
});
