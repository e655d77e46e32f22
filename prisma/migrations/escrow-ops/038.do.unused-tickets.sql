-- Block time from which the last ticket of the attempt creates no escrow. Tickets are issued for an hour.
ALTER TABLE escrow_attempt ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '1 hour';
UPDATE escrow_attempt a SET expires_at = COALESCE(
  (SELECT max(t.expires_at) FROM ticket t WHERE t.campaign_id = a.campaign_id AND t.attempt = a.attempt),
  a.opened_at + interval '1 hour');
