import { ModulesContainer } from '@nestjs/core';
import type { Contract } from '@questp/messages/language';
import { contractOf, toHandler, type Handler } from './rpc-handler.js';

/** What an application and a testing module of Nest have in common here. */
interface Application {
  get(token: typeof ModulesContainer): ModulesContainer;
}

type Method = (request: object) => Promise<object | null>;

/**
 * The handlers of an application by subject: one for each method of a provider that answers a contract.
 * @throws Error for a subject that two methods answer
 */
export function handlersOf(app: Application): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  const owners = new Map<string, string>();
  for (const provider of providersOf(app)) {
    for (const [name, contract] of contractsOf(provider)) {
      const { subject } = contract;
      const [owner, other] = [`${provider.constructor.name}.${name}`, owners.get(subject)];
      if (other !== undefined) throw new Error(`Both ${other} and ${owner} answer ${subject}`);
      const method = (provider as Record<string, Method>)[name] as Method;
      owners.set(subject, owner);
      handlers.set(subject, toHandler(contract, method.bind(provider)));
    }
  }
  return handlers;
}

/** Every instance once, also one with several tokens. */
function providersOf(app: Application): Set<object> {
  const instances: unknown[] = [...app.get(ModulesContainer).values()].flatMap(({ providers }) =>
    [...providers.values()].map(({ instance }) => instance),
  );
  return new Set(instances.filter((instance) => typeof instance === 'object' && instance !== null));
}

/** Contracts by the name of the method that answers, in the class of the provider or one that it extends. Calls no getter. */
function contractsOf(provider: object): Map<string, Contract> {
  const contracts = new Map<string, Contract>();
  for (let type = prototypeOf(provider); type !== null; type = prototypeOf(type)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type))) {
      const contract = contractOf(value);
      if (contract && !contracts.has(name)) contracts.set(name, contract);
    }
  }
  return contracts;
}

const prototypeOf = (value: object): object | null => Object.getPrototypeOf(value) as object | null;
