import { actOf } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

/** Blobs of one message that are read. */
const MAX_BLOBS = 50;
const MAX_BYTES = 2 ** 32 - 1;

export const payForBlobs: MessageReader = {
  types: ['/celestia.blob.v1.MsgPayForBlobs', 'blob/MsgPayForBlobs'],
  kinds: ['blob'],
  acts: ({ signer, namespaces, blob_sizes }) => {
    const names: unknown[] = Array.isArray(namespaces) ? namespaces : [];
    const sizes: unknown[] = Array.isArray(blob_sizes) ? blob_sizes : [];
    const blobs = names.slice(0, MAX_BLOBS).flatMap((name, index) => {
      const [namespace, bytes] = [hexOf(name), Number(sizes[index] ?? NaN)];
      const isRead = namespace !== undefined && Number.isInteger(bytes) && bytes >= 0 && bytes <= MAX_BYTES;
      return isRead ? [{ namespace, bytes }] : [];
    });
    const isComplete = blobs.length > 0 && blobs.length === names.length && names.length === sizes.length;
    return actOf('blob', signer, { blobs }, isComplete);
  },
};

/** A namespace, of at most 32 bytes in base64, in hex; undefined: it is none. */
function hexOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]{4,44}={0,2}$/.test(value)) return undefined;
  const hex = Buffer.from(value, 'base64').toString('hex');
  return hex.length >= 2 && hex.length <= 64 ? hex : undefined;
}
