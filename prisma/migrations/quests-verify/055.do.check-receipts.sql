-- A check stores what its rule was applied to, so that the rule can be applied again.
ALTER TABLE verification_check
  ADD COLUMN settings jsonb,
  ADD COLUMN rule_outcome text CHECK (rule_outcome IN ('pass', 'fail', 'review'));

-- Repeated checks that decided nothing are deleted like the checks of refused attempts.
DROP INDEX verification_check_refused;
CREATE INDEX verification_check_undecided ON verification_check (at)
  WHERE submission_id IS NULL OR outcome IN ('inconclusive', 'relink', 'misconfigured');
