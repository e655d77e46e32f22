import type { EscrowDeployment } from '@questp/messages/integrations';

/** A deployment of the escrow, as an operator enters it. */
export const anEscrow = (change: Partial<EscrowDeployment> = {}): EscrowDeployment => ({
  factory: 'neutron1eyfccmjm6732k7wp4p6gdjwhxjwsvje44j0hfx8nkgrm8fs7vqfs8hrpdj',
  codeId: 4821,
  checksum: 'c'.repeat(64),
  admin: null,
  contractVersion: '0.1.0',
  ticketSigner: 'AiLm0u5tkZnIqAEcQt8d8DjZlv2MlGUZiKZPyZFyb1zm',
  feeBps: 250,
  released: false,
  ...change,
});
