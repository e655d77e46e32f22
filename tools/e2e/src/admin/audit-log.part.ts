import { newOperator, newSlug, newStudio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { verifyAudit } from '../support/verify-audit.fixture.js';
import { login } from './stage.fixture.js';

describe('The audit log', () => {
  const entriesOf = async (subjectId: string) => {
    const params = { query: { limit: 100, subjectId } };
    return (await unwrap((await e2e.superAdmin()).GET('/v1/admin/audit-log', { params }))).items;
  };

  it('records sign-ins and failed sign-ins with address and user agent', async () => {
    const { email, password, admin } = await newOperator(e2e, 'platform_moderator');
    const agent = { 'user-agent': `Browser/${newSlug('agent')}` };
    await login(email, 'wrong password', agent);
    await login(email, password, agent);

    const where = { ip: '127.0.0.1', userAgent: agent['user-agent'], subjectId: admin.id };
    const found = (await entriesOf(admin.id)).filter(({ userAgent }) => userAgent === where.userAgent);
    expect(found).toMatchObject([
      { ...where, action: 'admin.sign_in' },
      { ...where, action: 'admin.sign_in_failed', actorType: 'anonymous' },
    ]);
  });

  it('contains no password, token or key', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const body = { name: 'Key', scopes: ['project:read' as const] };
    const { key } = await unwrap(
      studio.client.POST('/v1/projects/{projectId}/api-keys', { params: studio.inProject, body }),
    );
    const secrets = [e2e.platform.admin.password, (await e2e.superAdmin()).token, studio.owner.token, key];
    const [log] = await e2e.sql<{ text: string }>('SELECT jsonb_agg(a)::text AS text FROM identity.audit_log a');

    expect(log?.text).toContain('api_key.created');
    for (const secret of secrets) expect(log?.text).not.toContain(secret);
  });

  it('is a hash chain that can be verified from a head kept elsewhere', async () => {
    const admin = await e2e.superAdmin();
    const headNow = async () => (await unwrap(admin.GET('/v1/admin/audit-log/head'))).head;
    const kept = await headNow();
    await e2e.signIn();
    await waitFor(async () => (await headNow()) !== kept, { what: 'the sign-in to be chained' });
    expect(await verifyAudit(e2e, '--head', kept)).toMatch(/^every entry fits; head \d+:[0-9a-f]{64}\n$/);
    const beyond = kept.replace(/^\d+/, '999999999');
    await expect(verifyAudit(e2e, '--head', beyond)).rejects.toThrow('the head that was kept is at 999999999');
  });
});
