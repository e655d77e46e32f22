import { type ErrorTable } from '../errors/error-table.js';
import { type ModuleName, type NamedDefinition } from '../model/modules.js';
import { definitionCode } from './definition-code.js';
import { errorsCode } from './errors-code.js';
import { decodeFunction, nameFunction, type Lookup } from './field-code.js';

const STD = [
  ...['Bytes', 'JsonReader', 'JsonWriter', 'List', 'U128', 'endVariant', 'make', 'nextMember', 'present'],
  ...['readEmptyObject', 'readName', 'requireMembers'],
];
const DECODING = ['isComplete', 'readText'];

const HEADER = '// Made from the files in schema/ by the write target; do not edit.\n';

/** Text of every generated AssemblyScript file by its name in assembly/generated/, not yet formatted. */
export function codecFiles(modules: Record<ModuleName, NamedDefinition[]>, errors: ErrorTable): Map<string, string> {
  const all = new Map(Object.values(modules).flatMap((list) => list.map(({ name, definition }) => [name, definition])));
  const lookup: Lookup = (name) => {
    const definition = all.get(name);
    if (!definition) throw new Error(`no definition ${name}`);
    return definition;
  };
  const common = modules.common.flatMap(({ name, definition }) =>
    definition.kind === 'names' ? [name, decodeFunction(name), nameFunction(name)] : [name],
  );

  const files = new Map<string, string>();
  for (const [module, definitions] of Object.entries(modules)) {
    const body = definitions.map((definition) => definitionCode(definition, lookup)).join('\n\n');
    const imports = [
      importLine(STD, body, '@questp/std/assembly'),
      module === 'common' ? '' : importLine(common, body, './common'),
      importLine(DECODING, body, '../decoding'),
    ];
    files.set(`${module}.ts`, `${HEADER}${imports.join('')}\n${body}\n`);
  }
  files.set('errors.ts', `${HEADER}${errorsCode(errors)}`);
  return files;
}

function importLine(names: string[], body: string, from: string): string {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return used.length > 0 ? `import { ${used.join(', ')} } from '${from}';\n` : '';
}
