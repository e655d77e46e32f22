import type { Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { escrowChain } from '../../support/escrow-chain.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { begun, once } from './once.js';
import { allocatedCampaign } from './payouts.fixture.js';

/** A new campaign whose pool can be funded on the chain of escrows. */
export const fundable = async (): Promise<Studio> => escrowChain.campaign(await e2e.signIn(), await e2e.superAdmin());

/** A new campaign with a ticket, whose escrow is not created. */
export async function ticketed(): Promise<Studio> {
  const studio = await fundable();
  const path = '/v1/projects/{projectId}/campaigns/{campaignId}/escrow/ticket';
  await unwrap(studio.client.POST(path, { params: studio.inCampaign, body: {} }));
  return studio;
}

/** A new campaign that starts tomorrow and whose pool is in an escrow. */
export async function funded(): Promise<Studio> {
  const studio = await fundable();
  await escrowChain.fund(studio);
  return studio;
}

/** Campaigns that several examples share. */
export interface Escrows {
  /** An ended campaign whose allocation is public. The operator commits and finalizes it. */
  allocated: () => Promise<Studio>;
  /** The same campaign, whose owner disputes the allocation. */
  disputed: () => Promise<Studio>;
}

export function newEscrows(): Escrows {
  const allocated = begun(async () => (await allocatedCampaign()).studio);
  const disputed = once(async () => {
    const studio = await allocated();
    await escrowChain.dispute(studio);
    return studio;
  });
  return { allocated, disputed };
}
