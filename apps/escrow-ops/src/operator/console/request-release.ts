import { Injectable } from '@nestjs/common';
import {
  requestHoldRelease,
  requestPauseRelease,
  type EscrowHold,
  type EscrowPause,
  type InterventionKind,
} from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { InterventionsRepository, isLive, toHold, toPause, type InterventionRow } from './interventions.repository.js';
import { recordIntervention } from './record-intervention.js';

type Request = RequestOf<typeof requestHoldRelease>;

/** The first of the two operators who release a hold or a pause. */
@Injectable()
export class RequestRelease {
  constructor(
    private readonly database: Database,
    private readonly interventionsRepository: InterventionsRepository,
  ) {}

  @Rpc(requestHoldRelease)
  async ofHold(request: Request): Promise<EscrowHold> {
    return toHold(await this.request('hold', request));
  }

  @Rpc(requestPauseRelease)
  async ofPause(request: Request): Promise<EscrowPause> {
    return toPause(await this.request('pause', request));
  }

  /** INVALID_TRANSITION, OPERATOR_TOO_NEW */
  private request(kind: InterventionKind, { campaignId, ...operator }: Request): Promise<InterventionRow> {
    return this.database.transaction(async (tx) => {
      const releasing = { campaignId, kind, adminId: operator.adminId };
      const requested = await this.interventionsRepository.requestRelease(tx, releasing);
      if (requested !== undefined) {
        await recordIntervention(tx, requested, 'release_requested', requested.reason, operator);
        return requested;
      }
      const running = await this.interventionsRepository.running(tx, releasing);
      if (running === undefined) throw new AppError('INVALID_TRANSITION', { detail: `There is no ${kind}.` });
      if (!isLive(running)) throw new AppError('OPERATOR_TOO_NEW');
      return running;
    });
  }
}
