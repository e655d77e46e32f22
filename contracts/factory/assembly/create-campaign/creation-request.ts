import { Bytes, Coin, Env, List, U128, make } from '@questp/std/assembly';
import { CampaignEntry, CreateCampaign, Ticket } from '@questp/message-schema/assembly';
import { ConfigRecord } from '../config/config-record';
import { SharedRecord } from '../config/shared-record';

/** The inputs of the seventeen checks. */
@unmanaged
export class CreationRequest {
  env: Env;
  config: ConfigRecord;
  shared: SharedRecord;
  signed: CreateCampaign;
  /** Who pays: the sender of the message, or for a CW20 pool the sender that the token names. */
  funder: Bytes;
  /** The attached coins. */
  coins: List<Coin>;
  /** The calling token of a CW20 pool, null for a native one. */
  token: Bytes | null;
  tokenAmount: U128;
  /** Read by check 3. */
  ticket: Ticket;
  /** Read by check 16: who may migrate the pool's token. */
  tokenAdmin: Bytes | null;
  /** Read by check 17: the attempt this one follows. */
  previous: CampaignEntry | null;

  static create(env: Env, funder: Bytes, coins: List<Coin>, signed: CreateCampaign): CreationRequest {
    const request = make<CreationRequest>();
    request.env = env;
    request.config = ConfigRecord.load();
    request.shared = SharedRecord.load();
    request.signed = signed;
    request.funder = funder;
    request.coins = coins;
    request.tokenAmount = U128.zero();
    return request;
  }

  get now(): u64 {
    return this.env.blockTime;
  }

  /** The initial amount of the pool; known once check 16 has passed. */
  get amount(): U128 {
    return this.token ? this.tokenAmount : this.coins.at(0).amount;
  }
}
