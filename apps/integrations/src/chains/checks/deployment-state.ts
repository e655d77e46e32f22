import type { EgressAnswer } from '@questp/egress';
import type { EscrowDeployment } from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import { objectAt, parseObject, textAt, wholeAt, type JsonObject } from '../../outbound/described-json.js';
import { unexpected } from '../cosmos/chain-nodes.js';

/** The state of the contracts on a chain. */
export interface DeploymentState {
  ticketSigner: string;
  codeId: number;
  admin: string | null;
  maxFeeBps: number;
  version: string;
  /** Of the code of the escrow; null: there is no such code. */
  checksum: string | null;
}

const ADDRESS = /^[a-z0-9]{1,128}$/;
const BASE64 = /^[A-Za-z0-9+/]{1,200}={0,2}$/;
const SHA256 = /^[0-9A-Fa-f]{64}$/;
const VERSION = /^[!-~]{1,40}$/;
/** A node answers a query of the code with its Wasm as well. */
export const CODE_BYTES = 4 * 1024 * 1024;

const base64 = (text: string): string => encodeURIComponent(Buffer.from(text).toString('base64'));

export const configPath = (factory: string): string =>
  `/cosmwasm/wasm/v1/contract/${factory}/smart/${base64('{"config":{}}')}`;
/** The record of name and version, as cw2 lays it out. */
export const versionPath = (factory: string): string =>
  `/cosmwasm/wasm/v1/contract/${factory}/raw/${base64('contract_info')}`;
export const codePath = (codeId: number): string => `/cosmwasm/wasm/v1/code/${codeId}`;

/** Null: the chain refuses the query, because there is no such contract or code, or the contract is another one. */
const answered = <Value>(answer: EgressAnswer, read: (body: JsonObject) => Value): Value | null => {
  if (answer.status === 200) return read(parseObject(answer.body));
  // A refusal of the chain itself has a gRPC status code.
  if (answer.status !== 429 && Number.isInteger(parseObject(answer.body)['code'])) return null;
  throw unexpected(answer);
};

/** @throws UnusableAnswer */
export const configIn = (answer: EgressAnswer): Omit<DeploymentState, 'version' | 'checksum'> | null =>
  answered(answer, (body) => {
    const config = objectAt(body, 'data');
    return {
      ticketSigner: textAt(config, 'ticket_signer', BASE64),
      codeId: wholeAt(config, 'escrow_code_id', Number.MAX_SAFE_INTEGER),
      admin: config['escrow_admin'] === null ? null : textAt(config, 'escrow_admin', ADDRESS),
      maxFeeBps: wholeAt(config, 'max_fee_bps', 10_000),
    };
  });

/** @throws UnusableAnswer */
export const versionIn = (answer: EgressAnswer): string | null =>
  answered(answer, (body) => {
    const record = Buffer.from(textAt(body, 'data', BASE64), 'base64');
    return textAt(parseObject(record), 'version', VERSION);
  });

/** @throws UnusableAnswer */
export const checksumIn = (answer: EgressAnswer): string | null =>
  answered(answer, (body) => textAt(objectAt(body, 'code_info'), 'data_hash', SHA256).toLowerCase());

/** The members of the entry that differ from the chain. */
export function deploymentErrors(entry: EscrowDeployment, found: DeploymentState): FieldError[] {
  const { ticketSigner, codeId, admin, contractVersion, checksum, feeBps } = entry;
  const differs = (member: keyof EscrowDeployment, said: string): FieldError =>
    fieldError(`/escrow/${member}`, 'NOT_ALLOWED', {}, `The chain says ${said}.`);
  return [
    ...(found.ticketSigner === ticketSigner ? [] : [differs('ticketSigner', found.ticketSigner)]),
    ...(found.codeId === codeId ? [] : [differs('codeId', String(found.codeId))]),
    ...(found.admin === admin ? [] : [differs('admin', found.admin ?? 'that escrows have none')]),
    ...(found.version === contractVersion ? [] : [differs('contractVersion', found.version)]),
    ...(found.checksum === checksum ? [] : [differs('checksum', found.checksum ?? 'that there is no such code')]),
    ...(feeBps <= found.maxFeeBps ? [] : [fieldError('/escrow/feeBps', 'RANGE', { max: found.maxFeeBps })]),
  ];
}
