import type { Timestamp } from '@questp/messages/language';

/** The body of a delivery: `type`, `timestamp` and `data`, as Standard Webhooks recommends. */
export const webhookBody = ({
  type,
  occurredAt,
  data,
}: {
  type: string;
  occurredAt: Timestamp;
  data: object;
}): string => JSON.stringify({ type, timestamp: occurredAt, data });
