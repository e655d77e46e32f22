/** The emulated platforms have the accounts `earner-1` to `earner-200`. */
export const PEOPLE = 200;
/** Their numbers at the messenger begin after those of the other emulated people. */
const FIRST_NUMBER = 5;

export const loginOf = (number: number): string => `earner-${number}`;
export const personOf = (number: number): number => FIRST_NUMBER + number;
