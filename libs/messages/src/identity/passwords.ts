/** A password that is compared; its length says nothing of what is stored. */
export const PASSWORD = { min: 1, max: 1_024, storable: false } as const;

/** Characters of a password that is set, of any kind. */
export const NEW_PASSWORD = { min: 12, max: 128, storable: false } as const;
