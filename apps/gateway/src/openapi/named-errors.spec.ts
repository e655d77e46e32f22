import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONTRACTS } from '@questp/messages/contracts';
import { ERROR_TABLE } from '@questp/messages/language';
import { ACCESS_TABLE } from '@questp/messages/tables';
import { Operations } from '../operations/operations.js';
import { createDocument } from './document.js';

const ROOT = resolve(import.meta.dirname, '../../../..');
/** A comment directly above the handler of a contract. */
const HANDLER = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*@Rpc\((\w+)\)/g;
const CONTRACT = /export const (\w+) = contract\(\{\s*subject: '([^']+)'/g;

const operations = [...new Operations(CONTRACTS, ACCESS_TABLE)];
const codesOf = new Map(
  Object.values(createDocument(operations).paths).flatMap((item) =>
    Object.values(item).map((one) => [one.operationId, one['x-error-codes']]),
  ),
);

/** The sources of services and libraries, without specs. */
function sources(): string[] {
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).flatMap((project) => {
      const source = join(ROOT, folder, project, 'src');
      return readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => join(source, name));
    }),
  );
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
}

const texts = sources().map((file) => readFileSync(file, 'utf8'));
const found = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)]);

describe('the errors that the comment of a handler names', () => {
  it('are those of its operations in the document', () => {
    const subjects = new Map(found(CONTRACT).map(([, name = '', subject = '']) => [name, subject]));
    const handlers = found(HANDLER);
    expect(handlers.length).toBeGreaterThan(50);
    const undeclared = handlers.flatMap(([, comment = '', name = '']) => {
      const named = (comment.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []).filter((word) => word in ERROR_TABLE);
      const answered = operations.filter(({ contract }) => contract.subject === subjects.get(name));
      // Operations that redirect show their errors on a page; of several, each has those that it can answer.
      if (answered.length === 0 || answered.some(({ binding }) => binding.redirects)) return [];
      const declared = new Set<string>(answered.flatMap(({ binding }) => codesOf.get(binding.id) ?? []));
      return named.filter((code) => !declared.has(code)).map((code) => `${name} ${code}`);
    });
    // An operator who is signed in exists.
    expect(undeclared).toEqual(['getAdmin NOT_FOUND']);
  });
});
