/** An error with the ABCI codespace and code a node would report. */
export class ChainError extends Error {
  constructor(
    readonly codespace: string,
    readonly code: number,
    message: string,
    /** Contracts see the text of such an error; of any other only codespace and code (wasmd msg_dispatcher.go, redactError). */
    readonly isDeterministic = false,
    /** The system error a contract's query gets instead, as JSON. */
    readonly systemError?: object,
  ) {
    super(message);
  }

  /** As errorsmod.Wrap: only an error that is deterministic at its top stays so. */
  wrap(text: string): ChainError {
    return new ChainError(this.codespace, this.code, `${text}: ${this.message}`, false, this.systemError);
  }

  /** What a contract may read. */
  get redacted(): string {
    return this.isDeterministic ? this.message : `codespace: ${this.codespace}, code: ${this.code}`;
  }
}

/** Kinds of errors (cosmos-sdk types/errors/errors.go, x/bank/types/errors.go, wasmd x/wasm/types/errors.go). */
const KINDS = {
  unauthorized: ['sdk', 4, 'unauthorized'],
  insufficientFunds: ['sdk', 5, 'insufficient funds'],
  invalidAddress: ['sdk', 7, 'invalid address'],
  invalidCoins: ['sdk', 10, 'invalid coins'],
  outOfGas: ['sdk', 11, 'out of gas'],
  invalidRequest: ['sdk', 18, 'invalid request'],
  sendDisabled: ['bank', 5, 'send transactions are disabled'],
  undefined: ['undefined', 1, ''],
  createFailed: ['wasm', 2, 'create wasm contract failed'],
  accountExists: ['wasm', 3, 'contract account already exists'],
  instantiateFailed: ['wasm', 4, 'instantiate wasm contract failed'],
  executeFailed: ['wasm', 5, 'execute wasm contract failed'],
  queryFailed: ['wasm', 9, 'query wasm contract failed'],
  migrationFailed: ['wasm', 11, 'migrate wasm contract failed'],
  empty: ['wasm', 12, 'empty'],
  limit: ['wasm', 13, 'exceeds limit'],
  invalid: ['wasm', 14, 'invalid'],
  duplicate: ['wasm', 15, 'duplicate'],
  unknownMessage: ['wasm', 20, 'unknown message from the contract'],
  invalidEvent: ['wasm', 21, 'invalid event'],
  noSuchContract: ['wasm', 22, 'no such contract'],
  queryStack: ['wasm', 27, 'max query stack size exceeded'],
  noSuchCode: ['wasm', 28, 'no such code'],
  vm: ['wasm', 29, 'wasmvm error'],
  callDepth: ['wasm', 30, 'max call depth exceeded'],
} as const satisfies Record<string, readonly [string, number, string]>;

export type ErrorKind = keyof typeof KINDS;

export function chainError(kind: ErrorKind, text?: string, systemError?: object): ChainError {
  const [codespace, code, name] = KINDS[kind];
  const message = [text, name].filter((part) => part !== undefined && part !== '').join(': ');
  return new ChainError(codespace, code, message, false, systemError);
}

/** A refusal by a contract: its text reaches every caller. */
export function contractRefusal(kind: ErrorKind, text: string): ChainError {
  const [codespace, code, name] = KINDS[kind];
  return new ChainError(codespace, code, `${text}: ${name}`, true);
}
