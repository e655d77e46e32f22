import { expectProblem } from '../../support/expect-problem.fixture.js';
import { committedOpenApi } from '../../support/open-api.js';
import { e2e } from './stage.fixture.js';

describe('Documentation', () => {
  it('serves the OpenAPI document as it is committed', async () => {
    const { data, response } = await e2e.anonymous.call('GET', '/openapi.json');

    expect(response.status).toBe(200);
    expect(data).toEqual(JSON.parse(committedOpenApi()));
  });

  it.each(['/docs', '/docs/', '/docs/errors', '/verify', '/verify/'])(
    'has a page at %s that loads nothing from elsewhere',
    async (path) => {
      const answer = await fetch(e2e.gatewayUrls[0] + path);
      const text = await answer.text();

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      const files = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, file]) => file as string);
      for (const file of files) {
        const { status } = await fetch(new URL(file, answer.url));
        expect({ file, status }).toEqual({ file, status: 200 });
      }
    },
  );

  it('explains the code an error points to', async () => {
    const { error } = await e2e.anonymous.GET('/v1/users/me');

    expect(error?.type).toBe('/docs/errors#UNAUTHENTICATED');
    expect(await (await fetch(`${e2e.gatewayUrls[0]}/docs/errors`)).text()).toContain('id="UNAUTHENTICATED"');
  });

  it('has no metrics and no health on the public port', async () => {
    for (const path of ['/metrics', '/health/live', '/health/ready', '/.git/config', '/.env']) {
      expectProblem(await e2e.anonymous.call('GET', path), 'NOT_FOUND');
    }
  });
});
