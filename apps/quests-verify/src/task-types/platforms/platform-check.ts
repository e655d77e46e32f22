/** Members that every task type checked at a platform has. */
export const platformCheck = { available: true, cooldownSeconds: 30 } as const;
