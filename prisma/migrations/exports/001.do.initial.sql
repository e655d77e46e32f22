-- Nothing of its own yet: files are written of what other services publish, and not kept.
SELECT 1;
