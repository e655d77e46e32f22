import { bytesProvider } from '@questp/bytes';
import type { Wing } from '@questp/service-kit';
import { AllocationsRepository } from './allocations.repository.js';
import { ApprovePayoutPlan } from './approve-payout-plan.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CloseFiles } from './close-files.js';
import { CloseObjections } from './close-objections.js';
import { DuePlansRepository } from './due-plans.repository.js';
import { EarnersRepository } from './earners.repository.js';
import { MakePayoutPlans } from './make-payout-plans.js';
import { MoveFreeze } from './move-freeze.js';
import { ObjectToPlan } from './object-to-plan.js';
import { ObjectionsRepository } from './objections.repository.js';
import { OpenAllocation } from './open-allocation.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { PayoutSchedulesRepository } from './payout-schedules.repository.js';
import { PayoutsRepository } from './payouts.repository.js';
import { PlanAnnouncementsRepository } from './plan-announcements.repository.js';
import { PlanHashes } from './plan-hashes.js';
import { PlanListsRepository } from './plan-lists.repository.js';
import { ProjectAccess } from './project-access.js';
import { RejectPlan } from './reject-plan.js';
import { RequestPayoutPlan } from './request-payout-plan.js';
import { SchedulePayouts } from './schedule-payouts.js';
import { ShowPayoutSchedule } from './show-payout-schedule.js';
import { WatchCampaigns } from './watch-campaigns.js';

export const plans: Wing = {
  providers: [
    bytesProvider,
    CloseFiles,
    AllocationsRepository,
    OpenAllocation,
    ProjectAccess,
    CampaignsRepository,
    EarnersRepository,
    PayoutPlansRepository,
    PayoutSchedulesRepository,
    PlanAnnouncementsRepository,
    PayoutsRepository,
    DuePlansRepository,
    PlanListsRepository,
    PlanHashes,
    RequestPayoutPlan,
    ApprovePayoutPlan,
    RejectPlan,
    ObjectionsRepository,
    ObjectToPlan,
    CloseObjections,
    MakePayoutPlans,
    SchedulePayouts,
    ShowPayoutSchedule,
    MoveFreeze,
    WatchCampaigns,
  ],
};
