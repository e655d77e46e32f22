import { createHash, createVerify, type KeyObject } from 'node:crypto';

const relaxed = (text: string) => text.replace(/[ \t]+/g, ' ').trimEnd();

/**
 * Returns the tags of the mail's signature (RFC 6376, rsa-sha256, relaxed/relaxed) by this key; undefined without a
 * valid one.
 */
export function checkSignature(raw: string, key: KeyObject) {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replace(/\r\n(?=[ \t])/g, '')
    .split('\r\n')
    .map((line) => /^([^:]+):(.*)$/.exec(line) ?? [])
    .map(([, name = '', value = '']) => ({ name: name.toLowerCase(), value: relaxed(value).trim() }));
  const signature = headers.find(({ name }) => name === 'dkim-signature')?.value ?? '';
  const tags = Object.fromEntries(
    signature.split('; ').map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)] as const),
  );
  const lines = raw
    .slice(end + 4)
    .split('\r\n')
    .map(relaxed)
    .join('\r\n');
  const body = `${lines.replace(/(\r\n)*$/, '')}\r\n`;
  const signed = String(tags['h'])
    .split(':')
    .map((wanted) => headers.find(({ name }) => name === wanted.trim().toLowerCase()))
    .map((header) => `${header?.name}:${header?.value}\r\n`);
  const verify = createVerify('sha256').update(
    `${signed.join('')}dkim-signature:${signature.replace(/b=[^;]*$/, 'b=')}`,
  );
  return {
    tags,
    valid:
      createHash('sha256').update(body).digest('base64') === tags['bh']?.replaceAll(' ', '') &&
      verify.verify(key, String(tags['b']).replaceAll(' ', ''), 'base64'),
  };
}
