import { randomBytes } from 'node:crypto';
import { HOSTILE_BODIES, MASS_ASSIGNED, newSlug, signIn } from '@questp/players';
import { codeOf, patiently, refuses, refusesMember } from './answers.js';
import type { Attack } from './attack.js';

export const hostileBodies: Attack = {
  name: 'A body that breaks readers of JSON, is too large, too deep or too wide',
  async run({ gateways }, tries) {
    const { client } = await signIn(gateways);
    const bodies = [
      ...HOSTILE_BODIES,
      ['2 MB', JSON.stringify({ name: 'x'.repeat(2_000_000) }), ['PAYLOAD_TOO_LARGE'] as readonly string[]] as const,
    ];
    for (const [what, raw, codes] of bodies) {
      const code = codeOf(await patiently(() => client.call('POST', '/v1/projects', { raw })));
      tries.note(what, codes.includes(code), code);
    }
  },
};

export const unknownMembers: Attack = {
  name: 'A member that no client may set',
  async run({ gateways }, tries) {
    const { client } = await signIn(gateways);
    for (const [name, value] of Object.entries(MASS_ASSIGNED)) {
      const body = { slug: newSlug('attack'), name: 'Attack', [name]: value };
      await refusesMember(tries, name, name, () => client.call('POST', '/v1/projects', { body }));
    }
  },
};

export const wrongTokens: Attack = {
  name: 'A bearer token that is wrong, cut, of another family or of no account',
  async run(target, tries) {
    const { token } = await signIn(target.gateways);
    const random = (start: string) => start + randomBytes(32).toString('base64url');
    const wrong = [
      ...['', 'null', 'undefined', token.slice(0, -1), `${token}A`, token.toUpperCase(), `${token},${token}`],
      ...[token.replace('svcu_', 'svca_'), token.replace('svcu_', 'svc_key_')],
      ...['svcu_', 'svca_', 'svc_key_', ''].map(random),
      `eyJhbGciOiJub25lIn0.${Buffer.from('{"sub":"svcuser_1","role":"super_admin"}').toString('base64url')}.`,
    ];
    for (const one of wrong) {
      for (const path of ['/v1/users/me', '/v1/admin/me', '/v1/projects', '/v1/task-types']) {
        await refuses(tries, `${path} with ${one.slice(0, 24)}`, ['UNAUTHENTICATED'], () =>
          target.gateways.anonymous.call('GET', path, { headers: { authorization: `Bearer ${one}` } }),
        );
      }
    }
  },
};

/** Names that look empty or like another name: control, direction, zero-width and blank characters. */
const MISLEADING = [
  ...['', ' ', '\u00a0\u2003', '\u200b', 'Moon\u202egnp', '\u2066Moon\u2069', 'Mo\u200bon', 'Mo\u0000on'],
  ...['Moon\nadmin', 'Moon\u2028admin', '\ufeffMoon', 'Moon\u0007', '\u3164', 'Mo\u00adon'],
];

export const misleadingNames: Attack = {
  name: 'A name that hides, reorders or is nothing to read',
  async run({ gateways }, tries) {
    const { client } = await signIn(gateways);
    for (const name of MISLEADING) {
      const shown = JSON.stringify(name);
      await refusesMember(tries, `project ${shown}`, 'name', () =>
        client.call('POST', '/v1/projects', { body: { slug: newSlug('attack'), name } }),
      );
      await refusesMember(tries, `display name ${shown}`, 'displayName', () =>
        client.call('PATCH', '/v1/users/me', { body: { displayName: name } }),
      );
    }
    for (const slug of ['Moon', 'mооn', 'moon_', '-moon', 'mo--on', '../moon', 'a', 'x'.repeat(41)]) {
      await refusesMember(tries, `slug ${slug}`, 'slug', () =>
        client.call('POST', '/v1/projects', { body: { slug, name: 'Moon' } }),
      );
    }
  },
};
