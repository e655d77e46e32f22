import { contract } from '../../language/contract/contract.js';
import { combine } from '../../language/fields/index.js';
import { ByEarner, Credit } from '../verification/credit.js';
import { EARNING_ERRORS } from '../verification/earning-errors.js';
import { WalletAccount, WalletChallenge, WalletProof } from '../../shared/wallets.js';

// Signed text: attestation_sign and chain_wallet_connect

const ATTESTATION = '/v1/quests/:questId/attestation';
const tag = 'attestation';

class CreateAttestationRequest extends combine(ByEarner, WalletAccount) {}

/** WALLET_NOT_LINKED: the address is not a wallet of the account on that chain. */
export const createAttestation = contract({
  subject: 'quests.attestation.challenge',
  request: CreateAttestationRequest,
  reply: WalletChallenge,
  errors: [...EARNING_ERRORS, 'WALLET_NOT_LINKED', 'CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  http: {
    id: 'createAttestation',
    route: `POST ${ATTESTATION}/challenge`,
    tag,
    summary: 'Create the text of a quest to sign with a linked wallet',
    again: 'Each call creates a new text that works once.',
  },
});

class VerifyAttestationRequest extends combine(ByEarner, WalletProof) {}

/** CHALLENGE_INVALID for every invalid proof. */
export const verifyAttestation = contract({
  subject: 'quests.attestation.verify',
  request: VerifyAttestationRequest,
  reply: Credit,
  errors: [...EARNING_ERRORS, 'CHALLENGE_INVALID', 'WALLET_ALREADY_USED', 'WALLET_NOT_LINKED', 'CHECK_UNAVAILABLE'],
  http: {
    id: 'verifyAttestation',
    route: `POST ${ATTESTATION}/verify`,
    tag,
    summary: 'Complete a quest with the signed text',
    examples: {
      attestation_sign: {
        address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu',
        chainId: 'cosmoshub-4',
        pubkey: 'AgECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g',
        signature: 'AQID',
        nonce: 'svc_nonce_ZXhhbXBsZQ',
      },
    },
    again: 'A text works once; after completion it returns ALREADY_COMPLETED.',
  },
});
