/** The apps for browsers, by the variable that has the address of each; `address` is the one until it is given. */
export const FRONT_ENDS = {
  APP_URL: { name: 'earner app', address: 'http://localhost:5173' },
  STUDIO_URL: { name: 'studio', address: 'http://localhost:5174' },
  CONSOLE_URL: { name: 'admin console', address: 'http://localhost:5175' },
} as const;

export type FrontEndVariable = keyof typeof FRONT_ENDS;

/** The addresses of all, those that are given and the defaults of the others. */
export const frontEndAddresses = (given: Partial<Record<string, string>> = {}): Record<FrontEndVariable, string> => ({
  APP_URL: given['APP_URL'] || FRONT_ENDS.APP_URL.address,
  STUDIO_URL: given['STUDIO_URL'] || FRONT_ENDS.STUDIO_URL.address,
  CONSOLE_URL: given['CONSOLE_URL'] || FRONT_ENDS.CONSOLE_URL.address,
});
