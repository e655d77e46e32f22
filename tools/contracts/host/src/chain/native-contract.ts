import { bytesOf, latin1Of } from '../vm/latin1.js';
import { fieldsOf, fromBase64, goJson, parseJson, textOf } from './json.js';
import { type ContractResponse, type Env, type MessageInfo, type Reply } from './types.js';
import { type Backend, type ExecutableCode, type VmCall } from '../vm/backend.js';
import { OutOfGas, VmError } from '../vm/errors.js';

/** Thrown by a native contract's handler: the contract refuses with this text. */
export class ContractRefusal extends Error {}

/** What a handler may use. Values are kept as JSON; their reads and writes cost what a Wasm contract's cost. */
export interface NativeContext {
  readonly storage: {
    get<T>(key: string): T | undefined;
    set(key: string, value: unknown): void;
    remove(key: string): void;
    /** Keys that start with `prefix`, ascending. */
    keys(prefix: string): string[];
  };
  isAddress(text: string): boolean;
  /** Any query of CosmWasm, such as `{ wasm: { smart: { contract_addr, msg } } }`; throws ContractRefusal. */
  query(request: object): unknown;
}

type Handler = (context: NativeContext, env: Env, info: MessageInfo, msg: unknown) => ContractResponse;

/**
 * A contract in TypeScript, for what a test needs around the contract under test: tokens, recipients, liars. A handler
 * refuses by throwing `ContractRefusal`, aborts by throwing `VmError` and burns all gas by throwing `OutOfGas`; any other
 * error ends the test.
 */
export interface NativeContract {
  readonly instantiate?: Handler;
  readonly execute?: Handler;
  readonly query?: (context: NativeContext, env: Env, msg: unknown) => unknown;
  readonly reply?: (context: NativeContext, env: Env, reply: Reply) => ContractResponse;
  readonly migrate?: (context: NativeContext, env: Env, msg: unknown) => ContractResponse;
}

export class NativeCode implements ExecutableCode {
  constructor(private readonly contract: NativeContract) {}

  call(entryPoint: string, parameters: readonly Uint8Array[], backend: Backend, gasLimit: number): VmCall {
    const before = backend.externalGas();
    const externalGas = (): number => backend.externalGas() - before;
    const finish = (outcome: Pick<VmCall, 'result' | 'error'>, internal: number): VmCall => ({
      ...outcome,
      internal,
      external: externalGas(),
      host: 0,
      wasm: internal,
    });
    try {
      const context = contextOf(backend, () => gasLimit - externalGas());
      const result = this.dispatch(entryPoint, parameters.map(parseJson), context);
      return finish({ result: goJson(result), error: undefined }, 0);
    } catch (error) {
      if (error instanceof ContractRefusal)
        return finish({ result: goJson({ error: error.message }), error: undefined }, 0);
      if (error instanceof VmError) return finish({ result: undefined, error: error.message }, 0);
      if (!(error instanceof OutOfGas)) throw error;
      return finish({ result: undefined, error: error.message }, Math.max(0, gasLimit - externalGas()));
    }
  }

  private dispatch(entryPoint: string, parameters: readonly unknown[], context: NativeContext): object {
    const [first, second, third] = parameters;
    const env = first as Env;
    const { contract } = this;
    switch (entryPoint) {
      case 'instantiate':
        return { ok: normal(contract.instantiate?.(context, env, second as MessageInfo, third) ?? {}) };
      case 'execute':
        return { ok: normal(required(contract.execute, entryPoint)(context, env, second as MessageInfo, third)) };
      case 'reply':
        return { ok: normal(required(contract.reply, entryPoint)(context, env, second as Reply)) };
      case 'migrate':
        return { ok: normal(required(contract.migrate, entryPoint)(context, env, second)) };
      case 'query': {
        const answer = required(contract.query, entryPoint)(context, env, second);
        return { ok: Buffer.from(goJson(answer)).toString('base64') };
      }
      default:
        throw new VmError(`Error resolving Wasm function: Missing export ${entryPoint}`);
    }
  }
}

function required<T>(handler: T | undefined, entryPoint: string): T {
  if (!handler) throw new VmError(`Error resolving Wasm function: Missing export ${entryPoint}`);
  return handler;
}

function normal({ messages = [], attributes = [], events = [], data = null }: ContractResponse): ContractResponse {
  return { messages, attributes, events, data };
}

function contextOf(backend: Backend, gasLeft: () => number): NativeContext {
  const keyOf = (text: string): string => latin1Of(new TextEncoder().encode(text));
  const { storage } = backend;
  const requireWritable = (): void => {
    if (backend.isReadOnly) throw new VmError('Tried to write to storage in a read-only call');
  };
  return {
    storage: {
      get: <T>(key: string) => {
        const value = storage.get(keyOf(key));
        return value && (parseJson(value) as T);
      },
      set: (key, value) => {
        requireWritable();
        storage.set(keyOf(key), goJson(value));
      },
      remove: (key) => {
        requireWritable();
        storage.remove(keyOf(key));
      },
      keys: (prefix) => {
        const start = keyOf(prefix);
        const iterator = storage.scan(start, undefined, true);
        const keys: string[] = [];
        for (let entry = iterator.next(); entry?.[0].startsWith(start); entry = iterator.next()) {
          keys.push(new TextDecoder().decode(bytesOf(entry[0])));
        }
        return keys;
      },
    },
    isAddress: (text) => 'value' in backend.addresses.validate(text),
    query: (request) => {
      const { ok, error } = fieldsOf(parseJson(backend.query(goJson(request), gasLeft())));
      if (error !== undefined) throw new ContractRefusal(`Querier system error: ${JSON.stringify(error)}`);
      const result = fieldsOf(ok);
      if (result['error'] !== undefined)
        throw new ContractRefusal(`Querier contract error: ${textOf(result['error'])}`);
      const bytes = fromBase64(textOf(result['ok']));
      return bytes.length === 0 ? undefined : parseJson(bytes);
    },
  };
}
