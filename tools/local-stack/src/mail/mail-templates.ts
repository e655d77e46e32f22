import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE_FLAGS } from '@questp/manifest';
import { mainOf } from '@questp/testing';
import type { MailTemplate } from './templates-page.js';

/** Every mail of the compiled notifier. */
export async function readMailTemplates(root: string): Promise<MailTemplate[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...NODE_FLAGS,
    mainOf('notifier', root),
    'show-mails',
  ]);
  return JSON.parse(stdout) as MailTemplate[];
}
