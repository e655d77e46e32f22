-- The request that a mail comes from, under whose id it is sent; null for mails from before.
ALTER TABLE mail ADD COLUMN request_id text, ADD COLUMN traceparent text;
