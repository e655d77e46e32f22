import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BytesServer } from '@questp/bytes';
import { API_KEY_SCOPES, type Principal } from '@questp/messages/access';
import { CONTRACTS } from '@questp/messages/contracts';
import { AppError, exampleOf, exampleOfAll, fieldError, type Field } from '@questp/messages/language';
import { ACCESS_TABLE } from '@questp/messages/tables';
import { createLogger } from '@questp/service';
import { startNats, type TestNats } from '@questp/testing';
import { adminId, bearer, StandIn, startGateway, userId, uuid, type TestGateway } from '../testing/gateway.fixture.js';
import type { Operation } from '../operations/operation.js';
import { Operations } from '../operations/operations.js';

/** Operations that a service answers for a client. */
const OPERATIONS = [...new Operations(CONTRACTS, ACCESS_TABLE)].filter(
  ({ binding }) => binding.stream === undefined && !binding.redirects,
);
const PROJECT = exampleOf(
  OPERATIONS.find(({ binding }) => binding.id === 'getProject')?.inPath.get('projectId') as Field,
) as string;
const USER: Principal = { family: 'user', userId: userId(1), sessionId: uuid(11), status: 'active' };
const ADMIN: Principal = {
  family: 'admin',
  adminId: adminId(2),
  sessionId: uuid(12),
  role: 'super_admin',
  signedInAt: '2026-05-01T12:00:00.000Z',
  mustChangePassword: false,
  mustEnableTwoFactor: false,
};
const API_KEY: Principal = {
  family: 'api_key',
  apiKeyId: uuid(13),
  projectId: PROJECT,
  scopes: [...API_KEY_SCOPES],
};

/** A principal of each family that an operation admits. */
const callersOf = ({ rule: { allow } }: Operation): (Principal | null)[] => [
  ...(allow.anonymous ? [null] : []),
  ...(allow.user ? [USER] : []),
  ...(allow.apiKey ? [API_KEY] : []),
  ...(allow.admin ? [ADMIN] : []),
];

/** A rejected file, and the reason. */
const WRONG = 'wrong';
const WRONGS = ['/list', '#row=2'].map((pointer) => fieldError(pointer, 'FORMAT'));
const USER_AGENT = 'a'.repeat(301);
const KEY = 'key-1';
/** For an operation that accepts bytes. */
const UPLOAD = Buffer.alloc(100_000, 'x');

interface Call {
  path: string;
  init: RequestInit;
  body: string;
}

/** The smallest valid request of an operation, with optional further members. */
function callOf(operation: Operation, more: Record<string, unknown> = {}): Call {
  const { method, inPath, sent, place, binding } = operation;
  let path = operation.path;
  for (const [name, field] of inPath) path = path.replace(`:${name}`, String(exampleOf(field)));
  const members = { ...exampleOfAll(sent), ...more };
  const names = Object.keys(members);
  const headers = { 'user-agent': USER_AGENT, 'idempotency-key': KEY };
  if (operation.binding.upload) {
    const query = new URLSearchParams(names.map((name): [string, string] => [name, String(members[name])]));
    const init = {
      method,
      headers: { ...headers, 'content-type': binding.webhook ? 'application/json' : 'image/png' },
      body: UPLOAD,
    };
    return { path: `${path}?${query.toString()}`, init, body: '' };
  }
  if (place === 'query') {
    const query = new URLSearchParams(names.map((name): [string, string] => [name, String(members[name])]));
    return { path: names.length === 0 ? path : `${path}?${query.toString()}`, init: { method, headers }, body: '' };
  }
  if (names.length === 0 && !operation.needsBody) return { path, init: { method, headers }, body: '' };
  const [type, body] = binding.webhook
    ? ['application/json', String(members['body'])]
    : binding.csv === undefined
      ? ['application/json', JSON.stringify(members)]
      : ['text/csv', String(members[binding.csv])];
  return { path, init: { method, headers: { ...headers, 'content-type': type }, body }, body };
}

