import { readFile } from 'node:fs/promises';
import { SentenceError } from '@questp/local-stack';

export const MNEMONIC_VARIABLE = 'DEPLOY_MNEMONIC';
export const KEY_VARIABLE = 'DEPLOY_PRIVATE_KEY';

/** What the deployer signs with. */
export type SigningKey = { mnemonic: string } | { privateKey: Uint8Array };

/**
 * The key of the file, else of the environment. A secret is never an argument, which every user of a machine can read.
 *
 * @param keyFile - Holds a mnemonic or a private key (64 hex characters).
 * @returns undefined when there is none.
 * @throws SentenceError, which never shows the secret.
 */
export async function readSigningKey(
  keyFile: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<SigningKey | undefined> {
  const mnemonic = environment[MNEMONIC_VARIABLE];
  const key = environment[KEY_VARIABLE];
  if ([keyFile, mnemonic, key].filter(Boolean).length > 1) {
    throw new SentenceError(`Give one key: --key-file, ${MNEMONIC_VARIABLE} or ${KEY_VARIABLE}.`);
  }
  if (keyFile) return parseKey(await readKeyFile(keyFile), keyFile);
  if (mnemonic) return parseKey(mnemonic, MNEMONIC_VARIABLE);
  if (key) return parseKey(key, KEY_VARIABLE);
  return undefined;
}

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
