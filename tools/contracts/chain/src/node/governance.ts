import { waitFor } from '@questp/testing';
import { STAKE_DENOM } from './genesis.js';
import { getJson, moduleAddress } from './rest.js';
import { Validator } from './validator.js';

/**
 * Has governance allow or forbid bank transfers of a denomination (MsgSetSendEnabled); resolves when it holds, about a
 * second later. One call at a time: the vote goes to the next number.
 */
export async function setSendEnabled(validator: Validator, denom: string, enabled: boolean): Promise<void> {
  const { rest } = validator;
  const voter = Validator.account.address;
  const proposal = {
    '@type': '/cosmos.gov.v1.MsgSubmitProposal',
    messages: [
      {
        '@type': '/cosmos.bank.v1beta1.MsgSetSendEnabled',
        authority: await moduleAddress(rest, 'gov'),
        // Allowed is the default, so that a transfer costs what it did before.
        ...(enabled ? { use_default_for: [denom] } : { send_enabled: [{ denom, enabled }] }),
      },
    ],
    initial_deposit: [{ denom: STAKE_DENOM, amount: '1' }],
    proposer: voter,
    title: 'Transfers',
    summary: `Transfers of ${denom}: ${enabled ? 'on' : 'off'}`,
  };
  const vote = {
    '@type': '/cosmos.gov.v1.MsgVote',
    proposal_id: `${(await latestProposal(rest)) + 1}`,
    voter,
    option: 'VOTE_OPTION_YES',
  };
  // In one transaction, so that the vote is in time however slow this machine is.
  await validator.transact([proposal, vote]);
  await waitFor(async () => (await isSendEnabled(rest, denom)) === enabled, {
    what: `transfers of ${denom} to be ${enabled ? 'on' : 'off'}`,
    timeoutMs: 30_000,
    intervalMs: 100,
  });
}

/** The id of the last proposal, 0 when there was none. */
async function latestProposal(rest: string): Promise<number> {
  const path = '/cosmos/gov/v1/proposals?pagination.limit=1&pagination.reverse=true';
  const { proposals } = await getJson<{ proposals: { id: string }[] }>(rest, path);
  return Number(proposals[0]?.id ?? 0);
}

async function isSendEnabled(rest: string, denom: string): Promise<boolean> {
  const path = `/cosmos/bank/v1beta1/send_enabled?denoms=${encodeURIComponent(denom)}`;
  const { send_enabled } = await getJson<{ send_enabled: { enabled: boolean }[] }>(rest, path);
  return send_enabled[0]?.enabled ?? true;
}
