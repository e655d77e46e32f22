import { type Cosmjs } from './signer.js';

declare const globalThis: { cosmjs: Cosmjs };

/** Put there by jest.cosmjs-environment.js. */
export const { cosmjs } = globalThis;
