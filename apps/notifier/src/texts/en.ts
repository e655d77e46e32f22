import type { Texts } from './texts.js';

const POINTS = '{points, plural, one {# point} other {# points}}';
const PLATFORM = `{provider, select,
  microblog {microblog} chatcomm {chat server} messenger {messenger} codehost {code host} videosite {video site}
  photosite {photo site} launchsite {launch site}
  other {platform}}`;
const POOL = 'the reward pool of “{campaignTitle}”';
const CAPITAL_POOL = 'The reward pool of “{campaignTitle}”';
const EXCLUDED = `{excludedReason, select,
  suspended {your account is suspended}
  project_member {you are a member of the project}
  no_payout_address {no address of yours on its chain was known}
  forbidden_address {your address cannot be paid}
  duplicate_address {another account is paid at your address}
  below_min {your share is below the minimum payout}
  other {you are excluded}}`;
const DEADLINE = '{deadline, date, utc}';
const TEAM_ROLE = '{role, select, project_admin {project admin} other {project moderator}}';
const OPERATOR_ROLE = '{role, select, super_admin {super admin} other {platform moderator}}';

const QUEST_CODE = {
  subject: 'Your code to verify this address',
  code: '{code} is your code to verify this address for the quest “{questTitle}” of “{projectName}”. It expires in 10 minutes and works once.',
  caution: 'Enter it only on this platform; we will never ask you for it. If you did not request it, ignore this mail.',
};

