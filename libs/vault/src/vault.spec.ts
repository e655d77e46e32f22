import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { NotAuthentic } from './envelope.js';
import { parseMasterKeys, requireProductionKeys } from './master-keys.js';
import { Secret } from './secret.js';
import { Vault } from './vault.js';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [k1, k2] = [newKey('k1'), newKey('k2')];
const vaultOf = (...keys: string[]) => new Vault(parseMasterKeys(keys.join(',')));
const PLACE = { provider: 'chatcomm', owner: 'platform', field: 'botToken' };

describe('the vault', () => {
  const vault = vaultOf(k1);
  const sealed = vault.seal(PLACE, new Secret('canary'));

  it('opens an envelope only at the place it was sealed for', () => {
    expect(vault.open(PLACE, sealed).reveal()).toBe('canary');
    for (const member of ['provider', 'owner', 'field']) {
      expect(() => vault.open({ ...PLACE, [member]: 'other' }, sealed)).toThrow(NotAuthentic);
    }
    // Characters that move from one member to the next give another place.
    expect(() => vault.open({ ...PLACE, provider: 'chatcommp', owner: 'latform' }, sealed)).toThrow(NotAuthentic);
  });

  it('seals the same differently each time', () => {
    expect(vault.seal(PLACE, new Secret('canary'))).not.toBe(sealed);
    expect(sealed).toMatch(/^v1\.k1\.[A-Za-z0-9_-]+$/);
  });

  it('opens no envelope with a flipped bit, and no garbage', () => {
    const [, , text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const turned = Buffer.from(bytes);
        turned[bit >> 3] = (turned[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(() => vault.open(PLACE, `v1.k1.${turned.toString('base64url')}`)).toThrow(NotAuthentic);
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((end) => `v1.k1.${end}`),
        ),
        (garbage) => {
          expect(() => vault.open(PLACE, garbage)).toThrow();
        },
      ),
    );
    for (const garbage of ['', 'v1.k1.', 'v2.k1.AAAA', `${sealed}.x`, sealed.slice(0, -4)]) {
      expect(() => vault.open(PLACE, garbage)).toThrow(NotAuthentic);
    }
  });

  it('seals with the first of its keys and opens with all of them', () => {
    const rotated = vaultOf(k2, k1);
    expect(rotated.open(PLACE, sealed).reveal()).toBe('canary');
    expect(rotated.seal(PLACE, new Secret('x'))).toMatch(/^v1\.k2\./);
    expect(() => vaultOf(k2).open(PLACE, sealed)).toThrow('MASTER_KEYS lacks k1');
    expect(() => vaultOf(k2).requireKeys(['k2', 'k1'])).toThrow('MASTER_KEYS lacks k1, with which');
    expect(() => rotated.requireKeys(['k2', 'k1'])).not.toThrow();
  });
});

describe('master keys', () => {
  const [, base64 = ''] = k1.split(':');

  it.each([
    '',
    'k1',
    'k1:',
    base64,
    `k1:${base64.slice(4)}`,
    `k1:${base64.replace('=', '')}`,
    `k1:${base64.slice(0, 42)}B=`,
    `K1:${base64}`,
    `k.1:${base64}`,
    `${k1},`,
    `${k1},${k1}`,
    `k1:${randomBytes(32).toString('hex')}`,
  ])('are none in %j', (text) => {
    expect(() => parseMasterKeys(text)).toThrow(/^must be /);
  });

  it('made for development are refused in production', () => {
    const keys = parseMasterKeys(`${k1},${newKey('dev1')}`);
    expect(() => requireProductionKeys(keys, 'production')).toThrow('MASTER_KEYS has dev1');
    expect(() => requireProductionKeys(keys, '')).not.toThrow();
    expect(() => requireProductionKeys(parseMasterKeys(k1), 'production')).not.toThrow();
  });

  it('never appear in printed output', () => {
    const keys = parseMasterKeys(k1);
    for (const text of [JSON.stringify([...keys]), inspect(keys, { depth: 9, showHidden: true })]) {
      expect(text).not.toContain(base64.slice(0, 8));
      expect(text).not.toContain(Buffer.from(base64, 'base64').toString('hex').slice(0, 8));
    }
  });
});

describe('a secret', () => {
  it('prints [redacted] wherever it is printed', () => {
    const secret = new Secret('canary');
    const prints = [String(secret), JSON.stringify({ secret }), inspect({ secret }, { showHidden: true })];
    expect(prints.filter((text) => text.includes('canary') || !text.includes('[redacted]'))).toEqual([]);
    expect(secret.reveal()).toBe('canary');
  });
});
