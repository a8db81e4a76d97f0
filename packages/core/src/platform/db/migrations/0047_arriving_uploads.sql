-- Since when a file is being received for it, so that of two that are sent to one address one is refused.
alter table import_uploads add column arriving_at timestamptz;
