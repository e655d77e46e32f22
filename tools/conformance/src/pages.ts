import { emulatorEnvironment, startEmulators } from '@questp/emulators';
import { readMailTemplates, startMailSink, startStatusPage } from '@questp/local-stack';
import { freePort, workspaceRoot } from '@questp/testing';
import { outputOf } from './command.js';
import { browserProgram, startChromium } from './fetched.js';
import type { Part } from './part.js';

/** Every page that people see, at the width of a phone and of a computer, in both colour schemes. */
export const pages: Part = {
  name: 'pages',
  title: 'Chromium and axe-core on pages',
  prepare: startChromium,
  async run({ url }) {
    const [smtp, http, status] = [await freePort(), await freePort(), await freePort()];
    const templates = await readMailTemplates(workspaceRoot);
    const emulators = await startEmulators();
    const mails = await startMailSink({ ports: { smtp, http }, templates: () => Promise.resolve(templates) });
    const gateway = { name: 'gateway', pid: process.pid, healthUrl: url };
    const platform = { apiUrl: `${url}/v1`, admin: { email: 'a@questp.test', password: 'unknown' } };
    const statusPage = await startStatusPage(status, { ...platform, services: [gateway], chain: null });
    try {
      const ofGateway = ['/docs', '/docs/errors', '/verify'].map((path) => `${url}${path}`);
      const local = [`http://127.0.0.1:${http}/`, `http://127.0.0.1:${http}/templates`, `http://127.0.0.1:${status}/`];
      const urls = [...ofGateway, ...local, `${emulators.url}/`, ...signInPages(emulators.url)];
      const output = await outputOf(process.execPath, [
        await browserProgram('look-at-pages.mjs'),
        '',
        JSON.stringify(urls),
      ]);
      return { summary: `${urls.length} pages`, findings: JSON.parse(output) as string[] };
    } finally {
      await Promise.all([emulators.stop(), mails.stop(), statusPage.stop()]);
    }
  },
};

/** The consent page of the identity provider, and the page of a refused request. */
function signInPages(url: string): string[] {
  const authorize = `${url}/idp/authorize`;
  const { OAUTH_IDP_CLIENT_ID: client_id = '' } = emulatorEnvironment(url);
  const redirect_uri = 'http://127.0.0.1:3000/v1/auth/oauth/callback/oauth_idp';
  const asked = new URLSearchParams({ client_id, redirect_uri, response_type: 'code', scope: 'openid' });
  return [`${authorize}?${asked.toString()}`, authorize];
}
