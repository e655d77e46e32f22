import { Injectable } from '@nestjs/common';
import { decodeAddress, isContractAddress } from '@questp/chains';
import {
  ESCROW_PHASES,
  getEscrowMessage,
  type EscrowAction,
  type EscrowPhase,
  type ReadyMessage,
} from '@questp/messages/escrow';
import { AppError, fieldError, refuseInvalid, type RequestOf } from '@questp/messages/language';
import { found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { EscrowStatesRepository, type EscrowStateRow } from '../chain/escrows/escrow-states.repository.js';
import { escrowMessage, payingMessage } from './ready-messages.js';

type Request = RequestOf<typeof getEscrowMessage>;

/** Phases in which the escrow takes an action. */
const PHASES: Readonly<Record<EscrowAction, readonly EscrowPhase[]>> = {
  cancel: ['upcoming'],
  dispute: ['challenge'],
  top_up: ['upcoming', 'active'],
  transfer_ownership: ['upcoming'],
  accept_ownership: ['upcoming'],
  cancel_ownership_transfer: ESCROW_PHASES,
  claim: ['distributing', 'completed'],
};

@Injectable()
export class ShowEscrowMessage {
  constructor(
    private readonly escrowStatesRepository: EscrowStatesRepository,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  @Rpc(getEscrowMessage)
  async execute(request: Request): Promise<ReadyMessage> {
    const [last] = await this.escrowStatesRepository.ofCampaign(request.campaignId, 1);
    const escrow = found(last);
    this.requireAddresses(request, escrow);
    const { phase } = escrow.status;
    if (!PHASES[request.action].includes(phase))
      throw new AppError('INVALID_TRANSITION', { detail: `The escrow is ${phase}.` });
    return messageOf(request, escrow);
  }

  /** VALIDATION_FAILED for addresses that are invalid on the chain. */
  private requireAddresses(request: Request, { chainId }: EscrowStateRow): void {
    const chain = found(this.chainRegistry.get(chainId));
    const isAddress = (address: string | undefined) =>
      address === undefined || decodeAddress(chain, address) !== undefined || isContractAddress(chain, address);
    const wrong = (['sender', 'newOwner'] as const).filter((member) => !isAddress(request[member]));
    refuseInvalid(
      wrong.map((member) => fieldError(`?${member}`, 'NOT_ALLOWED', {}, 'The address is none of the chain.')),
    );
  }
}

function messageOf(request: Request, { address, entry, ownership }: EscrowStateRow): ReadyMessage {
  const { owner, pending_owner: pendingOwner } = ownership;
  const by = (sender: string, msg: Parameters<typeof escrowMessage>[2]) => escrowMessage(sender, address, msg);
  switch (request.action) {
    case 'cancel':
      return by(owner, { cancel: {} });
    case 'dispute':
      return by(owner, { dispute: { reason: required(request, 'reason') } });
    case 'top_up':
      return payingMessage(request.sender ?? owner, address, { top_up: {} }, entry.asset, required(request, 'amount'));
    case 'transfer_ownership':
      return by(owner, { transfer_ownership: { new_owner: required(request, 'newOwner') } });
    case 'accept_ownership':
      if (pendingOwner === null) throw new AppError('INVALID_TRANSITION', { detail: 'No transfer is pending.' });
      return by(pendingOwner, { accept_ownership: {} });
    case 'cancel_ownership_transfer':
      return by(owner, { cancel_ownership_transfer: {} });
    case 'claim':
      return by(required(request, 'sender'), { claim: {} });
  }
}

/** VALIDATION_FAILED if the request has no such member. */
function required(request: Request, member: 'sender' | 'newOwner' | 'amount' | 'reason'): string {
  const value = request[member];
  if (value === undefined) throw new AppError('VALIDATION_FAILED', { errors: [fieldError(`?${member}`, 'REQUIRED')] });
  return value;
}
