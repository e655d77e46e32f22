import { VmError } from '../vm/errors.js';

const utf8 = new TextEncoder();
const ESCAPED = /[<>&\u2028\u2029]/g;

/** JSON as Go's encoding/json writes it, which escapes a few characters more: lengths decide gas. */
export function goJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value);
  if (text.search(ESCAPED) < 0) return utf8.encode(text);
  return utf8.encode(text.replace(ESCAPED, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`));
}

/** @throws VmError */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch (error) {
    throw new VmError(error instanceof Error ? error.message : String(error));
  }
}

export function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}

export const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @throws VmError for what Go's standard encoding refuses */
export function fromBase64(text: string): Uint8Array {
  if (!BASE64.test(text)) throw new VmError(`illegal base64 data: ${text.slice(0, 40)}`);
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

export type Fields = Readonly<Record<string, unknown>>;

/** An object's fields; null and absent are an object without any, as for Go's structs. */
export function fieldsOf(value: unknown): Fields {
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new VmError('json: expected an object');
  return value as Fields;
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') throw new VmError('json: expected a string');
  return value;
}

export function listOf<T>(value: unknown, read: (item: unknown) => T): T[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new VmError('json: expected an array');
  return value.map(read);
}

export function integerOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new VmError('json: expected an integer');
  return value;
}
