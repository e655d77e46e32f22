-- A Space may complete a quest once at all for each of its hosts.
ALTER TABLE completion_subject DROP CONSTRAINT completion_subject_kind_check;
ALTER TABLE completion_subject ADD CONSTRAINT completion_subject_kind_check
  CHECK (kind IN ('wallet', 'transaction', 'account', 'post', 'space')) NOT VALID;
ALTER TABLE completion_subject VALIDATE CONSTRAINT completion_subject_kind_check;

-- A rule may decide that an attempt is checked again later.
ALTER TABLE verification_check DROP CONSTRAINT verification_check_rule_outcome_check;
ALTER TABLE verification_check ADD CONSTRAINT verification_check_rule_outcome_check
  CHECK (rule_outcome IN ('pass', 'fail', 'review', 'inconclusive')) NOT VALID;
ALTER TABLE verification_check VALIDATE CONSTRAINT verification_check_rule_outcome_check;
