import { type Attribute, type ChainEvent, type Coin, type CosmosMsg, type ReplyOn } from './types.js';
import { VmError } from '../vm/errors.js';
import { type Fields, fieldsOf, fromBase64, integerOf, listOf, parseJson, textOf } from './json.js';

/** A decoded submessage. `message` is undefined when no chain module answers to it. */
export interface Submessage {
  readonly id: number;
  readonly message: CosmosMsg | undefined;
  readonly gasLimit: number | undefined;
  readonly replyOn: ReplyOn;
  /** Base64 as the contract wrote it. */
  readonly payload: string;
}

export interface Response {
  readonly messages: readonly Submessage[];
  readonly attributes: readonly Attribute[];
  readonly events: readonly ChainEvent[];
  readonly data: Uint8Array | undefined;
}

export type ContractResult<T> = { readonly ok: T } | { readonly error: string };

const REPLY_ON: readonly ReplyOn[] = ['always', 'error', 'success', 'never'];
const MAX_PAYLOAD = 128 * 1024;

/**
 * Decodes what instantiate, execute, reply and migrate return (wasmvm types/submessages.go, msg.go): unknown fields are
 * ignored, absent ones are empty.
 *
 * @throws VmError
 */
export function decodeResponse(bytes: Uint8Array): ContractResult<Response> {
  const result = fieldsOf(parseJson(bytes));
  const error = textOf(result['error']);
  if (error !== '') return { error };
  if (result['ok'] === undefined) throw new VmError('the result has neither ok nor error');
  const ok = fieldsOf(result['ok']);
  const { data } = ok;
  return {
    ok: {
      messages: listOf(ok['messages'], decodeSubmessage),
      attributes: listOf(ok['attributes'], decodeAttribute),
      events: listOf(ok['events'], (event) => {
        const { type, attributes } = fieldsOf(event);
        return { type: textOf(type), attributes: listOf(attributes, decodeAttribute) };
      }),
      data: data === null || data === undefined ? undefined : fromBase64(textOf(data)),
    },
  };
}

/** Decodes what query returns. @throws VmError */
export function decodeQueryResult(bytes: Uint8Array): ContractResult<Uint8Array> {
  const result = fieldsOf(parseJson(bytes));
  const error = textOf(result['error']);
  return error === '' ? { ok: fromBase64(textOf(result['ok'])) } : { error };
}

function decodeAttribute(value: unknown): Attribute {
  const attribute = fieldsOf(value);
  return { key: textOf(attribute['key']), value: textOf(attribute['value']) };
}

function decodeSubmessage(value: unknown): Submessage {
  const fields = fieldsOf(value);
  const replyOn = REPLY_ON.find((known) => known === fields['reply_on']);
  if (!replyOn) throw new VmError('unknown reply_on value');
  const payload = textOf(fields['payload']);
  if (fromBase64(payload).length > MAX_PAYLOAD) throw new VmError('submessage with a payload larger than 128 KiB');
  const gasLimit = fields['gas_limit'];
  return {
    id: integerOf(fields['id']),
    message: decodeMessage(fieldsOf(fields['msg'])),
    gasLimit: gasLimit === null || gasLimit === undefined ? undefined : integerOf(gasLimit),
    replyOn,
    payload,
  };
}

function decodeMessage({ bank, wasm }: Fields): CosmosMsg | undefined {
  if (bank) return decodeBank(fieldsOf(bank));
  if (wasm) return decodeWasm(fieldsOf(wasm));
  return undefined;
}

function decodeBank({ send, burn }: Fields): CosmosMsg | undefined {
  if (send) {
    const fields = fieldsOf(send);
    return { bank: { send: { to_address: textOf(fields['to_address']), amount: decodeCoins(fields['amount']) } } };
  }
  return burn ? { bank: { burn: { amount: decodeCoins(fieldsOf(burn)['amount']) } } } : undefined;
}

function decodeWasm(wasm: Fields): CosmosMsg | undefined {
  const [kind, value] = Object.entries(wasm).find(([, content]) => content !== null) ?? [];
  const fields = fieldsOf(value);
  const contract = { contract_addr: textOf(fields['contract_addr']) };
  const msg = binaryOf(fields['msg']);
  const instantiate = () => ({
    code_id: integerOf(fields['code_id']),
    msg,
    funds: decodeCoins(fields['funds']),
    label: textOf(fields['label']),
    admin: textOf(fields['admin']),
  });
  switch (kind) {
    case 'execute':
      return { wasm: { execute: { ...contract, msg, funds: decodeCoins(fields['funds']) } } };
    case 'instantiate':
      return { wasm: { instantiate: instantiate() } };
    case 'instantiate2':
      return { wasm: { instantiate2: { ...instantiate(), salt: binaryOf(fields['salt']) } } };
    case 'migrate':
      return { wasm: { migrate: { ...contract, msg, new_code_id: integerOf(fields['new_code_id']) } } };
    case 'update_admin':
      return { wasm: { update_admin: { ...contract, admin: textOf(fields['admin']) } } };
    case 'clear_admin':
      return { wasm: { clear_admin: contract } };
    default:
      return undefined;
  }
}

/** Base64 that is known to decode. */
function binaryOf(value: unknown): string {
  const text = textOf(value);
  fromBase64(text);
  return text;
}

function decodeCoins(value: unknown): Coin[] {
  return listOf(value, (coin) => {
    const { denom, amount } = fieldsOf(coin);
    return { denom: textOf(denom), amount: textOf(amount) };
  });
}
