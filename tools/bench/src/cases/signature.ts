import { serializeSignDoc } from '@cosmjs/amino';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { signArbitrary, verifyArbitrary, type AccountRules } from '@questp/chains';
import { chainOf } from '@questp/players';
import { machine } from '../platform/machine.js';
import { resultTable } from '../report/report.js';
import type { Case } from './case.js';

const MESSAGE = 'orbit.example.org wants you to sign in with your Cosmos account:';

/** Calls of the function per second, measured for this many seconds. */
export function perSecond(work: () => boolean, seconds: number): number {
  const until = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  let count = 0;
  do {
    if (!work()) throw new Error('A good signature was refused');
    count += 1;
  } while (performance.now() < until);
  return count / ((performance.now() - startedAt) / 1000);
}

/** Verifications of one ADR-036 signature of the chain, address included, as sign-in does them. */
export function nativeChecksPerSecond(chain: AccountRules, seconds: number): number {
  const proof = { ...signArbitrary(chain, privateKey(), MESSAGE), message: MESSAGE };
  return perSecond(() => verifyArbitrary(chain, proof), seconds);
}

const privateKey = () => secp256k1.utils.randomSecretKey();

/** The function that checks a wallet signature: native secp256k1 against noble-curves, on one core. */
export const signatureCase: Case = ({ effort }) => {
  const chain = chainOf('cosmoshub-4');
  const { address, pubkeyBase64, signatureBase64 } = signArbitrary(chain, privateKey(), MESSAGE);
  const value = { data: Buffer.from(MESSAGE).toString('base64'), signer: address };
  const signBytes = serializeSignDoc({
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { amount: [], gas: '0' },
    msgs: [{ type: 'sign/MsgSignData', value }],
    memo: '',
  });
  const pubkey = Buffer.from(pubkeyBase64, 'base64');
  const signature = Buffer.from(signatureBase64, 'base64');
  const rates = { native: 0, noble: 0 };
  for (let round = 0; round < effort.rounds; round += 1) {
    rates.noble += perSecond(() => secp256k1.verify(signature, signBytes, pubkey), effort.seconds) / effort.rounds;
    rates.native += nativeChecksPerSecond(chain, effort.seconds) / effort.rounds;
  }
  const row = {
    what: 'signature check, function alone',
    against: 'noble-curves',
    ours: { perSecond: rates.native },
    baseline: { perSecond: rates.noble },
  };
  return Promise.resolve({ notes: [machine(effort)], tables: [resultTable([row])] });
};
