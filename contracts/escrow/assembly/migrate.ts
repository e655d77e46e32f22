import { Bytes, Response, checkMigration, setContractVersion } from '@questp/std/assembly';
import { EscrowError, MigrateMsg, lastFailure, refusal } from '@questp/message-schema/assembly';
import { CONTRACT_NAME, CONTRACT_VERSION } from './contract';

/** The migrate message: takes over the state of an escrow of this version or an older one. */
export function migrateEscrow(input: Bytes): usize {
  if (!MigrateMsg.parse(input)) return refusal(EscrowError.InvalidMessage, lastFailure());
  const refused = checkMigration(CONTRACT_NAME, CONTRACT_VERSION);
  if (refused)
    return refusal(refused == 'downgrade_refused' ? EscrowError.DowngradeRefused : EscrowError.WrongContract);
  setContractVersion(CONTRACT_NAME, CONTRACT_VERSION);
  return Response.create('migrate').attributeAscii('version', CONTRACT_VERSION).finish();
}
