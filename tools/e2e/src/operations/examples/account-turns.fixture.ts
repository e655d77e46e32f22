import {
  connectByOAuth,
  linkByOAuth,
  linkChallengeFor,
  linkEmail,
  linkEmailProof,
  linkProof,
  linkWallet,
  newAddress,
  newSlug,
  newWallet,
  offerMerge,
  presign,
  send,
  sending,
  upload,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { mailbox } from '../../support/mailbox.js';
import { mergeAccounts, mergedAccounts, objectionTokenOf } from '../../support/merges.fixture.js';
import { invitedByTeams, newsMail } from '../../support/notification-mails.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { registerMessenger } from '../../support/platform-actions.js';
import type { Story } from './story.fixture.js';
import type { Turn, Turns } from './turn.js';

/** Operations of the own account: linked accounts, merges, payout addresses, mails and files. */
export const accountTurns = (story: Story): Turns => ({
  findUsers: async () => {
    const username = newSlug('alice').replaceAll('-', '_');
    await unwrap(story.earner.client.PATCH('/v1/users/me', { body: { username } }));
    return { as: story.earner.client, sent: { username } };
  },
  linkWallet: async () => {
    const wallet = newWallet('osmosis-1');
    return { as: story.earner.client, sent: wallet.prove(await linkChallengeFor(story.earner.client, wallet)) };
  },
  setPayoutAddress: () => choosesPayoutAddress(story),
  listPayoutAddresses: () => hasChosenPayoutAddress(story),
  removePayoutAddress: () => hasChosenPayoutAddress(story),
  unlinkWallet: async () => {
    const { client } = await e2e.signIn();
    const { id: walletId } = await unwrap(linkWallet(client, newWallet()));
    return { as: client, ids: { walletId } };
  },
  askForEmailCode: async () => ({ as: (await e2e.signIn()).client, sent: { email: newAddress() } }),
  getMyEmail: () => withAddress(),
  linkEmail: async () => {
    const { client } = await e2e.signIn();
    return { as: client, sent: await linkEmailProof(client, mailbox, newAddress()) };
  },
  unlinkEmail: () => withAddress(),
  deleteOwnAccount: async () => ({ as: (await e2e.signIn()).client }),
  getMergeOffer: () => offeredMerge(),
  confirmMerge: () => offeredMerge(),
  getMyMerge: async () => {
    const { mergeId, person } = await mergedAccounts();
    return { as: person.client, ids: { mergeId } };
  },
  getMergeObjection: () => mayObject(),
  objectToMerge: () => mayObject(),
  listLinkedAccounts: () => hasLinked('earner-42'),
  startAccountLink: async () => ({ as: (await e2e.signIn()).client }),
  linkAccount: async () => {
    const { client } = await e2e.signIn();
    return { as: client, sent: await linkProof(client, 'codehost', 'earner-43') };
  },
  checkAccount: () => hasLinked('earner-44'),
  unlinkAccount: () => hasLinked('earner-45'),
  startMessengerLink: async () => {
    await registerMessenger();
    return { as: (await e2e.signIn()).client };
  },
  startPhotositeLink: async () => {
    await connectByOAuth(story.studio, 'photosite', { login_hint: 'verified' });
    const { projectId } = story.studio.inProject.path;
    return { as: (await e2e.signIn()).client, sent: { projectId } };
  },
  getNotificationPreferences: () => withAddress(),
  setNotificationPreferences: () => withAddress(),
  getUnsubscription: () => wasMailed(),
  unsubscribe: () => wasMailed(),
  uploadFile: async () => {
    const announced = await presign(story.earner.client);
    const signature = new URL(announced.uploadUrl, 'http://api').searchParams.get('signature');
    return { as: e2e.anonymous, ids: { fileId: announced.fileId }, sent: { signature }, raw: sending(announced) };
  },
  confirmUpload: async () => {
    const { fileId } = await send(story.earner.client);
    return { as: story.earner.client, ids: { fileId } };
  },
  getImage: async () => {
    const { id } = await upload(story.earner.client);
    await e2e.sql('UPDATE integrations.file SET published_at = now() WHERE id = $1', [id]);
    return { as: e2e.anonymous, ids: { fileId: id } };
  },
  getEvidence: async () => {
    const { id } = await upload(story.earner.client, { purpose: 'evidence' });
    return { as: story.earner.client, ids: { fileId: id } };
  },
});

async function choosesPayoutAddress(story: Story) {
  const { client } = story.earner;
  const wallet = newWallet('osmosis-1');
  const { address, chainId } = wallet;
  const asking = { params: { query: { address, chainId } } };
  const { pubkey, signature, nonce } = wallet.prove(
    await unwrap(client.GET('/v1/users/me/payout-addresses/challenge', asking)),
  );
  return { as: client, ids: { chainId }, sent: { address, pubkey, signature, nonce } };
}

async function hasChosenPayoutAddress(story: Story): Promise<Turn> {
  const { as, ids, sent } = await choosesPayoutAddress(story);
  await as.call('PUT', `/v1/users/me/payout-addresses/${ids.chainId}`, { body: sent });
  return { as, ids };
}

async function hasLinked(person: string): Promise<Turn> {
  const { client } = await e2e.signIn();
  await linkByOAuth(client, 'codehost', person);
  return { as: client };
}

async function withAddress(): Promise<Turn> {
  const { client } = await e2e.signIn();
  await linkEmail(client, mailbox, newAddress());
  return { as: client };
}

async function offeredMerge(): Promise<Turn> {
  const survivor = await e2e.signIn();
  return { as: survivor.client, ids: { offerId: await offerMerge(survivor, (await e2e.signIn()).wallet) } };
}

/** An anonymous caller with the link of a mail about a merge. */
async function mayObject(): Promise<Turn> {
  const [survivor, absorbed, address] = [await e2e.signIn(), await e2e.signIn(), newAddress()];
  await linkEmail(absorbed.client, mailbox, address);
  await mergeAccounts(survivor, absorbed, () => e2e.signIn({ wallet: survivor.wallet }));
  return {
    as: e2e.anonymous,
    ids: { objectionToken: objectionTokenOf(await mailbox.newest(address, /merge-objections/)) },
  };
}

/** An anonymous caller with the unsubscribe link of a mail. */
async function wasMailed(): Promise<Turn> {
  const { token } = await newsMail(await invitedByTeams(1));
  return { as: e2e.anonymous, ids: { token } };
}
