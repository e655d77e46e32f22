import { changeAdminPassword, createAdmin, signInAdmin } from './admins.js';
import { createApiKey } from './api-keys.js';
import { signInWithWallet } from './sign-in.js';
import { resolveToken } from './tokens.js';
import { suspendUser, updateProfile } from './users.js';
import { linkWallet } from './wallets.js';
import type { Contract } from '../language/contract/contract.js';
import { messageErrors } from '../language/validation/message-errors.js';

const HEX = '0'.repeat(32);
const userId = `svcuser_${HEX}`;
const adminId = `svcadmin_${HEX}`;
const uuid = '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11';
const client = { ip: '203.0.113.7', userAgent: 'Test/1.0' };
const proof = { address: 'a', chainId: 'b', pubkey: 'c', signature: 'd', nonce: 'e' };
const apiKey = { projectId: uuid, userId, name: 'Export', scopes: ['project:read'] };
const password = { adminId, currentPassword: 'x', newPassword: 'a new password', client };
const suspension = { userId, adminId, reason: 'Farming' };
const emoji = (count: number) => '😀'.repeat(count);

const wrong = ({ request }: Contract, value: object) =>
  messageErrors(request, value).map(({ pointer, code }) => `${pointer} ${code}`);

describe('what identity takes', () => {
  it.each<[string, Contract, object]>([
    ['a username', updateProfile, { userId, username: 'a_1' }],
    ['the longest username', updateProfile, { userId, username: '0'.repeat(30) }],
    ['a profile that is taken back', updateProfile, { userId, displayName: null, bio: null, avatarUrl: null }],
    ['a bio of several lines', updateProfile, { userId, bio: 'First\nsecond' }],
    ['characters, not code units', updateProfile, { userId, displayName: emoji(50), bio: emoji(500) }],
    ['a nameless change', updateProfile, { userId }],
    ['an API key without an end', createApiKey, apiKey],
    ['an end with an offset', createApiKey, { ...apiKey, expiresAt: '2030-01-01T00:00:00+02:00' }],
    [
      'any text for a proof',
      linkWallet,
      { userId, sessionId: uuid, ...proof, pubkey: '\0', signature: '', nonce: '\ud800' },
    ],
    ['any referral code', signInWithWallet, { ...proof, client, ref: '\0\ud800' }],
    ['a long referral code', signInWithWallet, { ...proof, client, ref: 'x'.repeat(20_000) }],
    ['the longest password', changeAdminPassword, { ...password, newPassword: emoji(128) }],
    ['the shortest password', changeAdminPassword, { ...password, newPassword: '\0'.repeat(12) }],
    ['an e-mail in any case', signInAdmin, { email: 'Root@Example.org', password: 'x', client }],
    ['a reason of many lines', suspendUser, { ...suspension, reason: 'One\ntwo' }],
  ])('%s', (_, contract, value) => {
    expect(wrong(contract, value)).toEqual([]);
  });
});

describe('what identity refuses', () => {
  it.each(['ab', '0'.repeat(31), 'Alice', 'a-b', 'a b', 'alice\n', 'аlice', 'a\u212a1', ''])(
    'the username %j',
    (username) => {
      expect(wrong(updateProfile, { userId, username })).toHaveLength(1);
    },
  );

  it.each<[string, Contract, object, string]>([
    ['no username at all', updateProfile, { userId, username: null }, '/username TYPE'],
    ['a name turned around', updateProfile, { userId, displayName: 'moc\u202eelpmaxe' }, '/displayName FORMAT'],
    ['a name like another', updateProfile, { userId, displayName: 'Sel\u200bene' }, '/displayName FORMAT'],
    ['a bio that turns what follows', updateProfile, { userId, bio: 'x\u2067y' }, '/bio FORMAT'],
    ['a name of two lines', updateProfile, { userId, displayName: 'a\nb' }, '/displayName FORMAT'],
    ['a name of 51 characters', updateProfile, { userId, displayName: emoji(51) }, '/displayName LENGTH'],
    ['a bio of 501 characters', updateProfile, { userId, bio: emoji(501) }, '/bio LENGTH'],
    ['a bio with a bell', updateProfile, { userId, bio: 'ring\u0007' }, '/bio FORMAT'],
    ['an avatar without https', updateProfile, { userId, avatarUrl: 'http://a.example/' }, '/avatarUrl FORMAT'],
    [
      'a long avatar address',
      updateProfile,
      { userId, avatarUrl: `https://a.example/${'x'.repeat(1_983)}` },
      '/avatarUrl LENGTH',
    ],
    ['a key without a name', createApiKey, { ...apiKey, name: ' ' }, '/name FORMAT'],
    ['a key with a long name', createApiKey, { ...apiKey, name: 'x'.repeat(81) }, '/name LENGTH'],
    ['a key without scopes', createApiKey, { ...apiKey, scopes: [] }, '/scopes LENGTH'],
    ['an unknown scope', createApiKey, { ...apiKey, scopes: ['project:write'] }, '/scopes/0 NOT_ALLOWED'],
    ['a scope twice', createApiKey, { ...apiKey, scopes: ['project:read', 'project:read'] }, '/scopes DUPLICATE'],
    ['an end that is no moment', createApiKey, { ...apiKey, expiresAt: 'soon' }, '/expiresAt FORMAT'],
    [
      'a proof without end',
      linkWallet,
      { userId, sessionId: uuid, ...proof, signature: 'x'.repeat(131_073) },
      '/signature LENGTH',
    ],
    ['a sign-in from nowhere', signInWithWallet, proof, '/client REQUIRED'],
    [
      'a password of 11 characters',
      changeAdminPassword,
      { ...password, newPassword: emoji(11) },
      '/newPassword LENGTH',
    ],
    [
      'a password of 129 characters',
      changeAdminPassword,
      { ...password, newPassword: 'x'.repeat(129) },
      '/newPassword LENGTH',
    ],
    ['a password without end', signInAdmin, { email: 'a@b', password: 'x'.repeat(1_025), client }, '/password LENGTH'],
    ['an e-mail with a space', signInAdmin, { email: 'a @b', password: 'x', client }, '/email FORMAT'],
    ['an e-mail with NUL', signInAdmin, { email: 'a\0@b', password: 'x', client }, '/email CHARACTER'],
    ['an unknown role', createAdmin, { email: 'a@b', role: 'root', actingAdminId: adminId }, '/role NOT_ALLOWED'],
    ['a suspension without a reason', suspendUser, { ...suspension, reason: ' \n' }, '/reason FORMAT'],
    ['a reason of 501 characters', suspendUser, { ...suspension, reason: 'x'.repeat(501) }, '/reason LENGTH'],
    ['a hash in capitals', resolveToken, { family: 'user', tokenHash: 'A'.repeat(64) }, '/tokenHash FORMAT'],
  ])('%s', (_, contract, value, error) => {
    expect(wrong(contract, value)).toEqual([error]);
  });
});
