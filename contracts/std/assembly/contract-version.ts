import { Bytes, panic } from './bytes';
import { JsonReader } from './json-reader';
import { JsonWriter } from './json-writer';
import { Key, storageGet, storageSet } from './storage';

/** Records name and version of the contract where explorers look for them. Layout and key: cw2. */
export function setContractVersion(contract: string, version: string): void {
  const json = JsonWriter.create(128).beginObject().field('contract').ascii(contract).field('version').ascii(version);
  storageSet(key(), json.endObject().toBytes());
}

/** Why code may not take over the recorded state; `None`: it may. */
export enum MigrationRefusal {
  None = 0,
  WrongContract,
  Downgrade,
}

/** True if code of `version` may take over the recorded state. */
export function checkMigration(contract: string, version: string): MigrationRefusal {
  const record = storageGet(key());
  if (!record) return MigrationRefusal.WrongContract;
  let storedContract = Bytes.empty();
  let storedVersion = Bytes.empty();
  const reader = JsonReader.of(record);
  reader.beginObject();
  for (let name = reader.nextField(); name; name = reader.nextField()) {
    if (name.equalsAscii('contract')) storedContract = reader.string();
    else if (name.equalsAscii('version')) storedVersion = reader.string();
    else reader.skipValue();
  }
  reader.end();
  if (reader.failed) panic('unreadable contract version');
  if (!storedContract.equalsAscii(contract)) return MigrationRefusal.WrongContract;
  const isOlder = ordinal(Bytes.ascii(version)) < ordinal(storedVersion);
  return isOlder ? MigrationRefusal.Downgrade : MigrationRefusal.None;
}

/** `major.minor.patch`, each below 65,536, as one number that sorts. */
function ordinal(version: Bytes): u64 {
  let number: u64 = 0;
  let part: u64 = 0;
  let parts = 1;
  for (let i: u32 = 0; i < version.length; i++) {
    const character = version.at(i);
    if (character == 0x2e) {
      number = (number << 16) | part;
      part = 0;
      parts++;
    } else {
      if (character < 0x30 || character > 0x39) panic('malformed version');
      part = part * 10 + (character - 0x30);
      if (part > 0xffff) panic('malformed version');
    }
  }
  if (parts != 3) panic('malformed version');
  return (number << 16) | part;
}

function key(): Bytes {
  return Key.of('contract_info').bytes();
}
