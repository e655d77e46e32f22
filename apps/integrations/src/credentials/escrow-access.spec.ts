import type { AdminRole } from '@questp/messages/access';
import { setCredential } from '@questp/messages/integrations';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';

describe('escrow keys', () => {
  let service: TestService<object>;
  beforeAll(async () => {
    service = await startTestService(integrations, { env: { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1') } });
  }, 60_000);
  afterAll(() => service.stop());

  const adminId = `svcadmin_${'c'.repeat(32)}`;
  const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const is = (role: AdminRole, version: number) =>
    service.call(setCredentialOperatorAccess, { adminId, role, version, status: 'active' });
  const set = (provider: 'escrow_ticket' | 'ai_provider', fields: Record<string, unknown>) =>
    service.call(setCredential, { provider, fields, adminId });

  it('escrow keys can be stored by super admins only, also if another role may store other credentials', async () => {
    await is('platform_moderator', 1);
    // The table of access allows the moderator this request.
    expect(await set('ai_provider', { baseUrl: 'https://ai.example/v1', apiKey: 'x' })).toMatchObject({
      source: 'stored',
    });
    await expect(set('escrow_ticket', { mnemonic })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await is('super_admin', 2);
    expect(await set('escrow_ticket', { mnemonic })).toMatchObject({
      source: 'stored',
      addresses: expect.arrayContaining([
        { chainId: 'pion-1', address: expect.stringMatching(/^neutron1/) as string },
      ]) as unknown,
    });
  });
});
