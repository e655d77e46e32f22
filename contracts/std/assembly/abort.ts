import { Bytes } from './bytes';
import { abort } from './env';

/** Ends the call as a fault of the contract; everything it did is undone. Follow with `unreachable()`. ASCII text. */
export function panic(message: string): void {
  abort(Bytes.ascii(message).region());
  unreachable();
}

/** The target of `asc --use abort=...`: AssemblyScript's own has four arguments, the chain's one. */
export function asAbort(message: string | null, _file: string | null, _line: u32, _column: u32): void {
  panic(message ? message : 'abort');
}
