import { natsServers } from './servers.js';

describe('NATS_URL', () => {
  it('is a list of servers', () => {
    expect(natsServers('nats://a:4222')).toEqual({ servers: ['nats://a:4222'] });
    expect(natsServers('a, [::1]:4222')).toEqual({ servers: ['a', '[::1]:4222'] });
  });

  it('contains user and password, which the URLs for the client do not have', () => {
    expect(natsServers('nats://me:a%40b@a:4222,nats://me:a%40b@b:4222')).toEqual({
      servers: ['nats://a:4222', 'nats://b:4222'],
      user: 'me',
      pass: 'a@b',
    });
    expect(natsServers('me@a')).toEqual({ servers: ['a'], user: 'me' });
  });

  it('requires TLS if one address uses tls://', () => {
    expect(natsServers('a, tls://b:1')).toEqual({ servers: ['a', 'tls://b:1'], tls: {} });
  });

  it.each([
    '',
    'http://me:secret@a',
    'postgresql://me:secret@a/x',
    'nats://me:secret@a/x',
    'a,,b',
    'nats://',
    'a:port',
  ])('with an invalid address is refused by a sentence that does not contain it: %s', (addresses) => {
    expect(() => natsServers(addresses)).toThrow(
      /^NATS_URL must be a list of nats:\/\/<user>:<password>@<host>:<port>$/,
    );
  });

  it.each(['nats://me:secret@a,nats://b', 'nats://me:secret@a,nats://me:other@b'])(
    'with different users is refused by a sentence that does not contain them: %s',
    (addresses) => {
      expect(() => natsServers(addresses)).toThrow(/^The servers of NATS_URL must have the same user and password$/);
    },
  );
});
