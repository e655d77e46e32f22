import { AnyObject, Nested, Text } from '../language/fields/index.js';

/** A message as protobuf, for SIGN_MODE_DIRECT. */
export class DirectMessage {
  @Text({ max: 100, description: 'Type URL', example: '/cosmwasm.wasm.v1.MsgExecuteContract' })
  typeUrl!: string;

  @Text({ max: 16_000, form: 'base64', description: 'The encoded message', example: 'CgVzZW5kZXI=' })
  value!: string;
}

/** A message of a transaction that a wallet only has to sign, in both encodings. */
export class ReadyMessage {
  @Nested(() => DirectMessage, { description: 'The message for SIGN_MODE_DIRECT' })
  direct!: DirectMessage;

  @AnyObject({
    maxBytes: 16_000,
    description: 'The message as amino JSON, for wallets that sign no protobuf',
    example: {
      type: 'wasm/MsgExecuteContract',
      value: { sender: 'neutron1…', contract: 'neutron1…', msg: {}, funds: [] },
    },
  })
  amino!: Record<string, unknown>;
}
