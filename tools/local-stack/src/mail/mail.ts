/** A mail that the sink received. */
export interface Mail {
  id: string;
  receivedAt: string;
  /** Envelope addresses, which decide about delivery. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}
