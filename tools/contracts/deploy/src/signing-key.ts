import { readFile } from 'node:fs/promises';
import { SentenceError } from '@questp/local-stack';

/** A signing secret in either of its usual forms. */
export type SigningKey = { mnemonic: string } | { privateKey: Uint8Array };

/** Where a key can be given: the option that names a file, and variables of the environment. */
export interface KeySource {
  option: string;
  mnemonicVariable: string;
  keyVariable: string;
}

/** The key that signs transactions. */
export const SENDER: KeySource = {
  option: '--key-file',
  mnemonicVariable: 'DEPLOY_MNEMONIC',
  keyVariable: 'DEPLOY_PRIVATE_KEY',
};

/** The key that signs tickets. */
export const TICKET_SIGNER: KeySource = {
  option: '--ticket-key-file',
  mnemonicVariable: 'TICKET_MNEMONIC',
  keyVariable: 'TICKET_PRIVATE_KEY',
};

/**
 * The key of the file, else of the environment. A secret is never an argument, which every user of a machine can read.
 *
 * @param keyFile - Holds a mnemonic or a private key (64 hex characters).
 * @returns undefined when there is none.
 * @throws SentenceError, which never shows the secret.
 */
export async function readSigningKey(
  { option, mnemonicVariable, keyVariable }: KeySource,
  keyFile: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<SigningKey | undefined> {
  const mnemonic = environment[mnemonicVariable];
  const key = environment[keyVariable];
  if ([keyFile, mnemonic, key].filter(Boolean).length > 1) {
    throw new SentenceError(`Give one key: ${option}, ${mnemonicVariable} or ${keyVariable}.`);
  }
  if (keyFile) return parseKey(await readKeyFile(keyFile), keyFile);
  if (mnemonic) return parseKey(mnemonic, mnemonicVariable);
  if (key) return parseKey(key, keyVariable);
  return undefined;
}

/** The sentence that asks for a key. */
export const keyNeeded = ({ option, mnemonicVariable, keyVariable }: KeySource): SentenceError =>
  new SentenceError(`A key is needed: ${option}, ${mnemonicVariable} or ${keyVariable}.`);

async function readKeyFile(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new SentenceError(`${file} cannot be read.`, { cause });
  });
}

function parseKey(content: string, source: string): SigningKey {
  const text = content.trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return { privateKey: Buffer.from(text, 'hex') };
  const words = text.split(/\s+/);
  if ([12, 15, 18, 21, 24].includes(words.length)) return { mnemonic: words.join(' ') };
  throw new SentenceError(`${source} holds neither a mnemonic (12 to 24 words) nor a private key (64 hex characters).`);
}
