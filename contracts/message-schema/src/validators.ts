import { Ajv, type ValidateFunction } from 'ajv';
import type * as Escrow from './generated/Escrow.types.js';
import type * as Factory from './generated/Factory.types.js';
import { type Ticket } from './generated/Ticket.types.js';
import { HOOK_DEFINITION, rootSchemas, type JsonSchema } from './model/json-schema.js';
import { type ContractName } from './model/modules.js';
import { readSchemas } from './schema-files.js';

const withinBits = (bits: number) => (value: number) => Number.isSafeInteger(value) && value < 2 ** bits;
const decimalOf = (bits: bigint) => (text: string) => /^\d+$/.test(text) && BigInt(text) < 1n << bits;

/** strict: an unknown keyword or format is an error. A nullable member is a union of types. */
const ajv = new Ajv({ strict: true, allowUnionTypes: true });
for (const bits of [16, 32, 64]) ajv.addFormat(`uint${bits}`, { type: 'number', validate: withinBits(bits) });
for (const bits of [64n, 128n]) ajv.addFormat(`decimal-uint${bits}`, { type: 'string', validate: decimalOf(bits) });

/** A validator of one schema that stands alone. */
export const schemaValidator = <T>(schema: JsonSchema): ValidateFunction<T> => ajv.compile<T>(schema);

const schemas = readSchemas();
const contract = (name: ContractName) => {
  const roots = new Map(rootSchemas(schemas.contracts[name]).map((root) => [root.title, root]));
  return <T>(title: string): ValidateFunction<T> => {
    const root = roots.get(title);
    if (!root) throw new Error(`${name}: no schema ${title}`);
    return schemaValidator<T>(root);
  };
};
const factory = contract('factory');
const escrow = contract('escrow');

/**
 * Type guards for the forms of messages, as the contracts read them; what was wrong stands in `errors` of the function.
 * What only the contract can check (addresses of the chain, bounds with an error code of their own, who may send it)
 * is not checked here. A JavaScript number above 2^53 - 1 is refused: it may not be the integer that was meant.
 */
export const validateTicket: ValidateFunction<Ticket> = schemaValidator<Ticket>(schemas.ticket);
export const validateFactoryInstantiate = factory<Factory.InstantiateMsg>('InstantiateMsg');
export const validateFactoryExecute = factory<Factory.ExecuteMsg>('ExecuteMsg');
export const validateFactoryHook = factory<Factory.Cw20HookMsg>(HOOK_DEFINITION);
export const validateFactoryQuery = factory<Factory.QueryMsg>('QueryMsg');
export const validateEscrowInstantiate = escrow<Escrow.InstantiateMsg>('InstantiateMsg');
export const validateEscrowExecute = escrow<Escrow.ExecuteMsg>('ExecuteMsg');
export const validateEscrowHook = escrow<Escrow.Cw20HookMsg>(HOOK_DEFINITION);
export const validateEscrowQuery = escrow<Escrow.QueryMsg>('QueryMsg');
export const validateEscrowStatus = escrow<Escrow.StatusResponse>('StatusResponse');
