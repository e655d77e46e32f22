import { createHash } from 'node:crypto';
import type { EgressAnswer } from '@questp/egress';
import { MAX_CHAIN_CHOICES, type ChainChoice, type ChainChoiceKind } from '@questp/messages/integrations';
import { isMoment } from '@questp/messages/language';
import {
  listAt,
  objectAt,
  objectsAt,
  parseObject,
  readEach,
  textAt,
  UnusableAnswer,
  type JsonObject,
} from '../../outbound/described-json.js';
import { unexpected } from '../cosmos/chain-nodes.js';

/** A request to a node, and how its answer is read. */
interface Query<Value> {
  path: string;
  /** @throws UnusableAnswer */
  read: (answer: EgressAnswer) => Value;
}

/** How the choices of one kind are read, by ids that no path of a node can misread. Members that a node leaves out or that have another form are not shown. */
interface ChoiceReader {
  ids: RegExp;
  /** The requests of newer and of older nodes; null: the chain has none with this id. */
  one: (id: string) => readonly Query<ChainChoice | null>[];
  /** Every list that makes up the whole, in its order. Undefined: the chain lists none. */
  lists?: readonly Query<ChainChoice[]>[];
}

const PAGE = `pagination.limit=${MAX_CHAIN_CHOICES}`;
const ID = /^[A-Za-z0-9]{1,128}$/;
const NUMBER = /^[1-9]\d{0,19}$/;
const AMOUNT = /^\d{1,40}$/;

const STAKING = '/cosmos/staking/v1beta1/validators';
const BONDED = 'BOND_STATUS_BONDED';
const GOV = '/cosmos/gov/v1/proposals';
const DEPOSIT = 'PROPOSAL_STATUS_DEPOSIT_PERIOD';
const VOTING = 'PROPOSAL_STATUS_VOTING_PERIOD';

const validator: ChoiceReader = {
  ids: ID,
  one: (id) => [{ path: `${STAKING}/${id}`, read: oneIn((body) => validatorOf(objectAt(body, 'validator')), id) }],
  lists: [BONDED, 'BOND_STATUS_UNBONDING', 'BOND_STATUS_UNBONDED'].map((status) => ({
    path: `${STAKING}?status=${status}&${PAGE}`,
    read: (answer) => {
      const { values } = readEach(listAt(bodyOf(answer), 'validators').slice(0, MAX_CHAIN_CHOICES), (item) => ({
        power: BigInt(textAt(item, 'tokens', AMOUNT)),
        choice: validatorOf(item),
      }));
      return values
        .toSorted((left, right) => (left.power === right.power ? 0 : left.power > right.power ? -1 : 1))
        .map(({ choice }) => choice);
    },
  })),
};

const proposal: ChoiceReader = {
  ids: NUMBER,
  one: (id) => [{ path: `${GOV}/${id}`, read: oneIn((body) => proposalOf(objectAt(body, 'proposal')), id) }],
  lists: [
    {
      // 2 is VOTING, which earlier versions of the SDK take by its number only.
      path: `${GOV}?proposal_status=2&${PAGE}`,
      read: (answer) =>
        readEach(listAt(bodyOf(answer), 'proposals').slice(0, MAX_CHAIN_CHOICES), proposalOf)
          .values.filter(({ isOpen }) => isOpen)
          .toSorted((left, right) => Number(right.id) - Number(left.id)),
    },
  ],
};

const contract: ChoiceReader = {
  ids: ID,
  one: (id) => [
    {
      path: `/cosmwasm/wasm/v1/contract/${id}`,
      read: oneIn((body) => {
        const info = objectAt(body, 'contract_info');
        return {
          ...choiceOf(textAt(body, 'address', ID), info['label']),
          codeId: Number(textAt(info, 'code_id', /^[1-9]\d{0,14}$/)),
        };
      }, id),
    },
  ],
};

/** Pools of the module of Osmosis; those of contracts are contracts. */
const pool: ChoiceReader = {
  ids: NUMBER,
  one: (id) => [
    {
      path: `/osmosis/poolmanager/v1beta1/pools/${id}`,
      read: oneIn((body) => {
        const member = objectAt(body, 'pool');
        // A pool of a contract has `pool_id`.
        return choiceOf(textAt(member, member['pool_id'] === undefined ? 'id' : 'pool_id', NUMBER), member['@type']);
      }, id),
    },
  ],
};

const IBC = '/ibc/apps/transfer/v1';

