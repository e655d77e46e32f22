import { Bytes, Response, checkMigration, setContractVersion } from '@questp/std/assembly';
import { FactoryError, MigrateMsg, lastFailure, refusal } from '@questp/message-schema/assembly';
import { CONTRACT_NAME, CONTRACT_VERSION } from './contract';

/** Takes over the state of this contract at this version or an older one; who may migrate is the chain's to decide. */
export function migrateFactory(input: Bytes): usize {
  if (!MigrateMsg.parse(input)) return refusal(FactoryError.InvalidMessage, lastFailure());
  const refused = checkMigration(CONTRACT_NAME, CONTRACT_VERSION);
  if (refused) return refusal(refused == 'wrong_contract' ? FactoryError.WrongContract : FactoryError.DowngradeRefused);
  setContractVersion(CONTRACT_NAME, CONTRACT_VERSION);
  return Response.create('migrate').attributeAscii('version', CONTRACT_VERSION).finish();
}