export const EN: Texts = {
  language: 'en',
  notifications: {
    submission_claimed: {
      title: 'Submission verified',
      body: `“{questTitle}” was verified. You earned ${POINTS}.`,
    },
    submission_approved: {
      title: 'Submission approved',
      body: `“{questTitle}” was approved. You earned ${POINTS}.`,
    },
    submission_rejected: {
      title: 'Submission rejected',
      body: '“{questTitle}” was rejected.',
    },
    submission_rejected_reason: {
      title: 'Submission rejected',
      body: '“{questTitle}” was rejected: {reason}',
    },
    submission_undone: {
      title: 'Decision undone',
      body: 'The decision on “{questTitle}” was undone. Your submission is in review again.',
    },
    submission_reversed: {
      title: 'Points reversed',
      body: 'The points for “{questTitle}” were reversed.',
    },
    submission_reversed_reason: {
      title: 'Points reversed',
      body: 'The points for “{questTitle}” were reversed: {reason}',
    },
    submission_in_review: {
      title: 'Submission in review',
      body: '“{questTitle}” could not be verified automatically. A reviewer decides.',
    },
    submission_proof_needed: {
      title: 'Show your work',
      body: '“{questTitle}” could not be verified automatically, and a reviewer needs something to look at. Hand in a link or a screenshot.',
    },
    referral_counted: {
      title: 'An invited earner counts',
      body: 'An earner that you invited now counts for “{questTitle}”.',
    },
    review_waiting: {
      title: 'Submissions to review',
      body: `{waiting, plural,
        =1000 {1,000 submissions or more wait}
        one {# submission waits}
        other {# submissions wait}} for review in “{projectName}”.`,
    },
    quest_misconfigured: {
      title: 'A quest cannot be verified',
      body: 'Nobody can complete “{questTitle}” until you change it: {reason}',
    },
    quest_target_renamed: {
      title: 'What a quest checks has a new name',
      body: '“{questTitle}” names {presentName} now, which was {formerName} before. Its checks go on; change texts that name it.',
    },
    quest_acts_undone: {
      title: 'Rewarded acts were taken back',
      body: 'An earner took back what “{questTitle}” had rewarded. The checks made after credits show each case, and whether its points were reversed.',
    },
    connection_refused: {
      title: 'A connection no longer works',
      body: `The ${PLATFORM} refuses the connection of “{projectName}”. Connect it again in the settings of the project.`,
    },
    connection_removed: {
      title: 'A connection was removed',
      body: `“{projectName}” is no longer connected to the ${PLATFORM}. Quests that need it cannot be verified until you connect it again in the settings of the project.`,
    },
    webhook_failing: {
      title: 'A webhook does not work',
      body: 'The endpoint at {host} of “{projectName}” has not taken its events for an hour. They are sent again for three days; its log shows the answers.',
    },
    webhook_disabled: {
      title: 'A webhook was disabled',
      body: 'The endpoint at {host} of “{projectName}” does not take its events, so that none are sent any more. Enable the webhook again in the settings of the project.',
    },
    codes_guessed: {
      title: 'Codes are being guessed',
      body: 'Many wrong codes are entered for “{questTitle}”. Earners can still complete it; accounts that enter wrong codes have to wait.',
    },
    campaign_started: {
      title: 'Campaign started',
      body: '“{campaignTitle}” has started.',
    },
    campaign_ended: {
      title: 'Campaign ended',
      body: '“{campaignTitle}” has ended.',
    },
    campaign_pool_unfunded: {
      title: 'The reward pool is not funded',
      body: '“{campaignTitle}” has started, but its reward pool is not funded. Without funds its earners are paid nothing: request a ticket and fund the pool.',
    },
    campaign_budget_nearly_used: {
      title: 'Budget for checks nearly used',
      body: 'Checks of “{campaignTitle}” have used 80 % of its budget. Beyond the budget, submissions wait until you raise it.',
    },
    campaign_budget_used: {
      title: 'Budget for checks used',
      body: 'The budget of “{campaignTitle}” for checks is used. Submissions wait until you raise it.',
    },
    member_invited: {
      title: 'You are invited to a project team',
      body: `You can become a ${TEAM_ROLE} of “{projectName}”. Members of a project earn no points in it.`,
    },
    member_added: {
      title: 'You joined a project team',
      body: `You are a ${TEAM_ROLE} of “{projectName}” now.`,
    },
    member_updated: {
      title: 'Your role in a project team changed',
      body: `You are a ${TEAM_ROLE} of “{projectName}” from now on.`,
    },
    member_removed: {
      title: 'You left a project team',
      body: 'You are no longer a member of “{projectName}”.',
    },
    account_relink_needed: {
      title: 'Link your account again',
      body: `Your account at the ${PLATFORM} can no longer be read. Link it again in the settings of your account; quests that need it wait until then.`,
    },
    account_merged: {
      title: 'Your accounts were merged',
      body: 'Another account was merged into this one, including what it earned. If this was not you, contact us at once: the merge can be undone for some days.',
    },
    account_merge_undone: {
      title: 'The merge of your accounts was undone',
      body: 'A merge of this account with another one was undone. Each account has its own points again.',
    },
    payout_schedule_changed: {
      title: 'When the payouts are listed',
      body: `“{campaignTitle}” has ended with {waiting, plural, =0 {no undecided submission} one {# undecided submission} other {# undecided submissions}}. Decisions until {freezesAt, date, utc} count; then the list of payouts freezes. The platform approves it on ${DEADLINE}.`,
    },
    payout_schedule_changed_commit: {
      title: 'When the payouts are listed',
      body: `“{campaignTitle}” has ended with {waiting, plural, =0 {no undecided submission} one {# undecided submission} other {# undecided submissions}}. Decisions until {freezesAt, date, utc} count; then the list of payouts freezes. The platform approves it on ${DEADLINE}. It has to be finalized on the chain by {commitDeadline, date, utc}.`,
    },
    payout_freeze_moved: {
      title: 'More time for reviews',
      body: `An operator of the platform moved the freeze of the list of payouts of “{campaignTitle}” to {freezesAt, date, utc}: decisions until then count. A list that was frozen before is no longer valid. The platform approves the new one on ${DEADLINE}.`,
    },
    payout_plan_ready: {
      title: 'The payout list is final',
      body: `The list of payouts of “{campaignTitle}” is frozen. If it is wrong, an admin of the project can object to it through the API before ${DEADLINE}; then the platform approves it. Accounts that are suspended before get nothing.`,
    },
    payout_plan_withdrawn: {
      title: 'The payout list is made again',
      body: 'The approval of the list of payouts of “{campaignTitle}” was withdrawn before it was finalized on the chain. The platform makes the next list and approves it within 36 hours.',
    },
    payout_objection_upheld: {
      title: 'Your objection was upheld',
      body: 'The objection to the list of payouts of “{campaignTitle}” was upheld: {reason} The list is made again with the decisions of the platform until now.',
    },
    payout_objection_dismissed: {
      title: 'Your objection was dismissed',
      body: 'The objection to the list of payouts of “{campaignTitle}” was dismissed: {reason}',
    },
    payout_objection_unanswered: {
      title: 'Your objection was not decided in time',
      body: 'The objection to the list of payouts of “{campaignTitle}” is dismissed, because it was not decided before the list was approved or its reward pool ended.',
    },
    escrow_ticket_voided: {
      title: 'The ticket to fund the pool is void',
      body: `The ticket to fund ${POOL} can no longer be used: {reason} A new one is issued when the chain is ready; you are notified of it. You can also request one.`,
    },
    escrow_ticket_reissued: {
      title: 'A new ticket to fund the pool is ready',
      body: `The ticket to fund ${POOL} was issued again in place of a void one. It can be used until ${DEADLINE}.`,
    },
    escrow_funded: {
      title: 'Reward pool funded',
      body: `${CAPITAL_POOL} was funded with {amount} {symbol}. Its settings and dates can no longer be changed.`,
    },
    escrow_topped_up: {
      title: 'Reward pool topped up',
      body: `${CAPITAL_POOL} was topped up. It now has {amount} {symbol}.`,
    },
    escrow_finalized: {
      title: 'Allocation finalized',
      body: `The allocation of “{campaignTitle}” was finalized on the chain. The owner of the pool can dispute it until ${DEADLINE}; then payouts start.`,
    },
    escrow_disputed: {
      title: 'Allocation disputed',
      body: `The owner of the pool disputes the allocation of “{campaignTitle}”. Payouts wait for a decision, at most until ${DEADLINE}.`,
    },
    escrow_rejected: {
      title: 'Allocation rejected',
      body: 'The allocation of “{campaignTitle}” was rejected. The platform makes and approves a new list of payouts.',
    },
    escrow_cancelled: {
      title: 'Reward pool cancelled',
      body: `${CAPITAL_POOL} was cancelled. Its funds go back to its owner.`,
    },
    escrow_expired: {
      title: 'Reward pool expired',
      body: `No allocation of ${POOL} was finalized in time. Its funds go back to its owner.`,
    },
    escrow_completed: {
      title: 'Payouts completed',
      body: `All payouts of ${POOL} were made. Those that failed can be claimed.`,
    },
    escrow_refunded: {
      title: 'Funds returned to the owner',
      body: `${CAPITAL_POOL} has returned {amount} {symbol} to its owner in total.`,
    },
    payout_interim: {
      title: 'Your payout so far',
      body: `“{campaignTitle}” has ended. So far you get {amount} {symbol} from ${POOL}; reviews can still change it. The list is approved on ${DEADLINE}.`,
    },
    payout_interim_moved: {
      title: 'Your payout so far',
      body: `The list of payouts of “{campaignTitle}” is not final yet: reviews until {freezesAt, date, utc} can still change it. So far you get {amount} {symbol} from ${POOL}. The list is approved on ${DEADLINE}.`,
    },
    payout_address_missing: {
      title: 'Add an address to be paid',
      body: `“{campaignTitle}” has ended, and no address of yours on the chain of its reward pool is known. Link a wallet or prove an address until ${DEADLINE} to be paid.`,
    },
    payout_listed: {
      title: 'You are on the payout list',
      body: `You get {amount} {symbol} from ${POOL}. If that is wrong, write to the team of the project or to the platform before ${DEADLINE}; then the list is approved.`,
    },
    payout_unlisted: {
      title: 'You are not on the payout list',
      body: `You get nothing from ${POOL}, because ${EXCLUDED}. A missing address can be added until ${DEADLINE}. If the reason is wrong, write to the team of the project or to the platform before then.`,
    },
    payout_projected: {
      title: 'Your payout is planned',
      body: `You get {amount} {symbol} from ${POOL}. The payout plan was approved; the payout follows.`,
    },
    payout_excluded: {
      title: 'You get no payout',
      body: `You get nothing from ${POOL}, because ${EXCLUDED}.`,
    },
    payout_skipped: {
      title: 'Your payout was skipped',
      body: `You do not get {amount} {symbol} from ${POOL}, because the amount is below the minimum payout of its escrow.`,
    },
    payout_paid: {
      title: 'You were paid',
      body: `You received {amount} {symbol} from ${POOL}.`,
    },
    payout_paid_transaction: {
      title: 'You were paid',
      body: `You received {amount} {symbol} from ${POOL}. Transaction: {txHash}`,
    },
    payout_failed: {
      title: 'Your payout failed',
      body: `The payout of {amount} {symbol} from ${POOL} to your address failed. You can claim it until ${DEADLINE}.`,
    },
    payout_claim_ending: {
      title: 'Claim your payout',
      body: `{amount} {symbol} from ${POOL} still wait for you. You can claim them until ${DEADLINE}.`,
    },
    payout_lapsed: {
      title: 'Your payout was not claimed in time',
      body: `The time to claim {amount} {symbol} from ${POOL} is over. They went back to the owner of the pool.`,
    },
    payout_void: {
      title: 'Your payout is not made',
      body: `You do not get {amount} {symbol} from ${POOL}: its escrow was cancelled, or expired, before it paid.`,
    },
  },
  mails: {
    integration_down: {
      subject: 'The integration {name} is down',
      paragraphs: [
        'The integration {name} does not work: {detail}',
        'Checks that need it wait, and go on by themselves when it works again.',
      ],
      link: 'Open the console',
    },
    integration_recovered: {
      subject: 'The integration {name} works again',
      paragraphs: ['The integration {name} works again: {detail}', 'Checks that waited for it go on by themselves.'],
      link: 'Open the console',
    },
    integration_quota_nearly_used: {
      subject: 'The quota of {name} is nearly used',
      paragraphs: [
        'The integration {name} has nearly used its quota: {detail}',
        'When it is used up, checks wait until it is reset.',
      ],
      link: 'Open the console',
    },
    escrow_balance_low: {
      subject: 'The key {provider} has few coins left on {chainId}',
      paragraphs: [
        'The address {address} of the key {provider} has {balance} {denom} on {chainId}. Its next transaction costs {fee} {denom}.',
        'Send coins to this address: transactions of the key wait when it cannot pay for them.',
      ],
      link: 'Open the console',
    },
    payouts_objected: {
      subject: 'A team objects to a list of payouts',
      paragraphs: [
        'The team of campaign {campaignId} objects to version {version} of its list of payouts. An objection that is not decided is dismissed when the list is approved on {autoApproveAt, date, utc}.',
        'Read it under GET /v1/admin/payout-objections?state=open. One operator proposes to uphold or dismiss it, another one confirms. To uphold it, correct the submissions first.',
      ],
      link: 'Open the console',
    },
    payouts_undecided: {
      subject: 'A list of payouts froze with undecided submissions',
      paragraphs: [
        'The list of payouts of campaign {campaignId} froze while {undecided} of {submitted} submissions were undecided. As it is, they are not paid.',
        'You can move the freeze once, to at most 12 hours before the approval of the list, by POST /v1/admin/campaigns/{campaignId}/payout-freeze: decisions until then count. Ask the team, and have moderators review what is left.',
      ],
      link: 'Open the console',
    },
    escrow_contradiction: {
      subject: 'An escrow contradicts its payout plan',
      paragraphs: [
        'The escrow of campaign {campaignId}, funding attempt {attempt}, contradicts the payout plan: {reason}',
        'Nothing is sent to the escrow, and nobody is paid from it, while it does.',
      ],
      link: 'Open the console',
    },
    escrow_deadline_near: {
      subject: 'The payouts of a campaign are not finalized',
      paragraphs: [
        'The escrow of campaign {campaignId} must have its allocation by {commitDeadline, date, utc}, and it is not finalized: {reason}',
        'After that time the escrow pays nobody, and the pool goes back to its owner.',
      ],
      link: 'Open the console',
    },
    escrow_deadline_missed: {
      subject: 'An escrow expired before its payouts were finalized',
      paragraphs: [
        'The escrow of campaign {campaignId} had no finalized allocation at {commitDeadline, date, utc}: {reason}',
        'It pays nobody. Its earners were notified, and the pool goes back to its owner a day after the deadline.',
      ],
      link: 'Open the console',
    },
    escrow_lane_blocked: {
      subject: 'Transactions of {provider} make no progress on {chainId}',
      paragraphs: [
        'Transactions of the key {provider} make no progress on {chainId}: {reason}',
        'Payouts on the chain wait until they do.',
      ],
      link: 'Open the console',
    },
    escrow_fees_capped: {
      subject: 'The key {provider} has spent its fees of the day on {chainId}',
      paragraphs: [
        'The key {provider} has reached its daily limit of {dailyFees} {denom} on {chainId}. It signs nothing more until the next day (UTC).',
        'Find out why from its transactions of today before you raise the limit in the gas prices of the chain.',
      ],
      link: 'Open the console',
    },
    chain_node_faulty: {
      subject: 'Nodes of {chainId} disagree',
      paragraphs: [
        '{node, select, all {The nodes of {chainId} gave no answer on which enough of them agree} other {Node {node} of {chainId} gave an answer that is not used}}: {fault}.',
        'Escrows on the chain are only read, and payouts only made, while enough nodes agree. Check the endpoints of the chain.',
      ],
      link: 'Open the console',
    },
    chain_reset: {
      subject: 'The chain {chainId} was reset',
      paragraphs: [
        'The chain {chainId} was started anew: block {height} is not of the chain whose block {heightBefore} was read before.',
        'Escrows that it no longer has are marked, and nothing is paid from them.',
      ],
      link: 'Open the console',
    },
    admin_created: {
      subject: 'Your operator account',
      paragraphs: [
        `An operator account was created for {email}. Your role is ${OPERATOR_ROLE}.`,
        'Your colleague who created it gives you the initial password, which you change at the first sign-in.',
        'If you did not expect this mail, tell your team.',
      ],
      link: 'Sign in',
    },
    admin_sign_in_locked: {
      subject: 'Wrong passwords at your operator account',
      paragraphs: [
        'Many wrong passwords were entered for {email} within 15 minutes, the last one from the IP address {ip}.',
        'That address can try again after {lockedUntil, date, utc}. You can still sign in from other addresses.',
        'If this was not you, tell your team and change your password.',
      ],
      link: 'Sign in',
    },
    admin_second_factor_reset: {
      subject: 'Your two-factor sign-in was reset',
      paragraphs: [
        'A super admin disabled the two-factor sign-in of {email}. All sessions have ended, and the recovery codes no longer work.',
        'Sign in with your password and set it up again.',
        'If you did not request it, tell your team and change your password.',
      ],
      link: 'Sign in',
    },
    merge_notice: {
      subject: 'Two accounts were merged',
      paragraphs: [
        'The account {absorbed} was merged into the account {survivor} on {mergedAt, date, utc}. This is the address of one of them.',
        'The sign-in methods of {absorbed} now sign in to {survivor}, and its points count there. If you merged your own accounts, ignore this mail.',
        'If this was not you, object until {undoableUntil, date, utc}; no sign-in is needed. An operator reviews the merge and can undo it.',
      ],
      link: 'Object to the merge',
    },
    'quest.email_link_otp': {
      subject: QUEST_CODE.subject,
      paragraphs: [QUEST_CODE.code, QUEST_CODE.caution],
      link: 'Open the app',
    },
    'quest.email_link_otp_intro': {
      subject: QUEST_CODE.subject,
      paragraphs: [QUEST_CODE.code, '“{projectName}” adds in its own words: “{intro}”', QUEST_CODE.caution],
      link: 'Open the app',
    },
    sign_in_code: {
      subject: 'Your code to sign in',
      paragraphs: [
        '{code} is your code to sign in. It expires in 10 minutes and works once.',
        'We will never ask you for it. If you did not try to sign in, ignore this mail.',
      ],
      link: 'Open the app',
    },
    link_code: {
      subject: 'Your code to confirm this address',
      paragraphs: [
        '{code} is your code to use this address with your account. It expires in 10 minutes and works once.',
        'We will never ask you for it. If this is not your account, ignore this mail.',
      ],
      link: 'Open the app',
    },
    password_code: {
      subject: 'Your code to set a password',
      paragraphs: [
        '{code} is your code to set the password of your account. It expires in 10 minutes and works once.',
        'Anyone who has it can access your account. We will never ask you for it. If you did not request it, ignore this mail.',
      ],
      link: 'Open the app',
    },
    email_linked: {
      subject: 'This address was added to your account',
      paragraphs: [
        'This address now belongs to your account and signs in to it.',
        'If you did not do this, sign in now, remove what you do not know, end all your other sessions and write to us.',
      ],
      link: 'Open the app',
    },
    email_changed: {
      subject: 'The address of your account was changed',
      paragraphs: [
        'This address was replaced in your account and no longer signs in to it.',
        'If this was not you, sign in another way and end all your other sessions, or write to us.',
      ],
      link: 'Open the app',
    },
    email_unlinked: {
      subject: 'This address was removed from your account',
      paragraphs: [
        'This address and the password no longer sign in to your account.',
        'If you did not do this, sign in now, remove what you do not know, end all your other sessions and write to us.',
      ],
      link: 'Open the app',
    },
    wallet_linked: {
      subject: 'A wallet was added to your account',
      paragraphs: [
        'A wallet was linked to your account.',
        'If you did not do this, sign in now, remove what you do not know, end all your other sessions and write to us.',
      ],
      link: 'Open the app',
    },
    wallet_unlinked: {
      subject: 'A wallet was removed from your account',
      paragraphs: [
        'A wallet was unlinked from your account and no longer signs in to it.',
        'If you did not do this, sign in now, remove what you do not know, end all your other sessions and write to us.',
      ],
      link: 'Open the app',
    },
    payout_address_changed: {
      subject: 'Your payout address was changed',
      paragraphs: [
        'The address at which you are paid on a chain was set or removed.',
        'If you did not do this, sign in now, correct your payout addresses, end all your other sessions and write to us.',
      ],
      link: 'Open the app',
    },
    account_linked: {
      subject: 'Another account was linked to yours',
      paragraphs: [
        'An account of another platform was linked to your account.',
        'If you did not do this, sign in now, remove what you do not know, end all your other sessions and write to us.',
      ],
      link: 'Open the app',
    },
    account_unlinked: {
      subject: 'A linked account was removed',
      paragraphs: [
        'An account of another platform was unlinked from your account and no longer signs in to it.',
        'If you did not do this, sign in now, remove what you do not know, end all your other sessions and write to us.',
      ],
      link: 'Open the app',
    },
    password_changed: {
      subject: 'Your password was set',
      paragraphs: [
        'A new password was set for your account, and its other sessions have ended.',
        'If this was not you, reset the password now: a code that we mail to this address lets you do so.',
      ],
      link: 'Open the app',
    },
    second_factor_code: {
      subject: 'Your code for the second step',
      paragraphs: [
        '{code} is your code for the second step of a sign-in. It expires in 10 minutes and works once.',
        'We will never ask you for it. If you did not sign in, somebody knows your password or has access to your sign-in method: change it now.',
      ],
      link: 'Sign in',
    },
    two_factor_on: {
      subject: 'Two-factor sign-in is on',
      paragraphs: [
        'Signing in to your account now requires a second step. All its sessions have ended.',
        'If this was not you, write to us.',
      ],
      link: 'Sign in',
    },
    two_factor_off: {
      subject: 'Two-factor sign-in is off',
      paragraphs: [
        'Signing in to your account no longer requires a second step. All its sessions have ended.',
        'If this was not you, change your password and enable it again.',
      ],
      link: 'Sign in',
    },
    recovery_codes_renewed: {
      subject: 'Your recovery codes were replaced',
      paragraphs: [
        'New recovery codes were created for your account. The earlier ones no longer work, and its other sessions have ended.',
        'If you did not do this, sign in now, change your password and write to us.',
      ],
      link: 'Sign in',
    },
    operator_access_changed: {
      subject: 'Your access as an operator changed',
      paragraphs: [
        'A super admin changed your role or the status of your operator account. All your sessions have ended.',
        'If you did not expect this, tell your team.',
      ],
      link: 'Sign in',
    },
    operator_password_code: {
      subject: 'Your code to reset your operator password',
      paragraphs: [
        '{code} is your code to set a new password for your operator account. It expires in 10 minutes and works once.',
        'We will never ask you for it. If you did not request it, ignore this mail.',
      ],
      link: 'Sign in',
    },
    operator_password_reset: {
      subject: 'Your operator password was reset',
      paragraphs: [
        'Your operator account has a new initial password. All your sessions have ended.',
        'The person who reset it gives you the password, which you change at the next sign-in.',
        'If you did not request it, tell your team.',
      ],
      link: 'Sign in',
    },
  },
  digest: {
    subject: '{count, plural, offset:1 =1 {{title}} other {{title}, and # more}}',
    more: '{more, plural, one {# more is in the app.} other {# more are in the app.}}',
    links: { app: 'Open the app', studio: 'Open the studio' },
    unsubscribe: 'Unsubscribe from mails like this one',
    unsubscribeAll: 'Unsubscribe from all notification mails',
  },
};
