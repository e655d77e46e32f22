import {
  fieldsOf,
  filledMembers,
  pathParameters,
  sentMembers,
  type CallerValue,
  type Contract,
  type Field,
  type HttpBinding,
  type HttpMethod,
} from '@questp/messages/language';
import type { AccessRule } from '@questp/messages/tables';
import { pathFormOf, type PathForm } from './path-form.js';

/** One HTTP binding of a contract with its access rule: everything that route, admission and documentation need. */
export interface Operation {
  contract: Contract;
  binding: HttpBinding;
  rule: AccessRule;
  method: HttpMethod;
  /** e.g. `/v1/projects/:projectId` */
  path: string;
  /** Status of a successful response. */
  status: 200 | 201 | 204 | 302;
  inPath: ReadonlyMap<string, Field>;
  /** Forms of the path parameters. */
  forms: ReadonlyMap<string, PathForm>;
  /** Members that the client sends, */
  sent: ReadonlyMap<string, Field>;
  /** and where it sends them. */
  place: 'query' | 'body';
  /** True if a body is required: for a change, or if there are required members. */
  needsBody: boolean;
  /** Members that the gateway fills in from the caller. */
  filled: ReadonlyMap<string, CallerValue>;
}

/** @throws Error when a path parameter has no form */
export function operationOf(contract: Contract, binding: HttpBinding, rule: AccessRule): Operation {
  const [method, path] = binding.route.split(' ') as [HttpMethod, string];
  const fields = fieldsOf(contract.request);
  const field = (name: string) => fields.get(name) as Field;
  const sentField = (name: string): Field => (binding.requires?.includes(name) ? required(field(name)) : field(name));
  const inPath = new Map(pathParameters(binding).map((name) => [name, field(name)]));
  const sent = new Map(sentMembers(contract, binding).map((name) => [name, sentField(name)]));
  const place = method === 'GET' || method === 'DELETE' || binding.upload ? 'query' : 'body';
  return {
    contract,
    binding,
    rule,
    method,
    path,
    status: binding.redirects ? 302 : answersNothing(contract, binding) ? 204 : (binding.status ?? 200),
    inPath,
    forms: new Map([...inPath].map(([name, ofPath]) => [name, pathFormOf(ofPath)])),
    sent,
    place,
    needsBody: place === 'body' && ((sent.size > 0 && method === 'PATCH') || [...sent.values()].some(isRequired)),
    filled: filledMembers(contract, binding),
  };
}

const answersNothing = ({ reply }: Contract, { stream, upload }: HttpBinding): boolean =>
  upload !== undefined || (reply === null && stream === undefined);

/** True if the request must contain the member. */
export const isRequired = ({ options: { optional, default: byDefault } }: Field) =>
  optional !== true && byDefault === undefined;

const required = ({ options, ...rest }: Field): Field => ({ ...rest, options: { ...options, optional: false } });
