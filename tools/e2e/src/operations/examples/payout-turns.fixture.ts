import { asCsv } from '../../support/open-api.js';
import { frozenCampaign, importedPayment, newPaidStudio, paidBatch, paidCampaign } from './payouts.fixture.js';
import { begun } from './once.js';
import { inside, type Turn, type Turns } from './turn.js';

/** Plans of campaigns that a team pays by hand, and how it pays them. */
export function payoutTurns(): Turns {
  const paid = begun(paidCampaign);
  const frozen = begun(frozenCampaign);
  const notInBatch = begun(paidCampaign);
  const paidInBatch = begun(paidBatch);
  const imported = begun(async () => importedPayment(await paidInBatch()));
  const ofPaid = async (): Promise<Turn> => {
    const { studio, planId, earner } = await paid();
    return inside(studio, { planId, userId: earner.user.id });
  };
  const ofBatch = async (): Promise<Turn> => {
    const { studio, planId, batchId } = await paidInBatch();
    return inside(studio, { planId, batchId });
  };
  const ofImport = async (): Promise<Turn> => {
    const { studio, planId } = await paidInBatch();
    return inside(studio, { planId, importId: await imported() });
  };
  return {
    requestPayoutPlan: async () => {
      const studio = await newPaidStudio();
      return inside(studio, { userId: studio.owner.user.id });
    },
    listPayoutPlans: ofPaid,
    getPayoutPlan: ofPaid,
    approvePayoutPlan: ofPaid,
    objectToPayoutPlan: async () => {
      const { studio, planId, submissionId } = await frozen();
      return inside(studio, { planId, submissionId, userId: studio.owner.user.id });
    },
    listPayouts: ofPaid,
    listPayoutDifferences: async () => ({ ...(await ofPaid()), sent: { since: (await paid()).previewId } }),
    getMyPayout: async () => ({ ...(await ofPaid()), as: (await paid()).earner.client }),
    createPayoutBatch: async () => {
      const { studio, planId } = await notInBatch();
      return inside(studio, { planId });
    },
    listPayoutBatches: ofBatch,
    getPayoutBatchFile: ofBatch,
    getPayoutBatchMessages: async () => ({ ...(await ofBatch()), sent: { sender: (await paidInBatch()).sender } }),
    importPayments: async () => ({
      ...(await ofBatch()),
      sent: { payments: [{ txHash: (await paidInBatch()).txHash }] },
    }),
    importPaymentFile: async () => {
      const { address, txHash } = await paidInBatch();
      return { ...(await ofBatch()), raw: asCsv(`address,tx_hash\r\n${address},${txHash}\r\n`) };
    },
    getPaymentImport: ofImport,
    listImportedPayments: ofImport,
  };
}
