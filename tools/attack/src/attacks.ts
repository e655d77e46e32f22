import { deletedAccounts, floodedMailbox, guessedPasswords, madeUpRequests, wrongCodes } from './attack-accounts.js';
import { brokerCredentials, brokerUsers } from './attack-broker.js';
import { databaseRoles } from './attack-database.js';
import { hostileEscrowIds, manyTickets, strangersAtConsole } from './attack-escrows.js';
import { headersOfFiles, unfinishedUploads } from './attack-files.js';
import { overspentBudgets } from './attack-budgets.js';
import { readIntegrations } from './attack-integrations.js';
import { forgedEvents } from './attack-repository-events.js';
import { brokerReplies } from './attack-replies.js';
import { manyKeys } from './attack-keys.js';
import { crossedMerges, staleProofs } from './attack-merges.js';
import { payoutAddresses } from './attack-payout-addresses.js';
import { hostileImports, manyPreviews, strangersAtPayouts } from './attack-payouts.js';
import { stuckReaders } from './attack-readers.js';
import { keptPool, reusedProofs } from './attack-reviews.js';
import { hostileBodies, misleadingNames, unknownMembers, wrongTokens } from './attack-requests.js';
import { connectionsWithoutNamespace, leftNamespaces } from './attack-sockets.js';
import { burntQuota, hostileTargets } from './attack-targets.js';
import { forgedMessages, forgedUpdates, passedOnLinks, sharedLinks, strangersAtStudio } from './attack-webhooks.js';
import { frozenBroker } from './attack-work.js';
import type { Attack } from './attack.js';

/** In the order they run: those that use up the sign-ins of the address and those that freeze the broker come last. */
export const ATTACKS: readonly Attack[] = [
  brokerUsers,
  brokerReplies,
  brokerCredentials,
  databaseRoles,
  hostileBodies,
  unknownMembers,
  wrongTokens,
  misleadingNames,
  manyKeys,
  staleProofs,
  crossedMerges,
  leftNamespaces,
  connectionsWithoutNamespace,
  wrongCodes,
  deletedAccounts,
  floodedMailbox,
  madeUpRequests,
  headersOfFiles,
  unfinishedUploads,
  forgedUpdates,
  forgedMessages,
  forgedEvents,
  sharedLinks,
  passedOnLinks,
  strangersAtStudio,
  strangersAtConsole,
  manyTickets,
  hostileEscrowIds,
  strangersAtPayouts,
  hostileImports,
  manyPreviews,
  payoutAddresses,
  keptPool,
  reusedProofs,
  stuckReaders,
  hostileTargets,
  burntQuota,
  overspentBudgets,
  readIntegrations,
  guessedPasswords,
  frozenBroker,
];
