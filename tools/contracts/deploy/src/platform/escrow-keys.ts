import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { Bip39 } from '@cosmjs/crypto';

/** Mnemonics of the escrow keys, by the name under which integrations stores them. */
export interface EscrowKeys {
  escrow_operator: string;
  escrow_ticket: string;
  escrow_pauser: string;
}

/** The keys in the file, which is made where it is absent. */
export async function readEscrowKeys(file: string): Promise<EscrowKeys> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text !== undefined) return JSON.parse(text) as EscrowKeys;
  const keys = { escrow_operator: newMnemonic(), escrow_ticket: newMnemonic(), escrow_pauser: newMnemonic() };
  await writeFile(`${file}.draft`, JSON.stringify(keys, null, 2), { mode: 0o600 });
  await rename(`${file}.draft`, file);
  return keys;
}

/** 24 words. */
const newMnemonic = (): string => Bip39.encode(randomBytes(32)).toString();
