import { Injectable } from '@nestjs/common';
import { AskedGauge } from '@questp/service';
import { EscrowAttemptsRepository } from './escrow-attempts.repository.js';

const failing = new AskedGauge(
  'questp_escrows_failing',
  'Escrows whose last reading from their chain failed; alert when it stays above 0',
);

@Injectable()
export class EscrowMetrics {
  constructor(escrowAttemptsRepository: EscrowAttemptsRepository) {
    failing.readBy(() => escrowAttemptsRepository.countFailing());
  }
}
