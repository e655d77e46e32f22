import { type ContractInfo } from './types.js';
import { type Accounts } from './accounts.js';
import { type Addresses, classicAddress, predictableAddress } from './addresses.js';
import { type Bank } from './bank.js';
import { type Amount } from './coins.js';
import { type Context, oneCallDeeper } from './context.js';
import { ChainError, chainError, contractRefusal } from './errors.js';
import { contractEvents, eventGas, replyEventGas } from './events.js';
import { goJson } from './json.js';
import { noSuchCode, type Registry, type StoredCode, type StoredContract } from './registry.js';
import { decodeQueryResult, decodeResponse, type Response, type Submessage } from './response.js';
import { type CallRecord, type Runner } from './runner.js';
import { type ReplyMessage } from './submessages.js';
import { type WasmdProfile } from './wasmd-profile.js';

// wasmd x/wasm/types/wasm_engine.go.
const MAX_QUERY_STACK = 10;

export interface Instantiation {
  readonly codeId: number;
  readonly admin: string;
  readonly label: string;
  readonly msg: Uint8Array;
  readonly funds: readonly Amount[];
  /** Given for Instantiate2. */
  readonly salt?: Uint8Array;
}

interface Modules {
  readonly accounts: Accounts;
  readonly addresses: Addresses;
  readonly bank: Bank;
  readonly registry: Registry;
  readonly runner: Runner;
}

type Dispatch = (context: Context, contract: string, messages: readonly Submessage[]) => Uint8Array | undefined;

/** What the Wasm module does with a contract, step by step as wasmd's keeper.go, because the steps decide gas and order. */
export class Keeper {
  constructor(
    private readonly modules: Modules,
    private readonly profile: WasmdProfile,
    private readonly dispatch: Dispatch,
  ) {}

  instantiate(
    context: Context,
    sender: string,
    request: Instantiation,
  ): { address: string; data: Uint8Array | undefined } {
    const { runner, registry, bank } = this.modules;
    const { meter } = context;
    const code = registry.readCode(meter, request.codeId);
    if (!code) throw noSuchCode(request.codeId);
    const setup = runner.load(context, code);
    const address = this.newAddress(context, sender, code, request.salt);
    if (registry.hasContract(meter, address)) {
      const text = 'contract address already exists, try a different combination of creator, checksum and salt';
      throw chainError('duplicate', text);
    }
    this.claimAccount(context, address);
    if (request.funds.length > 0) bank.transfer(context, sender, address, request.funds);
    const parameters = [runner.env(context, address), messageInfo(sender, request.funds), request.msg];
    const call = { context, contract: address, code, entryPoint: 'instantiate', setup, parameters } as const;
    const { result, record } = runner.run(call, decodeResponse);
    if ('error' in result) throw contractRefusal('instantiateFailed', result.error);
    const { codeId, admin, label, msg } = request;
    registry.addContract(context, { address, codeId, creator: sender, admin, label }, msg.length);
    context.events.push({
      type: 'instantiate',
      attributes: [
        { key: '_contract_address', value: address },
        { key: 'code_id', value: String(codeId) },
      ],
    });
    return { address, data: wrapErrors('dispatch', () => this.handle(context, address, result.ok, record)) };
  }

  execute(
    context: Context,
    sender: string,
    address: string,
    msg: Uint8Array,
    funds: readonly Amount[],
  ): Uint8Array | undefined {
    const { runner, registry, bank } = this.modules;
    const { code } = registry.instance(context.meter, address);
    const setup = runner.load(context, code);
    if (funds.length > 0) bank.transfer(context, sender, address, funds);
    const parameters = [runner.env(context, address), messageInfo(sender, funds), msg];
    const call = { context, contract: address, code, entryPoint: 'execute', setup, parameters } as const;
    const { result, record } = runner.run(call, decodeResponse);
    if ('error' in result) throw contractRefusal('executeFailed', result.error);
    context.events.push(contractEvent('execute', address));
    return this.handle(context, address, result.ok, record);
  }

  migrate(context: Context, sender: string, address: string, codeId: number, msg: Uint8Array): Uint8Array | undefined {
    const { registry } = this.modules;
    const contract = this.requireAdmin(context, sender, address, 'can not migrate');
    const code = registry.readCode(context.meter, codeId);
    if (!code) throw chainError('invalidRequest', 'unknown code');
    const before = registry.readCode(context.meter, contract.codeId);
    const { hasMigrateInfo } = this.profile;
    const isSameVersion =
      hasMigrateInfo && code.migrateVersion !== undefined && code.migrateVersion === before?.migrateVersion;
    const outcome = isSameVersion ? undefined : this.callMigrate(context, sender, address, code, before, msg);
    registry.moveContract(context, contract, codeId, msg.length);
    context.events.push({
      type: 'migrate',
      attributes: [
        { key: 'code_id', value: String(codeId) },
        { key: '_contract_address', value: address },
      ],
    });
    if (!outcome) return undefined;
    return wrapErrors('dispatch', () => this.handle(context, address, outcome.response, outcome.record));
  }

