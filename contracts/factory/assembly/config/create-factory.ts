import { Bytes, MessageInfo, Ownership, Response, codeChecksum, make, setContractVersion } from '@questp/std/assembly';
import {
  ACCEPTED,
  CommonError,
  FactoryError,
  FactoryInstantiateMsg,
  lastFailure,
  refusal,
} from '@questp/message-schema/assembly';
import { CONTRACT_NAME, CONTRACT_VERSION } from '../contract';
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

/** The instantiate message: stores the configuration of spec 2.2. */
export function createFactory(info: MessageInfo, input: Bytes): usize {
  const msg = FactoryInstantiateMsg.parse(input);
  if (!msg) return refusal(CommonError.InvalidMessage, lastFailure());
  if (info.funds.length != 0) return refusal(CommonError.FundsNotAccepted);
  const refused = checkRoles(msg) || checkTerms(msg);
  if (refused) return refused;
  const checksum = codeChecksum(msg.escrowCodeId);
  if (!checksum) return refusal(FactoryError.UnknownCode);

  store(msg, checksum);
  return Response.create('instantiate')
    .attribute('owner', msg.owner)
    .attributeU64('code_id', msg.escrowCodeId)
    .finish();
}

function checkRoles(msg: FactoryInstantiateMsg): usize {
  const refused =
    checkAddress(msg.owner, 'owner') ||
    checkAddress(msg.operator, 'operator') ||
    checkAddress(msg.pauser, 'pauser') ||
    checkAddress(msg.guardian, 'guardian') ||
    checkAddress(msg.treasury, 'treasury');
  if (refused) return refused;
  const admin = msg.escrowAdmin;
  return admin ? checkAddress(admin, 'escrow_admin') : ACCEPTED;
}

function checkTerms(msg: FactoryInstantiateMsg): usize {
  return (
    checkTicketSigner(msg.ticketSigner) ||
    checkMaxFee(msg.maxFeeBps) ||
    checkLimits(msg.limits) ||
    checkCw20Checksums(msg.cw20CodeChecksums)
  );
}

function store(msg: FactoryInstantiateMsg, checksum: Bytes): void {
  const config = make<ConfigRecord>();
  config.ticketSigner = msg.ticketSigner;
  config.escrowCodeId = msg.escrowCodeId;
  config.escrowChecksum = checksum;
  config.escrowAdmin = msg.escrowAdmin;
  config.maxFeeBps = msg.maxFeeBps;
  config.limits = msg.limits;
  config.cw20Checksums = decodeChecksums(msg.cw20CodeChecksums);
  config.save();

  const shared = SharedRecord.create();
  shared.operator = msg.operator;
  shared.pauser = msg.pauser;
  shared.guardian = msg.guardian;
  shared.treasury = msg.treasury;
  shared.save();

  Ownership.of(msg.owner).save();
  setContractVersion(CONTRACT_NAME, CONTRACT_VERSION);
}
