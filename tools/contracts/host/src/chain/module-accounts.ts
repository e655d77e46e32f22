/** wasmd's module accounts and their permissions (app/app.go, maccPerms). */
const PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  fee_collector: [],
  distribution: [],
  mint: ['minter'],
  bonded_tokens_pool: ['burner', 'staking'],
  not_bonded_tokens_pool: ['burner', 'staking'],
  gov: ['burner'],
  nft: [],
  protocolpool: [],
  protocolpool_escrow: [],
  transfer: ['minter', 'burner'],
  interchainaccounts: [],
  wasm: ['burner'],
};

export const MODULE_ACCOUNTS = Object.entries(PERMISSIONS).map(([name, permissions]) => ({
  name,
  permissions,
  /** Transfers to them are refused (BlockedAddresses), except to governance. */
  isBlocked: name !== 'gov',
}));
