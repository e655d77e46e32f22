import { type Coin } from '../scenario/backend.js';

/** One transaction with one contract call, and what the model says about it. */
export interface Call {
  /** `<contract>.<message>`, as counted. */
  name: string;
  sender: string;
  /** The contract the transaction calls: the token when a CW20 carries the message. */
  contract: string;
  message: object;
  funds?: readonly Coin[];
  /**
   * Does to the model what the contracts should do.
   *
   * @throws Refusal before anything has changed
   */
  predict(): void;
}
