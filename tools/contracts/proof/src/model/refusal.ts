/** A message the contracts refuse: `code` is the error's code, or `bank` where the bank or a token refuses a transfer. */
export class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** @throws Refusal `code` unless `condition` holds. */
export function demand(condition: boolean, code: string): asserts condition {
  if (!condition) throw new Refusal(code);
}

/** Refuses a sender who meets none of the conditions. */
export function demandSender(...conditions: boolean[]): void {
  demand(conditions.includes(true), 'unauthorized');
}