/** The expected message, computed independently of the code under test. */
function messageFor(operation: Operation, { path, body }: Call, caller: Principal | null) {
  const { binding, inPath, sent, filled, method } = operation;
  const id = caller?.family === 'user' ? caller.userId : caller?.family === 'admin' ? caller.adminId : undefined;
  const values = {
    userId: caller?.family === 'user' ? id : undefined,
    adminId: caller?.family === 'admin' ? id : undefined,
    callerId: id,
    sessionId: caller !== null && 'sessionId' in caller ? caller.sessionId : undefined,
    family: caller?.family,
    apiKeyProjectId: caller?.family === 'api_key' ? PROJECT : undefined,
    ifMatch: undefined,
    upload: { contentType: 'image/png', size: UPLOAD.length },
    reader: {
      caller: caller?.family === 'api_key' ? caller.projectId : (id ?? '127.0.0.1'),
      isAnonymous: caller === null,
      headersOnly: false,
      knownEtags: [],
    },
    browser: undefined,
    webhookHeaders: {},
    client: { ip: '127.0.0.1', userAgent: 'a'.repeat(300) },
    idempotency: {
      scope: `${id} ${method} ${path}`,
      key: KEY,
      requestHash: createHash('sha256').update(body).digest('hex'),
    },
  };
  const message = {
    ...exampleOfAll(sent),
    ...Object.fromEntries([...filled].map(([name, value]) => [name, values[value]])),
    ...binding.set,
    ...Object.fromEntries([...inPath].map(([name, field]) => [name, exampleOf(field)])),
  };
  return JSON.parse(JSON.stringify(message)) as unknown;
}

