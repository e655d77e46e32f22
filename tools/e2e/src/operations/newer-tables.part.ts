import { inParallel, type Caller } from '@questp/players';
import { ADD_COLUMNS } from '@questp/testing';
import { newActors } from '../access/actors.fixture.js';
import { ACTORS, EXPECTED_ACCESS, type Actor } from '../access/expected-access.js';
import { newTenant, type Tenant } from '../access/stage.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { fill, operations } from '../support/open-api.js';

/** CSV files are left out: their statements are not prepared, and each may be read a few times only. */
const READS = operations().filter(
  ({ method, path, isStream, isRedirect }) => method === 'GET' && !path.endsWith('.csv') && !isStream && !isRedirect,
);

/**
 * The services have prepared their statements for the parts before this one. The parts after it run on the newer tables
 * as well, among them the example of every operation.
 */
describe('Services beside the migrations of a later version', () => {
  let tenant: Tenant;
  let actors: Record<Actor, Caller>;

  beforeAll(async () => {
    tenant = await newTenant();
    actors = await newActors(tenant);
  });

  /** As an actor who may. */
  const readAll = () =>
    inParallel(READS, 8, async ({ id, path }) => {
      const outcomes = EXPECTED_ACCESS.get(id)?.outcomes;
      const actor = ACTORS.find((one) => outcomes?.[one] === 'allowed') ?? 'anonymous';
      const { response, error } = await actors[actor].call('GET', fill(path, tenant.ids));
      return { id, status: response.status, code: (error as { code?: string } | undefined)?.code };
    });

  it('answer every read as before after every table got another column', async () => {
    const before = await readAll();
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(READS.length / 2);
    await e2e.sql(ADD_COLUMNS);

    expect(await readAll()).toEqual(before);
  });
});
