import { Injectable } from '@nestjs/common';
import type { EscrowExecuteMsg } from '@questp/message-schema';
import {
  ESCROW_PHASES,
  getGuardianMessage,
  type EscrowPhase,
  type GuardianAction,
  type ReadyMessage,
} from '@questp/messages/escrow';
import { AppError, fieldError, type RequestOf } from '@questp/messages/language';
import { found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { EscrowStatesRepository } from '../../chain/escrows/escrow-states.repository.js';
import { escrowMessage } from '../../pools/ready-messages.js';

type Request = RequestOf<typeof getGuardianMessage>;

/** Phases in which the escrow takes an action of its guardian. */
const PHASES: Readonly<Record<GuardianAction, readonly EscrowPhase[]>> = {
  resolve_dispute: ['disputed'],
  reject_allocations: ['challenge', 'disputed'],
  cancel: ['upcoming', 'active', 'ended', 'committing', 'expired'],
  pause: ESCROW_PHASES,
  unpause: ESCROW_PHASES,
};

@Injectable()
export class ShowGuardianMessage {
  constructor(private readonly escrowStatesRepository: EscrowStatesRepository) {}

  @Rpc(getGuardianMessage)
  async execute(request: Request): Promise<ReadyMessage> {
    const [last] = await this.escrowStatesRepository.ofCampaign(request.campaignId, 1);
    const { address, status, config } = found(last);
    if (!PHASES[request.guardianAction].includes(status.phase))
      throw new AppError('INVALID_TRANSITION', { detail: `The escrow is ${status.phase}.` });
    if (config.roles === null)
      throw new AppError('INVALID_TRANSITION', { detail: 'The escrow cannot read its factory.' });
    return escrowMessage(config.roles.guardian, address, messageOf(request));
  }
}

function messageOf(request: Request): EscrowExecuteMsg {
  switch (request.guardianAction) {
    case 'resolve_dispute':
      return { resolve_dispute: { decision: required(request, 'decision') } };
    case 'reject_allocations':
      return { reject_allocations: { reason: required(request, 'reason') } };
    case 'cancel':
      return { cancel: {} };
    case 'pause': {
      const until = BigInt(Date.now() + required(request, 'seconds') * 1_000) * 1_000_000n;
      return { pause: { until: `${until}` } };
    }
    case 'unpause':
      return { unpause: {} };
  }
}

/** VALIDATION_FAILED if the request has no such member. */
function required<Name extends 'decision' | 'reason' | 'seconds'>(
  request: Request,
  member: Name,
): NonNullable<Request[Name]> {
  const value = request[member];
  if (value === undefined) throw new AppError('VALIDATION_FAILED', { errors: [fieldError(`?${member}`, 'REQUIRED')] });
  return value;
}
