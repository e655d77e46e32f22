/** The largest amount a contract can name or count to. */
export const MAX_AMOUNT = 2n ** 128n - 1n;

/** `amount` as a contract sees it, which may be a part of what the bank holds. */
export const visible = (amount: bigint): bigint => (amount < MAX_AMOUNT ? amount : MAX_AMOUNT);
