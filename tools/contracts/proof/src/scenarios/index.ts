import { type Scenario } from '../scenario/scenario.js';
import { cancelledByGuardian, cancelledByOwner, fundedAgainAfterCancel } from './cancel.js';
import { disputeKept, disputeRejected, disputeTimedOut, rejectedByGuardian } from './dispute.js';
import { donationsChangeNoShare, strayAssetsReturn } from './donations.js';
import { expiredAndReclaimed, fundedAgainAfterExpiry } from './expiry.js';
import {
  frozenDenomination,
  frozenTreasuryAndOwner,
  lateFailure,
  refusedRecipient,
  refusedTreasury,
} from './failed-payouts.js';
import { happyPathCw20, happyPathNative } from './happy-path.js';
import { hostileFactory, lyingFactory, nestedCaller } from './hostile.js';
import { largeGiftLocksNothing } from './large-gift.js';
import { oddInputIsRefused } from './odd-input.js';
import { ownershipTransferred } from './ownership.js';
import { globalPauseInEveryPhase, instancePauseInEveryPhase, overlappingPauses, pauseRunsOut } from './pause.js';
import { cappedAndSkippedShares } from './shares.js';

/** Every story, the same for the host and for a real chain. */
export const SCENARIOS: readonly Scenario[] = [
  happyPathNative,
  happyPathCw20,
  cappedAndSkippedShares,
  disputeKept,
  disputeRejected,
  disputeTimedOut,
  rejectedByGuardian,
  cancelledByOwner,
  cancelledByGuardian,
  fundedAgainAfterCancel,
  expiredAndReclaimed,
  fundedAgainAfterExpiry,
  refusedRecipient,
  frozenDenomination,
  lateFailure,
  frozenTreasuryAndOwner,
  refusedTreasury,
  instancePauseInEveryPhase,
  globalPauseInEveryPhase,
  overlappingPauses,
  pauseRunsOut,
  donationsChangeNoShare,
  strayAssetsReturn,
  largeGiftLocksNothing,
  nestedCaller,
  hostileFactory,
  lyingFactory,
  oddInputIsRefused,
  ownershipTransferred,
];
