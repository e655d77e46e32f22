import { Bytes, MessageInfo, Ownership, Response, base64Encode, codeChecksum } from '@questp/std/assembly';
import { ACCEPTED, CommonError, FactoryError, UpdateConfig, refusal } from '@questp/message-schema/assembly';
import { PauserAllowance } from '../pauser-allowance';
import { ConfigRecord } from './config-record';
import { SharedRecord } from './shared-record';
import {
  checkAddress,
  checkCw20Checksums,
  checkLimits,
  checkMaxFee,
  checkTicketSigner,
  decodeChecksums,
} from './validation';

/** Owner only. Roles change at once everywhere, the rest for campaigns created from now on (spec 4.1). */
export function updateConfig(info: MessageInfo, msg: UpdateConfig): usize {
  if (!Ownership.load().isOwner(info.sender)) return refusal(CommonError.Unauthorized);
  const roles = changesRoles(msg);
  const terms = changesTerms(msg);
  if (!roles && !terms) return refusal(FactoryError.NothingToUpdate);
  const checksum = msg.hasEscrowCodeId ? codeChecksum(msg.escrowCodeId) : null;
  const refused = checkRoles(msg) || checkTerms(msg, checksum);
  if (refused) return refused;

  const response = Response.create('update_config');
  if (roles) setRoles(msg, response);
  if (terms) setTerms(msg, checksum, response);
  return response.finish();
}

// A reference is tested by its truth: `!= null` would call the content comparison of Bytes.
function changesRoles(msg: UpdateConfig): bool {
  return !!msg.operator || !!msg.pauser || !!msg.guardian || !!msg.treasury;
}

function changesTerms(msg: UpdateConfig): bool {
  return (
    !!msg.ticketSigner ||
    msg.hasEscrowCodeId ||
    !!msg.escrowAdmin ||
    msg.hasMaxFeeBps ||
    !!msg.limits ||
    !!msg.cw20CodeChecksums
  );
}

function checkRoles(msg: UpdateConfig): usize {
  return (
    checkIfGiven(msg.operator, 'operator') ||
    checkIfGiven(msg.pauser, 'pauser') ||
    checkIfGiven(msg.guardian, 'guardian') ||
    checkIfGiven(msg.treasury, 'treasury')
  );
}

function checkIfGiven(address: Bytes | null, field: string): usize {
  return address ? checkAddress(address, field) : ACCEPTED;
}

/** `checksum`: of the code the message names, null when there is no such code. */
function checkTerms(msg: UpdateConfig, checksum: Bytes | null): usize {
  const signer = msg.ticketSigner;
  const admin = msg.escrowAdmin;
  const limits = msg.limits;
  const checksums = msg.cw20CodeChecksums;
  let refused = signer ? checkTicketSigner(signer) : ACCEPTED;
  if (!refused && msg.hasEscrowCodeId && !checksum) refused = refusal(FactoryError.UnknownCode);
  if (!refused && admin) refused = checkIfGiven(admin.set, 'escrow_admin');
  if (!refused && msg.hasMaxFeeBps) refused = checkMaxFee(msg.maxFeeBps);
  if (!refused && limits) refused = checkLimits(limits);
  if (!refused && checksums) refused = checkCw20Checksums(checksums);
  return refused;
}

function setRoles(msg: UpdateConfig, response: Response): void {
  const shared = SharedRecord.load();
  shared.operator = chosen(msg.operator, shared.operator, 'operator', response);
  shared.pauser = chosen(msg.pauser, shared.pauser, 'pauser', response);
  shared.guardian = chosen(msg.guardian, shared.guardian, 'guardian', response);
  shared.treasury = chosen(msg.treasury, shared.treasury, 'treasury', response);
  shared.save();
  if (msg.pauser) PauserAllowance.restart();
}

function chosen(wanted: Bytes | null, current: Bytes, field: string, response: Response): Bytes {
  if (!wanted) return current;
  response.attribute(field, wanted);
  return wanted;
}

function setTerms(msg: UpdateConfig, checksum: Bytes | null, response: Response): void {
  const config = ConfigRecord.load();
  const signer = msg.ticketSigner;
  if (signer) {
    config.ticketSigner = signer;
    response.attribute('ticket_signer', base64Encode(signer));
  }
  if (checksum) {
    config.escrowCodeId = msg.escrowCodeId;
    config.escrowChecksum = checksum;
    response.attributeU64('escrow_code_id', msg.escrowCodeId);
  }
  setEscrowAdmin(config, msg, response);
  if (msg.hasMaxFeeBps) {
    config.maxFeeBps = msg.maxFeeBps;
    response.attributeU64('max_fee_bps', msg.maxFeeBps);
  }
  const limits = msg.limits;
  if (limits) {
    config.limits = limits;
    response.attributeAscii('limits', 'changed');
  }
  const checksums = msg.cw20CodeChecksums;
  if (checksums) {
    config.cw20Checksums = decodeChecksums(checksums);
    response.attributeU64('cw20_code_checksums', checksums.length);
  }
  config.save();
}

function setEscrowAdmin(config: ConfigRecord, msg: UpdateConfig, response: Response): void {
  const update = msg.escrowAdmin;
  if (!update) return;
  const admin = update.set;
  config.escrowAdmin = admin;
  if (admin) response.attribute('escrow_admin', admin);
  else response.attributeAscii('escrow_admin', 'none');
}
