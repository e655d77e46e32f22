import { headers, type MsgHdrs } from '@nats-io/transport-node';

/** The request that caused an event; null where unknown. */
export interface Origin {
  requestId: string | null;
  /** W3C trace context, level 1. */
  traceparent: string | null;
}

/** As headers of the message. */
export function toHeaders({ requestId, traceparent }: Origin): MsgHdrs {
  const written = headers();
  if (requestId !== null) written.set('x-request-id', requestId);
  if (traceparent !== null) written.set('traceparent', traceparent);
  return written;
}

export const originOf = (read: MsgHdrs | undefined): Origin => ({
  requestId: read?.get('x-request-id') || null,
  traceparent: read?.get('traceparent') || null,
});
