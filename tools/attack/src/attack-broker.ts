import { connect } from '@nats-io/transport-node';
import { connectBriefly, natsServers } from '@questp/broker';
import { BROKER_SUBJECTS, refusedSubjects } from '@questp/testing';
import type { Attack } from './attack.js';

/** Harmless if it is accepted: no handler and no request of JetStream matches it, and as an event it is parked. */
const NO_MESSAGE = 'attack';

/** Each service, with its own credentials, publishes and subscribes to subjects that are not its own. */
export const brokerUsers: Attack = {
  name: 'A service sends and hears what is not its own on the broker',
  needs: ['natsUrls'],
  async run({ natsUrls = {} }, tries) {
    for (const [service, url] of Object.entries(natsUrls)) {
      const unsendable = BROKER_SUBJECTS.filter(
        ({ subject, publish }) => !/[*>]/.test(subject) && !publish.includes(service),
      );
      const unsent = await refusedSubjects(await connectBriefly(url, service), (connection) => {
        for (const { subject } of unsendable) connection.publish(subject, NO_MESSAGE);
      });
      for (const { subject } of unsendable) tries.note(`${service} sent to ${subject}`, unsent.has(subject));
      const secret = BROKER_SUBJECTS.filter(({ subscribe }) => !subscribe.includes(service));
      const unheard = await refusedSubjects(await connectBriefly(url, service), (connection) => {
        for (const { subject } of secret) connection.subscribe(subject, { callback: () => undefined });
      });
      for (const { subject } of secret) tries.note(`${service} listened at ${subject}`, unheard.has(subject));
    }
  },
};

export const brokerCredentials: Attack = {
  name: 'A client without a password connects to the broker',
  needs: ['natsUrls'],
  async run({ natsUrls = {} }, tries) {
    for (const [service, url] of Object.entries(natsUrls)) {
      const { servers, user, pass } = natsServers(url);
      const wrong = { 'no credentials': {}, 'only a name': { user }, 'a wrong password': { user, pass: `${pass}x` } };
      for (const [what, credentials] of Object.entries(wrong)) {
        const opened = await connect({ servers, reconnect: false, ...credentials }).catch(() => undefined);
        tries.note(`${what} of ${service}`, opened === undefined);
        await opened?.close();
      }
    }
  },
};