  reply(context: Context, address: string, reply: ReplyMessage): Uint8Array | undefined {
    const { runner, registry } = this.modules;
    const { code } = registry.instance(context.meter, address);
    const setup = runner.loadForReply(context, 'ok' in reply.result ? replyEventGas(reply.result.ok.events) : 0);
    const parameters = [runner.env(context, address), goJson(reply)];
    const call = { context, contract: address, code, entryPoint: 'reply', setup, parameters } as const;
    const { result, record } = runner.run(call, decodeResponse);
    if ('error' in result) throw contractRefusal('executeFailed', result.error);
    context.events.push(contractEvent('reply', address));
    return wrapErrors('dispatch', () => this.handle(context, address, result.ok, record));
  }

  query(outer: Context, address: string, msg: Uint8Array): Uint8Array {
    const { runner, registry } = this.modules;
    const context = { ...outer, queryDepth: outer.queryDepth + 1, contractDepth: outer.contractDepth + 1 };
    if (context.queryDepth > MAX_QUERY_STACK) throw chainError('queryStack');
    const { code } = registry.instance(context.meter, address);
    const setup = runner.load(context, code);
    const parameters = [runner.env(context, address), msg];
    const call = { context, contract: address, code, entryPoint: 'query', setup, parameters } as const;
    const { result } = runner.run(call, decodeQueryResult);
    if ('error' in result) throw contractRefusal('queryFailed', result.error);
    return result.ok;
  }

  setAdmin(context: Context, sender: string, address: string, admin: string): void {
    const contract = this.requireAdmin(context, sender, address, 'can not modify contract');
    this.modules.registry.writeContract(context.meter, { ...contract, admin });
    context.events.push({
      type: 'update_contract_admin',
      attributes: [
        { key: '_contract_address', value: address },
        { key: 'new_admin_address', value: admin },
      ],
    });
  }

  contractInfo(address: string): ContractInfo | undefined {
    const contract = this.modules.registry.contract(address);
    if (!contract) return undefined;
    const { codeId, creator, admin, label } = contract;
    return { codeId, creator, admin: admin === '' ? undefined : admin, label };
  }

  private callMigrate(
    context: Context,
    sender: string,
    address: string,
    code: StoredCode,
    before: StoredCode | undefined,
    msg: Uint8Array,
  ): { response: Response; record: CallRecord } {
    const { runner } = this.modules;
    const setup = runner.load(context, code);
    const version = before?.migrateVersion === undefined ? null : Number(before.migrateVersion);
    const info = goJson({ sender, old_migrate_version: version });
    const parameters = [runner.env(context, address), msg, ...(this.profile.hasMigrateInfo ? [info] : [])];
    const call = { context, contract: address, code, entryPoint: 'migrate', setup, parameters } as const;
    const { result, record } = runner.run(call, decodeResponse);
    if ('error' in result) throw contractRefusal('migrationFailed', result.error);
    return { response: result.ok, record };
  }

  private requireAdmin(context: Context, sender: string, address: string, refusal: string): StoredContract {
    const contract = this.modules.registry.readContract(context.meter, address);
    if (!contract) throw chainError('invalidRequest', 'unknown contract');
    if (contract.admin === '' || contract.admin !== sender) throw chainError('unauthorized', refusal);
    return contract;
  }

  private newAddress(context: Context, sender: string, code: StoredCode, salt: Uint8Array | undefined): string {
    const { addresses, registry } = this.modules;
    return addresses.encode(
      salt
        ? predictableAddress(code.checksum, addresses.decode(sender), salt)
        : classicAddress(code.codeId, registry.nextInstance(context.meter)),
    );
  }

  /** An account that only ever received coins is kept with its balance; one that signed is not the contract's to take. */
  private claimAccount({ meter }: Context, address: string): void {
    const existing = this.modules.accounts.get(meter, address);
    if (!existing) this.modules.accounts.create(meter, address);
    else if (existing.sequence !== 0 || existing.hasPublicKey) {
      throw chainError('accountExists', 'address is claimed by external account');
    }
  }

  /** Emits the response's events, then runs its messages; the data of the last reply that has some replaces its own. */
  private handle(context: Context, address: string, response: Response, record: CallRecord): Uint8Array | undefined {
    const gas = eventGas(response.attributes, response.events);
    record.events = gas;
    record.total += gas;
    context.meter.consume(gas, 'Custom contract event attributes');
    context.events.push(...contractEvents(address, response.attributes, response.events));
    const inner = { ...context, contractDepth: context.contractDepth + 1 };
    const checked = this.profile.callDepthCheckedAt === 'response' ? oneCallDeeper(inner) : inner;
    return this.dispatch(checked, address, response.messages) ?? response.data;
  }
}

function messageInfo(sender: string, funds: readonly Amount[]): Uint8Array {
  return goJson({ sender, funds: funds.map(({ denom, amount }) => ({ denom, amount: amount.toString() })) });
}

function contractEvent(type: string, address: string) {
  return { type, attributes: [{ key: '_contract_address', value: address }] };
}

/** Runs with errors named by where they came from; out of gas passes as it is. */
function wrapErrors<T>(text: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ChainError ? error.wrap(text) : error;
  }
}
