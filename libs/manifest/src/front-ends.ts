/** Front-ends by the variable with their URL; `address` is the default. */
export const FRONT_ENDS = {
  APP_URL: { name: 'earner app', address: 'http://localhost:5173' },
  STUDIO_URL: { name: 'studio', address: 'http://localhost:5174' },
  CONSOLE_URL: { name: 'admin console', address: 'http://localhost:5175' },
} as const;

export type FrontEndVariable = keyof typeof FRONT_ENDS;

/** The URLs of all front-ends: those that are set, and defaults for the others. */
export const frontEndAddresses = (given: Partial<Record<string, string>> = {}): Record<FrontEndVariable, string> => ({
  APP_URL: given['APP_URL'] || FRONT_ENDS.APP_URL.address,
  STUDIO_URL: given['STUDIO_URL'] || FRONT_ENDS.STUDIO_URL.address,
  CONSOLE_URL: given['CONSOLE_URL'] || FRONT_ENDS.CONSOLE_URL.address,
});
