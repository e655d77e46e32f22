import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import type { Chain } from '@questp/messages/integrations';
import { BackgroundWorker } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { askEscrow } from '../../chain/contracts/ask-contracts.js';
import { LaneNodes } from '../../chain/lane/lane-nodes.js';
import { SignerLane, type LaneStep, type NextMessage } from '../../chain/lane/signer-lane.js';
import { AgreedReads } from '../../chain/nodes/agreed-reads.js';
import { NoAgreement } from '../../chain/nodes/node-answers.js';
import { nextPause } from './next-pause.js';
import { PausesRepository, type WantedPause } from './pauses.repository.js';

const EVERY_MS = 1_000;
/** Interval between comparisons of an applied pause with the chain. */
const APPLIED_SECONDS = 10;
/** Time until a message that could not be sent is sent again. */
const RETRY_SECONDS = 15;

/** Sends the pauses that operators start and release, through the lane of the pauser key. */
@Injectable()
export class SendPauses extends BackgroundWorker {
  constructor(
    private readonly pausesRepository: PausesRepository,
    private readonly chainRegistry: ChainRegistry,
    private readonly agreedReads: AgreedReads,
    private readonly signerLane: SignerLane,
    private readonly laneNodes: LaneNodes,
  ) {
    super({ name: 'pauses', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    const chains = (await this.pausesRepository.dueChains()).flatMap(
      (chainId) => this.chainRegistry.get(chainId) ?? [],
    );
    await this.each(
      chains,
      (chain) => this.step(chain),
      ({ chainId }) => ({ chainId }),
    );
    return false;
  }

  private async step(chain: Chain): Promise<void> {
    let wanted: WantedPause | undefined;
    const next = async () => {
      for (const pause of await this.pausesRepository.due(chain.chainId)) {
        wanted = pause;
        const message = await this.messageFor(chain, pause);
        if (message !== undefined) return message;
      }
      return undefined;
    };
    try {
      const step = await this.signerLane.step({ chain, key: 'escrow_pauser', node: this.laneNodes.of(chain), next });
      const failure = failureOf(step);
      if (wanted !== undefined && failure !== undefined)
        await this.pausesRepository.postpone(wanted, RETRY_SECONDS, failure);
    } catch (error) {
      // The error may be of its escrow alone.
      if (wanted !== undefined) await this.pausesRepository.postpone(wanted, RETRY_SECONDS, messageOf(error));
      if (!(error instanceof NoAgreement || error instanceof AppError)) throw error;
    }
  }

  private async messageFor(chain: Chain, pause: WantedPause): Promise<NextMessage | undefined> {
    const { value: escrow, head } = await this.agreedReads.read(chain, (node, height) =>
      askEscrow(node, pause, height),
    );
    const { id, campaignId } = pause;
    const step = escrow === null ? 'over' : nextPause(pause, escrow.status, head.time);
    if (step === 'applied') await this.pausesRepository.apply(id, APPLIED_SECONDS);
    else if (step === 'over') await this.pausesRepository.end(id);
    else if (escrow !== null) return { campaignId, contract: escrow.address, message: step.message };
    return undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why the message was not sent; undefined: it was, or there was none. */
function failureOf(step: LaneStep): string | undefined {
  if (step.state === 'refused') return step.reason;
  if (step.state === 'capped') return `The fees of the day are spent until ${step.until.toISOString()}.`;
  if (step.state === 'unfunded') return `The pauser key has ${step.balance} and needs ${step.needed} for the fee.`;
  if (step.state === 'paused') return `Earlier messages failed; the next one waits until ${step.until.toISOString()}.`;
  return undefined;
}
