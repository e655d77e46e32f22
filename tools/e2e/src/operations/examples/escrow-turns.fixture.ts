import { e2e } from '../../support/one-platform.fixture.js';
import { fundable, funded, ticketed, type Escrows } from './escrows.fixture.js';
import { begun } from './once.js';
import { inside, type Turn, type Turns } from './turn.js';

/** Tickets, escrows and allocations, as the team and anybody see them. */
export function escrowTurns({ allocated }: Escrows): Turns {
  const upcoming = begun(funded);
  const ofAllocated = async (): Promise<Turn> => ({ ...inside(await allocated()), as: e2e.anonymous });
  const ofFunded = async (): Promise<Turn> => ({ ...inside(await upcoming()), as: e2e.anonymous });
  return {
    getAllocation: ofAllocated,
    listAllocations: ofAllocated,
    issueFundingTicket: async () => inside(await fundable()),
    getFundingTicket: async () => inside(await ticketed()),
    getCampaignEscrow: ofFunded,
    getEscrowMessage: ofFunded,
  };
}
