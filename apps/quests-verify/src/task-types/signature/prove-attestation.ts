import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { verifyAttestation, type Credit } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { toCredit } from '../../ledger/credits/submission-row.js';
import { NOT_PROVEN } from '../../verification/facts/wallet-rule.js';
import { refusal } from '../../catalog/definition/outcome.js';
import { VerifyAttempt } from '../../verification/attempts/verify-attempt.js';
import { AttestationRepository } from './attestation.repository.js';

/**
 * Credits a signed text. The first attempt with the nonce consumes it; every cause of an invalid proof has the same
 * error, CHALLENGE_INVALID. WALLET_NOT_LINKED, WALLET_ALREADY_USED.
 */
@Injectable()
export class ProveAttestation {
  constructor(
    private readonly verifyAttempt: VerifyAttempt,
    private readonly attestationRepository: AttestationRepository,
  ) {}

  @Rpc(verifyAttestation)
  async execute({ userId, questId, ...inputs }: RequestOf<typeof verifyAttestation>): Promise<Credit> {
    try {
      return await this.verifyAttempt.execute({
        completedBy: verifyAttestation,
        who: { userId, questId },
        inputs,
        reply: (_, submission) => Promise.resolve(toCredit(submission)),
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TASK_INPUTS_INVALID') throw error;
      // Malformed is one more cause of a bad proof.
      await this.attestationRepository.burnNonce(inputs.nonce);
      throw refusal(NOT_PROVEN);
    }
  }
}
