/** A password to compare; its length reveals nothing about the stored one. */
export const PASSWORD = { min: 1, max: 1_024, storable: false } as const;

/** Length of a new password; all characters are allowed. */
export const NEW_PASSWORD = { min: 12, max: 128, storable: false } as const;
