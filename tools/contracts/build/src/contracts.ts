import { join, resolve } from 'node:path';

/** The contracts that are released; each is a folder in contracts/ with its entry in assembly/index.ts. */
export const CONTRACTS = ['factory', 'escrow'] as const;
export type ContractName = (typeof CONTRACTS)[number];

/** Packages whose AssemblyScript ends up in every contract. */
export const SHARED_SOURCES = ['std', 'message-schema'] as const;

export const workspaceRoot = resolve(import.meta.dirname, '../../../..');

/** @param root - Folder with contracts/ in it: the workspace, or a copy of its sources. */
export const contractDirectory = (name: string, root = workspaceRoot): string => join(root, 'contracts', name);

export const schemaFile = (name: string, root = workspaceRoot): string =>
  join(root, 'contracts/message-schema/schema', `${name}.json`);