/** Tokens of other chains, whose denomination is the hash of the path they took and their denomination there. */
const ibcDenom: ChoiceReader = {
  ids: /^ibc\/[0-9A-F]{64}$/,
  one: (id) => [
    {
      path: `${IBC}/denoms/${hashIn(id)}`,
      read: oneIn((body) => {
        const denom = objectAt(body, 'denom');
        const hops = objectsAt(denom, 'trace', MAX_HOPS).map(
          (hop) => `${textAt(hop, 'port_id', IDENTIFIER)}/${textAt(hop, 'channel_id', IDENTIFIER)}/`,
        );
        return provenDenom(hops.join(''), textAt(denom, 'base', BASE));
      }, id),
    },
    {
      path: `${IBC}/denom_traces/${hashIn(id)}`,
      read: oneIn((body) => {
        const trace = objectAt(body, 'denom_trace');
        return provenDenom(`${textAt(trace, 'path', PATH)}/`, textAt(trace, 'base_denom', BASE));
      }, id),
    },
  ],
};

const MAX_HOPS = 20;
const IDENTIFIER = /^[A-Za-z0-9._+#[\]<>-]{1,128}$/;
const PATH = /^[A-Za-z0-9._+#[\]<>/-]{1,1000}$/;
const BASE = /^[!-~]{1,200}$/;

const hashIn = (id: string): string => id.slice('ibc/'.length);

/** The denomination by the hash of what the node says, which is thereby proven. */
const provenDenom = (path: string, base: string): ChainChoice => {
  const hash = createHash('sha256').update(`${path}${base}`).digest('hex').toUpperCase();
  return choiceOf(`ibc/${hash}`, `${path}${base}`);
};

export const CHOICE_READERS: Readonly<Record<ChainChoiceKind, ChoiceReader>> = {
  validator,
  proposal,
  contract,
  pool,
  ibc_denom: ibcDenom,
};

/** The choice in the answer for one id. @throws UnusableAnswer, also for the answer about another one */
const oneIn =
  (read: (body: JsonObject) => ChainChoice, id: string) =>
  (answer: EgressAnswer): ChainChoice | null => {
    if (isMissing(answer)) return null;
    const choice = read(bodyOf(answer));
    if (choice.id.toLowerCase() !== id.toLowerCase()) throw new UnusableAnswer('it answers another question');
    return choice;
  };

/** What the SDK answers for an id that is unknown, or malformed: gRPC NotFound or InvalidArgument, older ones Unknown. */
function isMissing({ status, body }: EgressAnswer): boolean {
  if (status !== 404 && status !== 400 && status !== 500) return false;
  const { code, message } = parseObject(body);
  if (code !== 5 && code !== 3 && code !== 2) return false;
  return typeof message === 'string' && MISSING.test(message);
}
const MISSING = /not found|doesn't exist|does not exist|no such|decoding bech32|invalid|unknown address/i;

const validatorOf = (item: JsonObject): ChainChoice => ({
  ...choiceOf(textAt(item, 'operator_address', ID), objectAt(item, 'description')['moniker']),
  isOpen: item['status'] === BONDED,
});

function proposalOf(item: JsonObject): ChainChoice {
  const { status, voting_end_time: end } = item;
  return {
    ...choiceOf(textAt(item, 'id', NUMBER), titleOf(item)),
    isOpen: status === VOTING || status === DEPOSIT,
    endsAt: status === VOTING && typeof end === 'string' && isMoment(end) ? new Date(end).toISOString() : null,
  };
}

/** SDK 0.46 has no titles of its own; those of legacy proposals stand in their message. */
function titleOf({ title, messages }: JsonObject): unknown {
  if (typeof title === 'string' && title !== '') return title;
  const [first] = Array.isArray(messages) ? (messages as { content?: { title?: unknown } | null }[]) : [];
  return first?.content?.title;
}

const choiceOf = (id: string, name: unknown): ChainChoice => ({
  ...{ id, name: shownName(name), isOpen: true, endsAt: null, codeId: null },
});

/** Names are written by anybody: one line, without characters that change how the text around them looks. */
function shownName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const line = [
    ...name
      .slice(0, 1_000)
      .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, 200)
    .join('');
  return line === '' ? null : line;
}

function bodyOf(answer: EgressAnswer): JsonObject {
  if (answer.status !== 200) throw unexpected(answer);
  return parseObject(answer.body);
}
