import { TASK_TYPES } from '../../task-types/index.js';
import { validateConfig, validateInputs } from './validation.js';

const errorsOf = (validation: ReturnType<typeof validateConfig>) =>
  validation.ok ? [] : validation.errors.map(({ pointer, code }) => `${pointer} ${code}`);

const FILES = ['a', 'b', 'c'].map((last) => `0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6${last}`);
const UPLOAD = { instructions: 'Show it.', maxFiles: 2, contentTypes: ['image/png'] };

describe('a configuration', () => {
  it('gets the defaults of its type, and the original stays as it was', () => {
    const config = { url: 'https://example.org' };
    expect(validateConfig(TASK_TYPES.get('engagement_url_visit'), config)).toEqual({
      ok: true,
      value: { ...config, minSeconds: 10 },
    });
    expect(config).toEqual({ url: 'https://example.org' });
  });

  it.each([
    ['no object', 'engagement_url_visit', [], [' TYPE']],
    ['nothing', 'engagement_url_visit', undefined, [' TYPE']],
    ['a missing member', 'engagement_url_visit', {}, ['/url REQUIRED']],
    ['an unknown member', 'engagement_daily_checkin', { 'a/b~c': 1 }, ['/a~1b~0c UNKNOWN_MEMBER']],
    [
      'several faults at once',
      'engagement_url_visit',
      { url: 'https://example.org', minSeconds: 601, color: 'red' },
      ['/color UNKNOWN_MEMBER', '/minSeconds RANGE'],
    ],
    ['a number as text', 'engagement_url_visit', { url: 'https://a.org', minSeconds: '5' }, ['/minSeconds TYPE']],
    ['a line break in a signed statement', 'attestation_sign', { statement: 'a\nNonce: b' }, ['/statement FORMAT']],
    ['a code of white space', 'engagement_secret_code', { code: '\u3000\u00a0' }, ['/code FORMAT']],
    ['no criterion at all', 'social_microblog_bio', {}, [' LENGTH']],
  ])('is refused with %s', (_, type, config, errors) => {
    expect(errorsOf(validateConfig(TASK_TYPES.get(type), config)).sort()).toEqual(errors);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://example.org/',
    'https:example.org',
    'https://user:secret@example.org/',
    'https://example.org/a b',
    'https://a:99999/',
    'https://a.example:99999/',
    'https://[',
    'https://%',
    'https://localhost/',
    '//example.org/',
    'HTTPS//example.org',
  ])('takes no address like %s', (url) => {
    expect(
      errorsOf(validateConfig(TASK_TYPES.get('engagement_url_visit'), { url })).every(
        (error) => error === '/url FORMAT',
      ),
    ).toBe(true);
    expect(validateConfig(TASK_TYPES.get('engagement_url_visit'), { url }).ok).toBe(false);
  });

  it.each(['http://example.org', 'https://medium.example.org/@me?x=1#top', 'https://xn--bcher-kva.example/%20'])(
    'takes an address like %s',
    (url) => {
      expect(validateConfig(TASK_TYPES.get('engagement_url_visit'), { url }).ok).toBe(true);
    },
  );
});

describe('inputs', () => {
  it.each([
    ['unknown members', 'identity_wallet_link', {}, { txHash: 'x' }, ['/txHash UNKNOWN_MEMBER']],
    ['a code that is no text', 'engagement_secret_code', {}, { code: { $ne: '' } }, ['/code TYPE']],
    ['no proof', 'custom_manual', { accepts: ['link', 'text'] }, { note: 'x' }, [' REQUIRED']],
    ['a proof the quest does not take', 'custom_manual', { accepts: ['link'] }, { text: 'x' }, ['/text NOT_ALLOWED']],
    ['a text too short', 'custom_manual', { accepts: ['text'], minTextLength: 3 }, { text: ' ab ' }, ['/text LENGTH']],
    ['no link', 'dev_video_submit', {}, {}, ['/link REQUIRED']],
    [
      'a link to another host',
      'dev_video_submit',
      { allowedDomains: ['video.org'] },
      { link: 'https://notvideo.org/1' },
      ['/link NOT_ALLOWED'],
    ],
    ['no file', 'content_media_upload', UPLOAD, { fileIds: [] }, ['/fileIds LENGTH']],
    ['more files than the quest takes', 'content_media_upload', UPLOAD, { fileIds: FILES }, ['/fileIds LENGTH']],
    [
      'a file twice',
      'dev_video_submit',
      {},
      { link: 'https://a.org', fileIds: [FILES[0], FILES[0]] },
      ['/fileIds DUPLICATE'],
    ],
    ['an id that is none', 'engagement_app_install', {}, { screenshotFileId: '../x' }, ['/screenshotFileId FORMAT']],
    [
      'a file twice, once in capitals',
      'content_media_upload',
      { ...UPLOAD, maxFiles: 2 },
      { fileIds: [FILES[0], FILES[0]?.toUpperCase()] },
      ['/fileIds DUPLICATE'],
    ],
    ['quiz answers that are no lists', 'learn_quiz', { questions: [] }, { answers: { q1: 'a' } }, ['/answers/q1 TYPE']],
    ['quiz answers as a list', 'learn_quiz', { questions: [] }, { answers: [] }, ['/answers TYPE']],
  ])('are refused with %s', (_, type, config, inputs, errors) => {
    expect(errorsOf(validateInputs(TASK_TYPES.get(type), config, inputs))).toEqual(errors);
  });

  it('may have ids in any case, which come out in lower case', () => {
    const id = '0190A3B4-5C6D-7E8F-9A0B-1C2D3E4F5A6B';
    const read = (type: string, config: object, inputs: object) =>
      validateInputs(TASK_TYPES.get(type), config as never, inputs);
    const lower = id.toLowerCase();
    expect(read('content_media_upload', UPLOAD, { fileIds: [id] })).toMatchObject({ value: { fileIds: [lower] } });
    expect(read('engagement_app_install', {}, { screenshotFileId: id })).toEqual({
      ...{ ok: true, value: { screenshotFileId: lower } },
    });
    const fields = [
      { id: 'desk', label: 'Desk', kind: 'file', required: true },
      { id: 'text', label: 'Text', kind: 'short_text', required: true },
    ];
    expect(read('custom_form', { fields }, { answers: { desk: [id], text: id } })).toEqual({
      ...{ ok: true, value: { answers: { desk: [lower], text: id } } },
    });
  });

  it('may link to an allowed host and its subdomains', () => {
    const config = { allowedDomains: ['video.org'] };
    for (const link of ['https://video.org/1', 'https://m.VIDEO.org:443/1']) {
      expect(validateInputs(TASK_TYPES.get('dev_video_submit'), config, { link }).ok).toBe(true);
    }
  });

  it('with a hundred thousand entries are refused at once, with a bounded list of errors (A-05)', () => {
    const answers = Object.fromEntries(Array.from(Array(100_000).keys(), (index) => [`q${index}`, 'a']));
    // The processor's time: other suites run beside this one.
    const before = process.cpuUsage();
    const validation = validateInputs(TASK_TYPES.get('learn_quiz'), { questions: [] }, { answers });
    expect(errorsOf(validation).length).toBeLessThanOrEqual(50);
    expect(validation.ok).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
