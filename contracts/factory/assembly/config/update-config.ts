import { Bytes, MessageInfo, Ownership, Response, base64Encode, codeChecksum } from '@questp/std/assembly';
import { FactoryError, UpdateConfig, refusal } from '@questp/message-schema/assembly';
import { PauserAllowance } from '../pause/pauser-allowance';
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
  if (!Ownership.load().isOwner(info.sender)) return refusal(FactoryError.Unauthorized);
  if (!changesRoles(msg) && !changesTerms(msg)) return refusal(FactoryError.NothingToUpdate);
  const response = Response.create('update_config');
  let refused: usize = 0;
  if (changesRoles(msg)) refused = updateRoles(msg, response);
  if (!refused && changesTerms(msg)) refused = updateTerms(msg, response);
  return refused ? refused : response.finish();
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

function updateRoles(msg: UpdateConfig, response: Response): usize {
  const refused =
    checkRole(msg.operator, 'operator', response) ||
    checkRole(msg.pauser, 'pauser', response) ||
    checkRole(msg.guardian, 'guardian', response) ||
    checkRole(msg.treasury, 'treasury', response);
  if (refused) return refused;
  const shared = SharedRecord.load();
  shared.operator = chosen(msg.operator, shared.operator);
  shared.pauser = chosen(msg.pauser, shared.pauser);
  shared.guardian = chosen(msg.guardian, shared.guardian);
  shared.treasury = chosen(msg.treasury, shared.treasury);
  shared.save();
  if (msg.pauser) PauserAllowance.restart();
  return 0;
}

function checkRole(address: Bytes | null, field: string, response: Response): usize {
  if (!address) return 0;
  response.attribute(field, address);
  return checkAddress(address, field);
}

function chosen(wanted: Bytes | null, current: Bytes): Bytes {
  return wanted ? wanted : current;
}

function updateTerms(msg: UpdateConfig, response: Response): usize {
  const config = ConfigRecord.load();
  const refused =
    setTicketSigner(config, msg, response) ||
    setEscrowCode(config, msg, response) ||
    setEscrowAdmin(config, msg, response) ||
    setMaxFee(config, msg, response) ||
    setLimits(config, msg, response) ||
    setCw20Checksums(config, msg, response);
  if (refused) return refused;
  config.save();
  return 0;
}

function setTicketSigner(config: ConfigRecord, msg: UpdateConfig, response: Response): usize {
  const key = msg.ticketSigner;
  if (!key) return 0;
  config.ticketSigner = key;
  response.attribute('ticket_signer', base64Encode(key));
  return checkTicketSigner(key);
}

function setEscrowCode(config: ConfigRecord, msg: UpdateConfig, response: Response): usize {
  if (!msg.hasEscrowCodeId) return 0;
  const checksum = codeChecksum(msg.escrowCodeId);
  if (!checksum) return refusal(FactoryError.UnknownCode);
  config.escrowCodeId = msg.escrowCodeId;
  config.escrowChecksum = checksum;
  response.attributeU64('escrow_code_id', msg.escrowCodeId);
  return 0;
}

function setEscrowAdmin(config: ConfigRecord, msg: UpdateConfig, response: Response): usize {
  const update = msg.escrowAdmin;
  if (!update) return 0;
  const admin = update.set;
  config.escrowAdmin = admin;
  if (!admin) {
    response.attributeAscii('escrow_admin', 'none');
    return 0;
  }
  response.attribute('escrow_admin', admin);
  return checkAddress(admin, 'escrow_admin');
}

function setMaxFee(config: ConfigRecord, msg: UpdateConfig, response: Response): usize {
  if (!msg.hasMaxFeeBps) return 0;
  config.maxFeeBps = msg.maxFeeBps;
  response.attributeU64('max_fee_bps', msg.maxFeeBps);
  return checkMaxFee(msg.maxFeeBps);
}

function setLimits(config: ConfigRecord, msg: UpdateConfig, response: Response): usize {
  const limits = msg.limits;
  if (!limits) return 0;
  config.limits = limits;
  response.attributeAscii('limits', 'changed');
  return checkLimits(limits);
}

function setCw20Checksums(config: ConfigRecord, msg: UpdateConfig, response: Response): usize {
  const checksums = msg.cw20CodeChecksums;
  if (!checksums) return 0;
  const refused = checkCw20Checksums(checksums);
  if (refused) return refused;
  config.cw20Checksums = decodeChecksums(checksums);
  response.attributeU64('cw20_code_checksums', checksums.length);
  return 0;
}
