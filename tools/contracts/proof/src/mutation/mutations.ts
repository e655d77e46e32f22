/** One deliberate fault in the contracts' sources. */
export interface Mutation {
  /** The resulting fault, as a sentence about the contracts. */
  readonly name: string;
  /** Below contracts/. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The story that notices it, where random calls in honest surroundings cannot bring the fault about. */
  readonly story?: string;
}

/** Faults of the kinds audits report; the tests must notice every one. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'high-S twins of a signature are taken',
    file: 'factory/assembly/create-campaign/check-signature.ts',
    find: '    isLowS(signature) &&\n',
    replace: '',
  },
  {
    name: 'tickets for another chain are taken',
    file: 'factory/assembly/create-campaign/check-ticket.ts',
    find: 'request.ticket.chainId == request.env.chainId ? ACCEPTED :',
    replace: 'request.ticket.chainId.length ? ACCEPTED :',
  },
  {
    name: 'anybody can fund with the ticket of another owner',
    file: 'factory/assembly/create-campaign/check-ticket.ts',
    find: 'request.ticket.owner == request.funder ? ACCEPTED :',
    replace: 'request.ticket.owner.length ? ACCEPTED :',
  },
  {
    name: 'a ticket is good at the instant it expires',
    file: 'factory/assembly/create-campaign/check-ticket.ts',
    find: 'request.now < request.ticket.expiresAt',
    replace: 'request.now <= request.ticket.expiresAt',
  },
  {
    name: 'a new attempt need not wait for the cancellation of the last one',
    file: 'factory/assembly/create-campaign/check-attempt.ts',
    find: ' && isCancelled(latest.escrow)',
    replace: ' && (isCancelled(latest.escrow) || true)',
  },
  {
    name: 'tokens of unapproved code are taken',
    file: 'factory/assembly/create-campaign/check-funding.ts',
    find: 'if (approved.at(i) == checksum) return true;',
    replace: 'return true;',
  },
  {
    name: 'a global pause can be shortened by a new one',
    file: 'factory/assembly/pause/pause-factory.ts',
    find: ' || (running && msg.until < latest.until)',
    replace: '',
  },
  {
    name: 'the same address can stand in an allocation twice',
    file: 'escrow/assembly/allocation/commit.ts',
    find: 'entry.address.compare(previous) <= 0',
    replace: 'entry.address.compare(previous) < 0',
  },
  {
    name: 'a pause does not block commits',
    file: 'escrow/assembly/allocation/commit.ts',
    find: '    requireUnpaused(context) ||\n',
    replace: '',
  },
  {
    name: 'privileged addresses can be paid',
    file: 'escrow/assembly/allocation/commit.ts',
    find: 'if (privileged.has(entry.address))',
    replace: 'if (privileged.has(Bytes.empty()))',
  },
  {
    name: 'donations raise the shares',
    file: 'escrow/assembly/allocation/finalize.ts',
    find: 'U128.min(context.state.fundedTotal, balance)',
    replace: 'balance',
  },
  {
    name: 'shares are rounded up',
    file: 'escrow/assembly/records/planned-amount.ts',
    find: 'U128.mulDiv(points, snapshot.distributable, state.totalPoints)',
    replace: '(U128.mulDiv(points, snapshot.distributable, state.totalPoints) + U128.of(1))',
  },
  {
    name: 'the cap on a share is forgotten',
    file: 'escrow/assembly/records/planned-amount.ts',
    find: ', snapshot.cap)',
    replace: ', snapshot.distributable)',
  },
  {
    name: 'an entry can be claimed again and again',
    file: 'escrow/assembly/payout/claim.ts',
    find: '  marks.setClaimed(entry.position);\n',
    replace: '',
  },
  {
    name: 'a deadline is not over at the deadline itself',
    file: 'escrow/assembly/clock/clock.ts',
    find: 'return this.now >= deadline;',
    replace: 'return this.now > deadline;',
  },
  {
    name: 'time paused twice counts twice',
    file: 'escrow/assembly/clock/clock.ts',
    find: 'min(elapsed, subU64(globalPaused, record.globalAtPauseStart))',
    replace: '0',
  },
  {
    name: 'a gift too large to name makes the balance unreadable',
    file: 'std/assembly/queries.ts',
    find: 'U128.parseSaturating(reader.string())',
    replace: 'U128.parse(reader.string())',
  },
  {
    name: 'an expired campaign is never freed for the next attempt',
    file: 'escrow/assembly/funding/cancel.ts',
    find: '    case Phase.Expired:\n',
    replace: '',
  },
  {
    name: 'what has lapsed is still counted as failed',
    file: 'escrow/assembly/funding/sweep.ts',
    find: '  lapseFailed(state);\n',
    replace: '',
  },
  {
    name: 'what fails past the claim deadline lapses at once',
    file: 'escrow/assembly/payout/complete.ts',
    find: '  state.reservedUntil = context.later(context.config.limits.minClaimWindowSecs);\n',
    replace: '',
  },
  {
    name: 'claims end before payouts are completed',
    file: 'escrow/assembly/context.ts',
    find: 'this.state.stage == Stage.Completed && this.clock.isPast(this.claimDeadline)',
    replace: 'this.clock.isPast(this.claimDeadline)',
  },
  {
    name: 'limits may allow windows of no length',
    file: 'factory/assembly/config/validation.ts',
    find: 'least == 0 || least > most',
    replace: 'least > most',
  },
  {
    name: 'the clock does not take over the total of global pauses it reads',
    file: 'escrow/assembly/clock/read-clock.ts',
    find: 'min(max(shared.totalAt(blockTime), last), most)',
    replace: 'min(last, most)',
  },
  {
    name: 'a caller deep inside other calls makes payouts fail',
    file: 'escrow/assembly/reply.ts',
    find: 'movesPool && reply.error',
    replace: '!movesPool && reply.error',
    story: 'nested-caller',
  },
  {
    name: 'an escrow asks its factory whatever code it has',
    file: 'escrow/assembly/clock/read-clock.ts',
    find: '!factory || factory.codeId != config.factoryCodeId',
    replace: '!factory',
    story: 'hostile-factory',
  },
  {
    name: 'a handover has no gas limit for the factory',
    file: 'escrow/assembly/ownership.ts',
    find: 'sync, SYNC_GAS_LIMIT',
    replace: 'sync',
    story: 'hostile-factory',
  },
  {
    name: 'a factory can report pauses of any length',
    file: 'escrow/assembly/clock/read-clock.ts',
    find: 'min(max(shared.totalAt(blockTime), last), most)',
    replace: 'max(shared.totalAt(blockTime), last)',
    story: 'lying-factory',
  },
  {
    name: 'one refused recipient stops the payouts of all',
    file: 'std/assembly/asset.ts',
    find: 'response.sendReplyOnError(replyId, this.send(to, amount), gasLimit)',
    replace: 'response.send(this.send(to, amount))',
  },
  {
    name: 'completion hands the reserve of failed payouts to the owner',
    file: 'escrow/assembly/payout/complete.ts',
    find: 'balance - U128.min(balance, state.failedOutstanding)',
    replace: 'balance',
  },
  {
    name: 'the fee is charged on amounts that were not paid',
    file: 'escrow/assembly/payout/complete.ts',
    find: 'const fee = earnedFee(context);',
    replace: 'const fee = context.snapshot!.maxFee;',
  },
  {
    name: 'the guardian can reject after payouts began',
    file: 'escrow/assembly/dispute/reject.ts',
    find: 'requirePhase(context, Phase.Challenge, Phase.Disputed)',
    replace: '(requirePhase(context, Phase.Challenge, Phase.Disputed) && requirePhase(context, Phase.Distributing))',
  },
  {
    name: "the pool's own asset can be refunded as a stray one",
    file: 'escrow/assembly/funding/stray.ts',
    find: 'checkAssets(msg.assets) || requireStray(context, msg.assets)',
    replace: 'checkAssets(msg.assets)',
  },
  {
    name: 'any token can pretend to top the pool up',
    file: 'escrow/assembly/funding/top-up.ts',
    find: ' || asset.id != token',
    replace: '',
  },
];
