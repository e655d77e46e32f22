import { createHmac, timingSafeEqual } from 'node:crypto';

/** The user and the quest of a link. */
export interface StartLink {
  userId: string;
  questId: string;
}

const VALID_MS = 24 * 3_600_000;
const DATA_BYTES = 36;
const MAC_BYTES = 12;
const USER_PREFIX = 'svcuser_';

/**
 * The payload of a deep link, which has at most 64 characters: base64url of the ids of user and quest (16 bytes each),
 * when it expires (Unix time, 4 bytes) and the first 12 bytes of an HMAC-SHA256 by the webhook secret of the bot.
 */
export function startPayload(secret: string, { userId, questId }: StartLink, now = Date.now()): string {
  const data = Buffer.concat([
    Buffer.from(userId.slice(USER_PREFIX.length), 'hex'),
    Buffer.from(questId.replaceAll('-', ''), 'hex'),
    Buffer.alloc(4),
  ]);
  data.writeUInt32BE(Math.floor((now + VALID_MS) / 1_000), DATA_BYTES - 4);
  return Buffer.concat([data, macOf(secret, data)]).toString('base64url');
}

/** Undefined for a payload of another bot, or one that has expired. */
export function readStartPayload(secret: string, payload: string, now: number): StartLink | undefined {
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length !== DATA_BYTES + MAC_BYTES) return undefined;
  const data = bytes.subarray(0, DATA_BYTES);
  if (!timingSafeEqual(bytes.subarray(DATA_BYTES), macOf(secret, data))) return undefined;
  if (data.readUInt32BE(DATA_BYTES - 4) * 1_000 < now) return undefined;
  const questId = data.toString('hex', 16, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { userId: `${USER_PREFIX}${data.toString('hex', 0, 16)}`, questId };
}

const macOf = (secret: string, data: Buffer): Buffer =>
  createHmac('sha256', secret).update('messenger start').update(data).digest().subarray(0, MAC_BYTES);
