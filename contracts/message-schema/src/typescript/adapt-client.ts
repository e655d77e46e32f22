const IMPORT = /^import \{ (.+) \} from "(.+)";$/gm;
/** The modules that replace the imports of ts-codegen. */
const MODULES: Record<string, string> = {
  './baseClient': '../contract-client.js',
  '@interchainjs/types': '../contract-client.js',
};

/**
 * Makes a client of @cosmwasm/ts-codegen 1.14 fit this repository: types instead of the interchainjs library (CosmJS
 * clients fit them too), only used imports, module names as Node resolves them, `override` where TypeScript asks for it.
 */
export function adaptClient(client: string): string {
  const body = client.replace(IMPORT, '');
  return `${client
    .replace(IMPORT, (_, names: string, module: string) => {
      const used = names.split(', ').filter((name) => new RegExp(`\\b${name}\\b`).test(body));
      return `import type { ${used.join(', ')} } from '${MODULES[module] ?? `${module}.js`}';`;
    })
    .replaceAll('Promise<any>', 'Promise<ExecuteResult>')
    .replace('import type {', "import type { ExecuteResult } from '../contract-client.js';\nimport type {")
    .replace(/^ {2}(client: ISigningCosmWasmClient;|sender: string;\n {2}contractAddress: string;)$/gm, (found) =>
      found.replace('client:', 'override client:').replace('contractAddress:', 'override contractAddress:'),
    )
    .replace(/(interface \w+Interface extends[^}]*?)override /g, '$1')}\n`;
}
