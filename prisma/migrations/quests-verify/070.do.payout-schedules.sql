-- The payout schedule of an ended campaign, as escrow-ops published it last: from when on operators review what the team
-- left undecided, and until when decisions change payouts. Null: not ended, or without a reward pool.
ALTER TABLE campaign ADD COLUMN review_moderators_from timestamptz;
ALTER TABLE campaign ADD COLUMN review_freezes_at timestamptz;
-- Time of the event; earlier ones are ignored.
ALTER TABLE campaign ADD COLUMN review_scheduled_at timestamptz;
CREATE INDEX campaign_moderated ON campaign (review_moderators_from) WHERE review_moderators_from IS NOT NULL;
