-- The sign-in method that the survivor proved to have and that signs in to the other account. An offer without one
-- comes from an earlier version and cannot be confirmed.
ALTER TABLE merge_offer ADD COLUMN proof jsonb;
CREATE INDEX merge_offer_survivor ON merge_offer (survivor_id);
CREATE INDEX merge_offer_absorbed ON merge_offer (absorbed_id);
