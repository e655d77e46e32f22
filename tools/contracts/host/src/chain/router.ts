import { type BankMsg, type CosmosMsg, type WasmInstantiate, type WasmMsg } from './types.js';
import { type Addresses } from './addresses.js';
import { type Bank } from './bank.js';
import { parseCoins } from './coins.js';
import { type Context } from './context.js';
import { chainError } from './errors.js';
import { kvGas } from './gas-meter.js';
import { fromBase64 } from './json.js';
import { type Keeper } from './keeper.js';
import { encodeField } from './proto.js';
import { type Routed } from './submessages.js';
import {
  requireAddress,
  requireCodeId,
  requireInstantiation,
  requireJson,
  requireSalt,
  withBasicValidation,
} from './validation.js';

interface Modules {
  readonly addresses: Addresses;
  readonly bank: Bank;
  readonly keeper: Keeper;
}

/** Runs one message of a contract in its module (wasmd handler_plugin.go, handler_plugin_encoders.go). */
export class Router {
  constructor(private readonly modules: Modules) {}

  route(outer: Context, contract: string, message: CosmosMsg | undefined): Routed {
    const context = { ...outer, events: [] };
    if (message === undefined) throw chainError('unknownMessage', 'unknown variant of Wasm');
    return 'bank' in message
      ? this.routeBank(context, contract, message.bank)
      : this.routeWasm(context, contract, message.wasm);
  }

  private routeBank(context: Context, contract: string, message: BankMsg): Routed {
    const { addresses, bank } = this.modules;
    const { events } = context;
    if ('burn' in message) {
      const coins = parseCoins(message.burn.amount);
      if (coins.length === 0) throw chainError('empty', 'amount');
      bank.burn(context, contract, coins);
      return { events, data: new Uint8Array(), responses: [], isWasm: false };
    }
    const { to_address: to, amount } = message.send;
    if (amount.length === 0) return { events, data: new Uint8Array(), responses: [], isWasm: false };
    const coins = parseCoins(amount);
    kvGas.has(context.meter); // circuit breaker
    let recipient: string;
    try {
      recipient = addresses.normalize(to);
    } catch (error) {
      throw chainError(
        'invalidAddress',
        `invalid to address: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (coins.length === 0) throw chainError('invalidCoins');
    bank.transfer(context, contract, recipient, coins);
    return answer(context, '/cosmos.bank.v1beta1.MsgSendResponse', new Uint8Array(), false);
  }

  private routeWasm(context: Context, contract: string, message: WasmMsg): Routed {
    if ('execute' in message) return this.routeExecute(context, contract, message.execute);
    if ('instantiate' in message) return this.routeInstantiate(context, contract, message.instantiate, undefined);
    if ('instantiate2' in message) {
      return this.routeInstantiate(context, contract, message.instantiate2, fromBase64(message.instantiate2.salt));
    }
    if ('migrate' in message) return this.routeMigrate(context, contract, message.migrate);
    const isUpdate = 'update_admin' in message;
    const { contract_addr: target } = isUpdate ? message.update_admin : message.clear_admin;
    const name = isUpdate ? 'MsgUpdateAdmin' : 'MsgClearAdmin';
    const { addresses, keeper } = this.modules;
    const [address, admin] = withBasicValidation(name, () => [
      requireAddress(addresses, target, 'contract'),
      isUpdate ? requireAddress(addresses, message.update_admin.admin, 'new admin') : '',
    ]);
    if (admin === contract) throw chainError('invalid', 'new admin is the same as the old');
    kvGas.has(context.meter);
    keeper.setAdmin(context, contract, address, admin);
    return answer(context, `/cosmwasm.wasm.v1.${name}Response`, new Uint8Array(), true);
  }

  private routeExecute(
    context: Context,
    contract: string,
    { contract_addr: target, msg, funds }: Extract<WasmMsg, { execute: unknown }>['execute'],
  ): Routed {
    const coins = parseCoins(funds);
    const content = fromBase64(msg);
    const address = withBasicValidation('MsgExecuteContract', () => {
      requireJson(content);
      return requireAddress(this.modules.addresses, target, 'contract');
    });
    kvGas.has(context.meter);
    const data = this.modules.keeper.execute(context, contract, address, content, coins);
    return answer(
      context,
      '/cosmwasm.wasm.v1.MsgExecuteContractResponse',
      encodeField(1, data ?? new Uint8Array()),
      true,
    );
  }

  private routeInstantiate(
    context: Context,
    contract: string,
    message: WasmInstantiate,
    salt: Uint8Array | undefined,
  ): Routed {
    const funds = parseCoins(message.funds);
    const name = salt ? 'MsgInstantiateContract2' : 'MsgInstantiateContract';
    const { code_id: codeId, label } = message;
    const request = {
      codeId,
      label,
      admin: message.admin ?? '',
      msg: fromBase64(message.msg),
      funds,
      ...(salt && { salt }),
    };
    withBasicValidation(name, () => {
      requireInstantiation(this.modules.addresses, request);
      if (salt) requireSalt(salt);
    });
    kvGas.has(context.meter);
    const { address, data } = this.modules.keeper.instantiate(context, contract, request);
    const response = [
      ...encodeField(1, new TextEncoder().encode(address)),
      ...encodeField(2, data ?? new Uint8Array()),
    ];
    return answer(context, `/cosmwasm.wasm.v1.${name}Response`, Uint8Array.from(response), true);
  }

  private routeMigrate(
    context: Context,
    contract: string,
    message: Extract<WasmMsg, { migrate: unknown }>['migrate'],
  ): Routed {
    const content = fromBase64(message.msg);
    const address = withBasicValidation('MsgMigrateContract', () => {
      requireCodeId(message.new_code_id);
      requireJson(content);
      return requireAddress(this.modules.addresses, message.contract_addr, 'contract');
    });
    kvGas.has(context.meter);
    const data = this.modules.keeper.migrate(context, contract, address, message.new_code_id, content);
    return answer(
      context,
      '/cosmwasm.wasm.v1.MsgMigrateContractResponse',
      encodeField(1, data ?? new Uint8Array()),
      true,
    );
  }
}

function answer({ events }: Context, typeUrl: string, value: Uint8Array, isWasm: boolean): Routed {
  return { events, data: value, responses: [{ typeUrl, value }], isWasm };
}
