import { Bytes, MigrationRefusal, Response, checkMigration, setContractVersion } from '@questp/std/assembly';
import { lastFailure } from './decoding';
import { MigrateMsg } from './generated/common';
import { CommonError } from './generated/errors';
import { refusal } from './refusal';

/** The migrate message: takes over the state of `contract` of this version or an older one. */
export function migrateTo(contract: string, version: string, input: Bytes): usize {
  if (!MigrateMsg.parse(input)) return refusal(CommonError.InvalidMessage, lastFailure());
  const reason = checkMigration(contract, version);
  if (reason == MigrationRefusal.WrongContract) return refusal(CommonError.WrongContract);
  if (reason == MigrationRefusal.Downgrade) return refusal(CommonError.DowngradeRefused);
  setContractVersion(contract, version);
  return Response.create('migrate').attributeAscii('version', version).finish();
}
