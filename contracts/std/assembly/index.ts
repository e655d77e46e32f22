export { asAbort } from './abort';
export { canonicalize, humanize, isLowerCase, isValidAddress } from './address';
export { Asset } from './asset';
export { base64Decode, base64Encode } from './base64';
export { Bytes, panic, present } from './bytes';
export { BytesBuilder } from './bytes-builder';
export { addU32, addU64, mulU64, SECOND, subU64 } from './checked';
export { chunkNumber, Chunks } from './chunks';
export { checkMigration, MigrationRefusal, setContractVersion } from './contract-version';
export { Coin, Env, MessageInfo } from './environment';
export {
  allocate,
  deallocate,
  interface_version_8,
  message,
  requires_cosmwasm_1_2,
  requires_iterator,
} from './exports';
export { hexDecode, hexEncode } from './hex';
export { instantiate2Address } from './instantiate2';
export { endVariant, nextMember, readEmptyObject, readName, requireMembers } from './json-members';
export { JsonReader } from './json-reader';
export { JsonWriter } from './json-writer';
export { List } from './list';
export { alloc, copyBytes, make } from './memory';
export { bankSend, cw20Transfer, Message, wasmExecute, wasmInstantiate2 } from './messages';
export { acceptOwnership, cancelOwnershipTransfer, Ownership, OwnershipRefusal, transferOwnership } from './ownership';
export { bankBalance, codeChecksum, ContractInfo, contractInfo, cw20Balance, rawQuery, smartQuery } from './queries';
export { RecordReader, RecordWriter } from './record';
export { Reply, shortened } from './reply';
export { queryResponse, refuse, refuseWith, Response } from './response';
export { isLowS, isSecp256k1PublicKey, verifySecp256k1 } from './secp256k1';
export { sha256 } from './sha256';
export { after, Key, Order, prefixEnd, Range, storageGet, storageRemove, storageSet } from './storage';
export { U128 } from './u128';
export { countCodePoints, isValidUtf8 } from './utf8';
