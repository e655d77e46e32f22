/** One `@` with text on both sides; identity checks that the result is an address. */
export const EMAIL_ADDRESS = { min: 3, max: 254, form: 'email', example: 'alice@example.org' } as const;
