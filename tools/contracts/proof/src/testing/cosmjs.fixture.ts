import type * as TypedClients from '@questp/escrow-client/cosmjs';
import { type Cosmjs } from '../chain/signer.js';

declare const globalThis: {
  cosmjs: Cosmjs;
  typedClients: Pick<typeof TypedClients, 'connectQueries' | 'connectSigning' | 'keySigner'>;
};

/** Put there by jest.cosmjs-environment.js. */
export const { cosmjs, typedClients } = globalThis;