describe('the message of a request', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  const files = new BytesServer(createLogger('exports', 'silent'));

  const call = async ({ path, init }: Call, caller: Principal | null) => {
    const headers = { ...init.headers, ...(caller === null ? {} : bearer(services.token(caller))) };
    const response = await fetch(`${gateway.url}${path}`, { ...init, headers });
    const text = await response.text();
    const isText = response.headers.get('content-type')?.startsWith('text/plain');
    return { status: response.status, body: isText ? text : text === '' ? null : (JSON.parse(text) as unknown) };
  };
  const messagesTo = (subject: string) => services.requests.filter((request) => request.subject === subject);

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    const many = 1e6;
    gateway = await startGateway(nats.urlOf('gateway'), {
      LIMIT_PRINCIPAL: many,
      LIMIT_PRINCIPAL_WRITES: many,
      LIMIT_ANONYMOUS: many,
      LIMIT_ADDRESS: many,
      LIMIT_ADMIN_SIGN_IN: many,
      LIMIT_EMAIL_CODES: many,
      LIMIT_PASSWORD: many,
      LIMIT_ACCOUNT_EXPORTS: many,
    });
    services.roles.set(`${PROJECT} ${userId(1)}`, 'project_admin');
    await files.listen('127.0.0.1', 0);
    for (const [contract, binding] of new Map(OPERATIONS.map((one) => [one.contract, one.binding]))) {
      const answered = contract.reply === null ? null : { [binding.text ?? 'answered']: contract.subject };
      const file = () => Promise.resolve(Readable.from([JSON.stringify(answered)]));
      const take = async (bytes: Readable) => ({ received: (await buffer(bytes)).length });
      await services.answer(contract, (message: object) => {
        if ('list' in message && message.list === WRONG) throw new AppError('VALIDATION_FAILED', { errors: WRONGS });
        if (binding.upload) return { url: files.accept(() => undefined, take) };
        return binding.file === undefined
          ? answered
          : { url: files.offer(() => undefined, file), fileName: 'file.csv' };
      });
    }
  });

  afterAll(async () => {
    await gateway?.close();
    await files.close();
    await services?.close();
    await nats?.stop();
  });

  it.each(OPERATIONS.map((operation) => [operation.binding.id, operation] as const))(
    '%s is what path, client, operation and token say, and its reply comes back',
    async (_, operation) => {
      const { binding, contract, status } = operation;
      for (const caller of callersOf(operation)) {
        const request = callOf(operation);
        expect(await call(request, caller)).toEqual({
          status,
          body: status === 204 ? null : binding.text === undefined ? { answered: contract.subject } : contract.subject,
        });
        expect(messagesTo(contract.subject).at(-1)?.data).toEqual(messageFor(operation, request, caller));
      }
    },
  );

  const ofMembers = OPERATIONS.filter(({ binding }) => binding.csv === undefined && !binding.webhook);
  it.each(ofMembers.map((operation) => [operation.binding.id, operation] as const))(
    '%s takes no member from the client that path, operation or token decide',
    async (_, operation) => {
      const { contract, binding, inPath, sent, filled, place } = operation;
      const decided = [...inPath.keys(), ...filled.keys(), ...Object.keys(binding.set ?? {}), 'unknown'];
      const [caller = null] = callersOf(operation);
      const asked = messagesTo(contract.subject).length;
      for (const name of decided) {
        const whole = place === 'body' && sent.size === 0;
        expect(await call(callOf(operation, { [name]: 'x' }), caller)).toMatchObject({
          status: 400,
          body: {
            code: 'VALIDATION_FAILED',
            errors: [{ pointer: whole ? '' : place === 'query' ? `?${name}` : `/${name}`, code: 'UNKNOWN_MEMBER' }],
          },
        });
      }
      expect(messagesTo(contract.subject)).toHaveLength(asked);
    },
  );

  it('reports the unknown members of a body together with its other errors, and sends nothing', async () => {
    const operation = OPERATIONS.find(({ binding }) => binding.id === 'adminSignIn') as Operation;
    const { path, init } = callOf(operation);
    const asked = messagesTo(operation.contract.subject).length;
    const body = JSON.stringify({ email: 'operator@example.org', password: 17, deviceToken: '?', passwort: 'x' });
    expect(await call({ path, init: { ...init, body }, body }, null)).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '/passwort', code: 'UNKNOWN_MEMBER' },
          { pointer: '/password', code: 'TYPE' },
          { pointer: '/deviceToken', code: 'FORMAT' },
        ],
      },
    });
    expect(messagesTo(operation.contract.subject)).toHaveLength(asked);
  });

  it('reports the unknown and repeated parameters of a query together with its other errors, and sends nothing', async () => {
    const asked = messagesTo('notifier.notifications.list').length;
    const query = 'limits=5&limit=-5&unread=true&unread=false';
    expect(await call({ path: `/v1/notifications?${query}`, init: {}, body: '' }, USER)).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '?limits', code: 'UNKNOWN_MEMBER' },
          { pointer: '?unread', code: 'DUPLICATE' },
          { pointer: '?limit', code: 'TYPE' },
        ],
      },
    });
    expect(messagesTo('notifier.notifications.list')).toHaveLength(asked);
  });

  it.each([
    ['limit=5', { limit: 5 }],
    ['limit=0005', { limit: 5 }],
    ['limit=-5', { limit: '-5' }],
    ['limit=5.0', { limit: '5.0' }],
    ['limit=1234567890123456', { limit: '1234567890123456' }],
    ['limit=', { limit: '' }],
    ['unread=true', { unread: true }],
    ['unread=false', { unread: false }],
    ['unread=1', { unread: '1' }],
    ['cursor=17', { cursor: '17' }],
    ['cursor=true', { cursor: 'true' }],
  ])('takes the query %s by the types of its members', async (query, members) => {
    const before = messagesTo('notifier.notifications.list').length;
    await call({ path: `/v1/notifications?${query}`, init: {}, body: '' }, USER);
    const messages = messagesTo('notifier.notifications.list').slice(before);
    expect(messages.map(({ data }) => data)).toEqual([{ userId: userId(1), ...members }]);
  });

  it.each([
    ['status=claimed', ['claimed']],
    ['status=claimed&status=pending', ['claimed', 'pending']],
    ['status=', ['']],
  ])('takes the query %s as a list', async (query, status) => {
    await call({ path: `/v1/users/me/submissions?${query}`, init: {}, body: '' }, USER);
    expect(messagesTo('quests.submissions.list-own').at(-1)?.data).toEqual({ userId: userId(1), status });
  });

  describe('whose body is a CSV file', () => {
    const listed = OPERATIONS.find(({ binding }) => binding.id === 'rejectListed') as Operation;
    const send = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
      const { path } = callOf(listed);
      return call({ path, init: { method: 'POST', headers: { 'content-type': type }, body }, body: '' }, USER);
    };
    const asked = () => messagesTo(listed.contract.subject);

    it.each(['text/csv', 'text/csv; charset=utf-8', 'text/csv; header=present; charset="UTF-8"'])(
      'takes it as it is, byte order mark and all, as %s',
      async (type) => {
        const file = '\uFEFFearner,reason\r\n"жук","a\n""b"""';
        expect(await send(type, file)).toMatchObject({ status: 200 });
        expect(asked().at(-1)?.data).toMatchObject({ list: file });
        expect(await send(type, '')).toMatchObject({ status: 200 });
        expect(asked().at(-1)?.data).toMatchObject({ list: '' });
      },
    );

    it.each([
      'application/vnd.ms-excel',
      'application/csv',
      'text/plain; charset=us-ascii',
      'text/tab-separated-values',
      'application/octet-stream',
    ])('takes it as %s, as browsers and programs send it', async (type) => {
      expect(await send(type, 'a;b')).toMatchObject({ status: 200 });
      expect(asked().at(-1)?.data).toMatchObject({ list: 'a;b' });
    });

    const FILE = 'earner\treason\r\na\tжук ü 甲';
    const utf16 = (text: string, swapped = false) => {
      const bytes = Buffer.from(text, 'utf16le');
      return new Uint8Array(swapped ? bytes.swap16() : bytes);
    };
    it.each<[string, string, Uint8Array<ArrayBuffer>]>([
      ['little-endian with a byte order mark', 'text/csv', utf16(`\uFEFF${FILE}`)],
      ['big-endian with a byte order mark', 'text/csv; charset=utf-8', utf16(`\uFEFF${FILE}`, true)],
      ['little-endian without one', 'text/plain', utf16(FILE)],
      ['big-endian without one', 'application/vnd.ms-excel', utf16(FILE, true)],
      ['little-endian as its type names it', 'text/csv; charset=utf-16le', utf16(FILE)],
      ['of either kind as its type names it', 'text/csv; charset="UTF-16"', utf16(FILE, true)],
    ])('reads UTF-16, %s', async (_, type, body) => {
      expect(await send(type, body)).toMatchObject({ status: 200 });
      expect(asked().at(-1)?.data).toMatchObject({ list: FILE });
    });

    it.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
      ['Windows-1252', new Uint8Array(Buffer.from('earner,reason\r\na,für\r\n', 'latin1')), /line 2 .*Windows-1252/],
      ['half of UTF-16', utf16(`\uFEFF${FILE}`).slice(0, -1), /UTF-16LE/],
      ['a workbook', 'PK\u0003\u0004\u0014\0\u0006\0', /workbook.* as CSV/],
      ['an older workbook', new Uint8Array(Buffer.from('d0cf11e0a1b11ae10000', 'hex')), /workbook.* as CSV/],
      ['a page', '\uFEFF\n<!DOCTYPE html><html></html>', /page.* as CSV/],
    ])('names the fault of a file that is %s', async (_, file, detail) => {
      const { status, body } = await send('text/csv', file);
      expect([status, body]).toMatchObject([400, { errors: [{ pointer: '', code: 'FORMAT' }] }]);
      expect(JSON.stringify(body)).toMatch(detail);
    });

    it.each([
      ['JSON', 'application/json', '{"list":"a"}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['another character set', 'text/csv; charset=koi8-r', 'a', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['what is not in its character set', 'text/csv; charset=utf-16le', 'a', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['what is not in UTF-8', 'text/csv', new Uint8Array([0x61, 0xe4, 0x0a]), 400, 'VALIDATION_FAILED'],
      ['more than 128 KiB', 'text/csv', 'a'.repeat(128 * 1024 + 1), 413, 'PAYLOAD_TOO_LARGE'],
      ['more than 128 KiB in UTF-16', 'text/csv', utf16('a'.repeat(64 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE'],
    ])('refuses %s', async (_, type, body, status, code) => {
      const before = asked().length;
      expect(await send(type, body)).toMatchObject({ status, body: { code } });
      expect(asked()).toHaveLength(before);
    });

    it('is the only one that accepts a file, and reports errors of the file as a whole', async () => {
      const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' };
      expect(await call({ path: '/v1/projects', init, body: '' }, USER)).toMatchObject({ status: 415 });
      const { body } = await send('text/csv', WRONG);
      expect(body).toMatchObject({ errors: [{ pointer: '' }, { pointer: '#row=2' }] });
    });
  });

  it('is the same whatever the case of its ids', async () => {
    const project = uuid(0xabcdef);
    const owner = '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11';
    services.roles.set(`${project} ${userId(1)}`, 'project_admin');
    const create = async (id: string, pool: string) => {
      const body = JSON.stringify({ slug: 'a-b-c', title: 'A', imageUrl: `/v1/files/${pool}/image` });
      const headers = { 'content-type': 'application/json', 'idempotency-key': KEY };
      await call({ path: `/v1/projects/${id}/campaigns`, init: { method: 'POST', headers, body }, body }, USER);
      return messagesTo('quests.campaigns.create').at(-1)?.data as Record<string, object>;
    };
    const lower = await create(project, owner);
    const upper = await create(project.toUpperCase(), owner.toUpperCase());
    expect(upper['projectId']).toBe(project);
    expect(upper['idempotency']).toEqual(lower['idempotency']);
    const other = await create(project, uuid(0xabcdef));
    expect(other['idempotency']).not.toEqual(lower['idempotency']);
  });

  it('has no Idempotency-Key without the header', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    await call({ path: '/v1/projects', init, body: '{}' }, USER);
    expect(messagesTo('quests.projects.create').at(-1)?.data).toEqual({ userId: userId(1) });
  });
});
