import type { Allow } from '@questp/messages/access';
import { fieldsOf, type CallerValue, type Contract, type HttpBinding } from '@questp/messages/language';
import type { AccessRule } from '@questp/messages/tables';
import { operationOf, type Operation } from './operation.js';

/**
 * Every operation of the API, made from the contracts with an HTTP binding and the access table, in the order of the
 * contracts.
 */
export class Operations implements Iterable<Operation> {
  private readonly byRoute = new Map<string, Operation>();
  private readonly forms: { methods: string[]; form: RegExp }[] = [];

  /**
   * Denies by default.
   * @throws Error unless every binding has exactly one matching access rule, and every rule a binding
   */
  constructor(contracts: readonly Contract[], table: Readonly<Record<string, AccessRule>>) {
    const problems: string[] = [];
    const bindings = new Map<string, { contract: Contract; binding: HttpBinding }>();
    for (const contract of contracts) {
      for (const binding of contract.http) {
        if (bindings.has(binding.id)) problems.push(`${binding.id} names two operations`);
        bindings.set(binding.id, { contract, binding });
      }
    }
    for (const [id, rule] of Object.entries(table)) {
      const named = bindings.get(id);
      if (named === undefined) {
        problems.push(`${id} has an access rule, but is no operation`);
        continue;
      }
      bindings.delete(id);
      const operation = operationOf(named.contract, named.binding, rule);
      problems.push(...misfits(operation));
      if (this.byRoute.has(named.binding.route)) problems.push(`${named.binding.route} is the route of two operations`);
      this.byRoute.set(named.binding.route, operation);
      const form = new RegExp(`^${operation.path.replaceAll(/:\w+/g, '[^/]+')}$`);
      const isLookedAt = operation.method === 'GET' && !operation.binding.redirects;
      this.forms.push({ methods: isLookedAt ? ['HEAD', 'GET'] : [operation.method], form });
    }
    for (const id of bindings.keys()) problems.push(`${id} has no access rule`);
    if (problems.length > 0) throw new Error(`Operations:\n  ${problems.join('\n  ')}`);
  }

  [Symbol.iterator](): Iterator<Operation> {
    return this.byRoute.values();
  }

  /** @param path as in the route, with `:name` for parameters */
  find(method: string, path: string): Operation | undefined {
    return this.byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
  }

  /** Methods of the resource at `path`; empty if there is no such resource. */
  methodsOf(path: string): string[] {
    return this.forms.filter(({ form }) => form.test(path)).flatMap(({ methods }) => methods);
  }
}

/** Token families that have a value; for others the member is undefined. */
const HAS_VALUE: Readonly<Record<CallerValue, readonly (keyof Allow)[]>> = {
  userId: ['user'],
  adminId: ['admin'],
  callerId: ['user', 'admin'],
  sessionId: ['user', 'admin'],
  family: ['user', 'admin', 'apiKey'],
  apiKeyProjectId: ['apiKey'],
  client: ['anonymous', 'user', 'admin', 'apiKey'],
  idempotency: [],
  ifMatch: [],
  upload: ['anonymous', 'user', 'admin', 'apiKey'],
  reader: ['anonymous', 'user', 'admin', 'apiKey'],
  browser: [],
  webhookHeaders: ['anonymous', 'user', 'admin', 'apiKey'],
};

/** Lists the mismatches between an access rule and its operation. */
function misfits({ contract, binding, path, rule: { allow }, filled }: Operation): string[] {
  const problems: string[] = [];
  if (allow.user?.role !== undefined && !path.includes('/:projectId')) {
    problems.push(`${binding.id} asks for a role in a project its route does not name`);
  }
  if (allow.apiKey && !path.includes('/:projectId') && ![...filled.values()].includes('apiKeyProjectId')) {
    problems.push(`${binding.id} admits API keys, but does not know of which project`);
  }
  if (binding.idempotent && ![...filled.values()].includes('idempotency')) {
    problems.push(`${binding.id} takes an Idempotency-Key, but ${contract.subject} does not`);
  }
  if (binding.file !== undefined && ![...filled.values()].includes('reader')) {
    problems.push(`${binding.id} is a file, but ${contract.subject} does not take who reads it`);
  }
  const fields = fieldsOf(contract.request);
  for (const [name, value] of filled) {
    if (fields.get(name)?.options.optional) continue;
    for (const family of Object.keys(allow) as (keyof Allow)[]) {
      if (!HAS_VALUE[value].includes(family))
        problems.push(`${binding.id} needs ${value}, which ${family} does not have`);
    }
  }
  return problems;
}
