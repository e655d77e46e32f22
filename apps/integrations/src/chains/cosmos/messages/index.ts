import { multiSend } from './bank/multi-send.js';
import { send } from './bank/send.js';
import { payForBlobs } from './celestia/pay-for-blobs.js';
import { cancelProposal } from './gov/cancel-proposal.js';
import { submitProposal } from './gov/submit-proposal.js';
import { vote } from './gov/vote.js';
import { voteWeighted } from './gov/vote-weighted.js';
import { refund } from './ibc/refund.js';
import { ibcTransfer } from './ibc/transfer.js';
import type { MessageReader } from './message-reader.js';
import { mintOnft } from './omniflix/mint-onft.js';
import { createPosition } from './osmosis/create-position.js';
import { joinPool } from './osmosis/join-pool.js';
import { splitIn, splitOut, swapIn, swapOut } from './osmosis/swap.js';
import { cancelUnbonding } from './staking/cancel-unbonding.js';
import { delegate } from './staking/delegate.js';
import { redelegate } from './staking/redelegate.js';
import { undelegate } from './staking/undelegate.js';
import { execute } from './wasm/execute.js';
import { instantiate } from './wasm/instantiate.js';
import { storeCode } from './wasm/store-code.js';

/** Every kind of message that is read: a new one is a file and a line here. */
export const MESSAGE_READERS: readonly MessageReader[] = [
  ...[send, multiSend],
  ...[delegate, undelegate, redelegate, cancelUnbonding],
  ...[vote, voteWeighted, submitProposal, cancelProposal],
  ...[execute, instantiate, storeCode],
  ...[swapIn, swapOut, splitIn, splitOut, joinPool, createPosition],
  ...[ibcTransfer, refund],
  ...[mintOnft, payForBlobs],
];
