/** The instantiate message of a CW20 (cw20-base). */
export function tokenMessage(balances: Record<string, bigint>): object {
  return {
    name: 'Test token',
    symbol: 'TEST',
    decimals: 18,
    initial_balances: Object.entries(balances).map(([address, amount]) => ({ address, amount: `${amount}` })),
  };
}
