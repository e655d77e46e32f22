import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSigningKey, SENDER, TICKET_SIGNER } from './signing-key.js';

describe("the deployer's key", () => {
  const HEX = '0b'.repeat(32);
  const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  let directory: string;

  beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'deploy-'))));
  afterAll(() => rm(directory, { recursive: true }));

  const inFile = async (content: string): Promise<string> => {
    const file = join(directory, 'key');
    await writeFile(file, content);
    return file;
  };

  it.each([
    ['a mnemonic', `${WORDS}\n`, { mnemonic: WORDS }],
    ['a mnemonic over several lines', WORDS.replaceAll(' ', ' \n '), { mnemonic: WORDS }],
    ['a private key', `${HEX}\n`, { privateKey: Buffer.from(HEX, 'hex') }],
  ])('is %s in a file', async (_what, content, key) => {
    expect(await readSigningKey(SENDER, await inFile(content), {})).toEqual(key);
  });

  it('is read from the environment', async () => {
    expect(await readSigningKey(SENDER, undefined, { DEPLOY_MNEMONIC: WORDS })).toEqual({ mnemonic: WORDS });
    expect(await readSigningKey(SENDER, undefined, { DEPLOY_PRIVATE_KEY: HEX })).toEqual({
      privateKey: Buffer.from(HEX, 'hex'),
    });
  });

  it('is not the key of another purpose', async () => {
    expect(await readSigningKey(TICKET_SIGNER, undefined, { DEPLOY_MNEMONIC: WORDS })).toBeUndefined();
    expect(await readSigningKey(TICKET_SIGNER, undefined, { TICKET_MNEMONIC: WORDS })).toEqual({ mnemonic: WORDS });
  });

  it('may be absent', async () => {
    expect(await readSigningKey(SENDER, undefined, {})).toBeUndefined();
  });

  it('is refused if two are given', async () => {
    await expect(
      readSigningKey(SENDER, undefined, { DEPLOY_MNEMONIC: WORDS, DEPLOY_PRIVATE_KEY: HEX }),
    ).rejects.toThrow('Give one key');
  });

  it('is not in the sentence of a refusal', async () => {
    const almost = `${HEX}0b`;
    const error = await readSigningKey(SENDER, await inFile(almost), {}).catch((reason: unknown) => reason);
    expect(String(error)).toContain('holds neither a mnemonic');
    expect(String(error)).not.toContain('0b0b');
  });

  it('is reported as missing with the name of a missing file', async () => {
    await expect(readSigningKey(SENDER, join(directory, 'none'), {})).rejects.toThrow(/none cannot be read/);
  });
});
