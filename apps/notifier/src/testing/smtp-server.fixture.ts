import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and bodies as received. */
  raw: string;
}

export interface Refusal {
  code: number;
  text: string;
}

const toError = ({ code, text }: Refusal): Error => Object.assign(new Error(text), { responseCode: code });

/**
 * A mail server on a free port that stores what it receives. While `refusal` is set, it replies with that; with
 * `recipientRefusal`, as soon as the recipient is named. `beforeTaking` runs before it accepts a mail.
 */
export async function startSmtpServer() {
  const received: ReceivedMail[] = [];
  const state: { refusal?: Refusal; recipientRefusal?: Refusal; beforeTaking?: () => Promise<void> } = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: (_, __, done) => done(state.recipientRefusal && toError(state.recipientRefusal)),
    onData: (stream, { envelope }, done) => {
      void buffer(stream).then(async (data) => {
        const { refusal } = state;
        if (refusal) return done(toError(refusal));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        await state.beforeTaking?.();
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: data.toString() });
        return done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    state,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
