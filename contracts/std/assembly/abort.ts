import { panic } from './bytes';

/** The target of `asc --use abort=...`: AssemblyScript's own has four arguments, the chain's one. */
export function asAbort(message: string | null, _file: string | null, _line: u32, _column: u32): void {
  panic(message ? message : 'abort');
}
