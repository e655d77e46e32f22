/** A contract could not be run to its end: it aborted, trapped or broke the calling convention. */
export class VmError extends Error {}

/** The gas of the call is used up, whether in the contract or in the chain under it. */
export class OutOfGas extends Error {
  constructor(location = 'wasm contract') {
    super(`out of gas in location: ${location}`);
  }
}
