import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findOnPath } from '@questp/local-stack';
import { newStudio, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../../support/one-platform.fixture.js';

const HOSTILE = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '＝1+1', '=HYPERLINK("https://example.org";"prize")'];

/** Import options: comma, double quote, UTF-8, as LibreOffice offers for a file with a byte order mark. */
const AS_CSV = '--infilter=CSV:44,34,76';

const run = promisify(execFile);

const program = findOnPath('soffice');
if (program === undefined) process.stdout.write('LibreOffice (soffice) is not on PATH: no export is opened in it\n');
else describe('In LibreOffice', () => opened(program));

function opened(command: string): void {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'questp-libreoffice-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** Opens the file and returns the sheet as XML, in which a formula has the attribute `table:formula`. */
  const sheetOf = async (csv: string): Promise<string> => {
    await writeFile(join(directory, 'file.csv'), csv);
    const profile = `-env:UserInstallation=${pathToFileURL(join(directory, 'profile')).href}`;
    await run(command, [profile, '--headless', AS_CSV, '--convert-to', 'fods', '--outdir', directory, 'file.csv'], {
      cwd: directory,
      timeout: 60_000,
    });
    return readFile(join(directory, 'file.fods'), 'utf8');
  };

  it('A-80 opens every cell of an export, and none as a formula', async () => {
    const studio = await newStudio(await e2e.signIn());
    const title = '=WEBSERVICE("https://example.org")';
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' }, { title });
    for (const text of HOSTILE) {
      const earner = await e2e.signIn();
      await unwrap(earner.client.PATCH('/v1/users/me', { body: { displayName: text } }));
      const { id: submissionId } = await unwrap(submit(earner, quest.id, { text }));
      const params = { path: { projectId: studio.project.id, submissionId } };
      await unwrap(
        studio.client.POST('/v1/projects/{projectId}/submissions/{submissionId}/reject', {
          params,
          body: { reason: text },
        }),
      );
    }
    const url = `/v1/projects/${studio.project.id}/campaigns/${studio.campaign.id}/exports/submissions.csv`;
    const csv = (await studio.client.call<string>('GET', url)).data as string;

    const sheet = await sheetOf(csv);
    expect(sheet).not.toContain('table:formula');
    const shown = sheet.replaceAll('&apos;', "'").replaceAll('&quot;', '"');
    expect([title, ...HOSTILE].filter((text) => !shown.includes(`<text:p>'${text}</text:p>`))).toEqual([]);
    // LibreOffice does evaluate such cells.
    expect(await sheetOf(csv.replaceAll("'=", '='))).toContain('table:formula');
  }, 120_000);
}
