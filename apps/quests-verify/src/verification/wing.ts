import type { Wing } from '@questp/service-kit';
import { CreditRechecksRepository } from './after-credit/credit-rechecks.repository.js';
import { RecheckCredits } from './after-credit/recheck-credits.js';
import { CooldownBlockers } from './attempts/cooldown-blockers.js';
import { Evaluate } from './attempts/evaluate.js';
import { ShowEarnerCode } from './attempts/show-earner-code.js';
import { FetchMethodHashes } from './attempts/fetch-method-hashes.js';
import { MethodHashesRepository } from './attempts/method-hashes.repository.js';
import { MisconfiguredQuestsRepository } from './attempts/misconfigured-quests.repository.js';
import { QuestTargetsRepository } from './attempts/quest-targets.repository.js';
import { NegativesRepository } from './attempts/negatives.repository.js';
import { PendingRepository } from './attempts/pending.repository.js';
import { PreviewCheck } from './attempts/preview-check.js';
import { RepeatCheck } from './attempts/repeat-check.js';
import { Submit } from './attempts/submit.js';
import { TeamQuestsRepository } from './attempts/team-quests.repository.js';
import { VerifyAttempt } from './attempts/verify-attempt.js';
import { QuestEntryRepository } from './entry/quest-entry.repository.js';
import { AccountBlockers } from './facts/account-blockers.js';
import { AccountLinksRepository } from './facts/account-links.repository.js';
import { EarnerWalletsRepository } from './facts/earner-wallets.repository.js';
import { GatherFacts } from './facts/gather-facts.js';
import { EarnerCodeSource } from './facts/earner-code-source.js';
import { HandInEvidence } from './facts/hand-in-evidence.js';
import { Blockers } from './facts/blockers.js';
import { LinkedWallets } from './facts/linked-wallets.js';
import { ReviewedAccounts } from './facts/reviewed-accounts.js';
import { SubjectsRepository } from './facts/subjects.repository.js';
import { WalletBlockers } from './facts/wallet-blockers.js';
import { RecheckPending } from './rechecks/recheck-pending.js';
import { RepeatRefused } from './rechecks/repeat-refused.js';
import { WakePending } from './rechecks/wake-pending.js';

export const verification: Wing = {
  providers: [
    CreditRechecksRepository,
    RecheckCredits,
    CooldownBlockers,
    GatherFacts,
    Blockers,
    FetchMethodHashes,
    MethodHashesRepository,
    MisconfiguredQuestsRepository,
    QuestTargetsRepository,
    NegativesRepository,
    PendingRepository,
    QuestEntryRepository,
    RecheckPending,
    PreviewCheck,
    Evaluate,
    TeamQuestsRepository,
    SubjectsRepository,
    ReviewedAccounts,
    VerifyAttempt,
    Submit,
    ShowEarnerCode,
    HandInEvidence,
    EarnerCodeSource,
    EarnerWalletsRepository,
    LinkedWallets,
    WalletBlockers,
    AccountLinksRepository,
    AccountBlockers,
    RepeatCheck,
    RepeatRefused,
    WakePending,
  ],
};
