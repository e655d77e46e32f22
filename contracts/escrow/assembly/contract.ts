/** Stored in `contract_info`; a migration is refused over another contract's state and to an older version. */
export const CONTRACT_NAME: string = 'questp:campaign-escrow';
export const CONTRACT_VERSION: string = '0.1.0';
