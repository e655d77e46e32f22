import { headers, type MsgHdrs } from '@nats-io/transport-node';

/** Of the request that an event comes from; null where that is not known. */
export interface Origin {
  requestId: string | null;
  /** W3C trace context, level 1. */
  traceparent: string | null;
}

/** As it travels with the event. */
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
