import { API_KEY_SCOPES } from '@questp/messages/access';
import { type Body, type Caller, newOperator, newStudio, type Person, suspend } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import type { Actor } from './expected-access.js';
import { newKey, type Tenant } from './stage.fixture.js';

/** A caller of each kind, in relation to the tenant's project. */
export async function newActors({ studio }: Tenant): Promise<Record<Actor, Caller>> {
  const [moderator, suspendedEarner, suspendedAdmin, stranger] = (await e2e.people(4)) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const other = await newStudio(await e2e.signIn(), { draft: true });
  await studio.addMember(moderator, 'project_moderator');
  await studio.addMember(suspendedAdmin, 'project_admin');
  const superAdmin = await e2e.superAdmin();
  await unwrap(suspend(superAdmin, suspendedEarner));
  await unwrap(suspend(superAdmin, suspendedAdmin));
  const key = async (scope: Body<'createApiKey'>['scopes'][number]) => e2e.as((await newKey(studio, [scope])).key);
  const foreign = await newKey(other, [...API_KEY_SCOPES]);
  return {
    anonymous: e2e.anonymous,
    earner: stranger.client,
    'admin of another project': other.client,
    project_moderator: moderator.client,
    project_admin: studio.client,
    'suspended earner': suspendedEarner.client,
    'suspended project_admin': suspendedAdmin.client,
    platform_moderator: (await newOperator(e2e, 'platform_moderator')).client,
    super_admin: superAdmin,
    'operator with an initial password': (await newOperator(e2e, 'super_admin', { initialPassword: true })).client,
    'key project:read': await key('project:read'),
    'key submissions:read': await key('submissions:read'),
    'key leaderboard:read': await key('leaderboard:read'),
    'key exports:read': await key('exports:read'),
    'key of another project': e2e.as(foreign.key),
  };
}
