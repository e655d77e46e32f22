import type { Wing } from '@questp/service-kit';
import { EscrowAttemptsRepository } from './escrows/escrow-attempts.repository.js';
import { EscrowMetrics } from './escrows/escrow-metrics.js';
import { EscrowStatesRepository } from './escrows/escrow-states.repository.js';
import { FollowEscrows } from './escrows/follow-escrows.js';
import { RecordReading } from './escrows/record-reading.js';
import { ShowEscrow } from './escrows/show-escrow.js';
import { EscrowSigner } from './lane/escrow-signer.js';
import { HoldsRepository } from './lane/holds.repository.js';
import { LaneNodes } from './lane/lane-nodes.js';
import { LanesRepository } from './lane/lanes.repository.js';
import { SignedTransactionsRepository } from './lane/signed-transactions.repository.js';
import { SignerLane } from './lane/signer-lane.js';
import { egressProvider } from './nodes/egress.js';
import { AgreedReads } from './nodes/agreed-reads.js';
import { ChainHeads } from './nodes/chain-heads.js';
import { ChainHeadsRepository } from './nodes/chain-heads.repository.js';
import { ChainNodes } from './nodes/chain-nodes.js';
import { NodeAnswers } from './nodes/node-answers.js';
import { NodeFaults } from './nodes/node-faults.js';

export const chain: Wing = {
  providers: [
    ...[EscrowSigner, HoldsRepository, LaneNodes, LanesRepository, SignedTransactionsRepository, SignerLane],
    ...[egressProvider, ChainNodes, NodeFaults, NodeAnswers, ChainHeadsRepository, ChainHeads, AgreedReads],
    ...[EscrowAttemptsRepository, EscrowStatesRepository, RecordReading, FollowEscrows, ShowEscrow, EscrowMetrics],
  ],
};
