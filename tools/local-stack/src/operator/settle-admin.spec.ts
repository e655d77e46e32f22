import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { settleAdmin } from './settle-admin.js';
import { storeEscrowKeys } from './store-escrow-keys.js';

const ADMIN = { email: 'admin@questp.local', password: 'the printed one' };
const INITIAL = 'the initial one';

/** The routes of operators that a start uses, with an account whose password is `password`. */
describe('the administrator of a local platform', () => {
  let api: Server;
  let url: string;
  let password: string;
  let fails: string | undefined;
  const asked: string[] = [];

  beforeAll(async () => {
    api = createServer((request, response) => {
      void (async () => {
        const route = `${request.method} ${request.url}`;
        const body = request.method === 'POST' && !route.includes('login') ? {} : ((await json(request)) as Body);
        asked.push(route);
        const isKnown = route.endsWith('/login') ? body.password === password : body.currentPassword === password;
        if (fails === route) response.writeHead(503);
        else if (route.endsWith('/sign-out')) response.writeHead(204);
        else if (!isKnown) response.writeHead(401);
        else if (route.endsWith('/login'))
          response
            .writeHead(200)
            .write(JSON.stringify({ token: 'svca_x', admin: { mustChangePassword: password === INITIAL } }));
        else {
          password = body.newPassword ?? '';
          response.writeHead(request.headers.authorization === 'Bearer svca_x' ? 204 : 401);
        }
        response.end();
      })();
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  });
  afterAll(() => api.close());
  beforeEach(() => {
    asked.length = 0;
    fails = undefined;
  });

  interface Body {
    password?: string;
    currentPassword?: string;
    newPassword?: string;
  }
  const [LOGIN, SIGN_OUT, CHANGE] = [
    'POST /admin/auth/login',
    'POST /admin/auth/sign-out',
    'PUT /admin/me/password',
  ] as const;

  it('gets the password that is printed in the place of the initial one, at the first start', async () => {
    password = INITIAL;
    await settleAdmin(url, ADMIN, INITIAL);
    expect(password).toBe(ADMIN.password);
    expect(asked).toEqual([LOGIN, LOGIN, CHANGE]);
  });

  it('keeps it at later starts, which leave no session behind', async () => {
    password = ADMIN.password;
    await settleAdmin(url, ADMIN, INITIAL);
    expect(password).toBe(ADMIN.password);
    expect(asked).toEqual([LOGIN, SIGN_OUT]);
  });

  it('keeps a password that an operator chose', async () => {
    password = 'chosen';
    await settleAdmin(url, ADMIN, INITIAL);
    expect(password).toBe('chosen');
    expect(asked).toEqual([LOGIN, LOGIN]);
  });

  it('stores no keys of the escrow before it has replaced a password that it was given', async () => {
    password = INITIAL;
    const chain = { mnemonics: {}, addresses: {} } as Parameters<typeof storeEscrowKeys>[2];
    const said = await storeEscrowKeys(url, { email: ADMIN.email, password: INITIAL }, chain);
    expect(said).toContain('not stored, since admin@questp.local has to replace the initial password');
    expect(asked).toEqual([LOGIN, SIGN_OUT]);
  });

  it.each([
    [LOGIN, 'The sign-in of admin@questp.local answered 503'],
    [CHANGE, 'PUT /admin/me/password answered 503'],
  ])('reports a sentence when %s fails', async (route, sentence) => {
    password = INITIAL;
    fails = route;
    await expect(settleAdmin(url, ADMIN, INITIAL)).rejects.toThrow(sentence);
  });
});
