import type { ChainAddresses } from './stack-file.js';

/** What a developer needs to use the chain. */
export const chainRows = ({
  chainId,
  rpcUrl,
  restUrl,
  factory,
  faucet,
  escrowKeys,
}: ChainAddresses): [string, string][] => [
  ['Chain', `${chainId}  RPC ${rpcUrl}  REST ${restUrl}`],
  ['Factory', factory],
  ['Faucet', `npx nx run deploy:faucet -- <address>  (${faucet})`],
  ...Object.entries(escrowKeys).map(([name, address]): [string, string] => [
    `Key: ${name.replace('escrow_', '')}`,
    address,
  ]),
];
