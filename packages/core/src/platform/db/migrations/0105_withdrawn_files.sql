-- Which tickets a finished download has something of (null: not known, it is of an earlier version), and whose transcripts were
-- deleted by somebody while it was made. A file that had one of these is withdrawn.
alter table transcript_downloads
  add column ticket_ids integer[],
  add column removed_ids integer[] not null default '{}',
  drop constraint transcript_downloads_state_check,
  add constraint transcript_downloads_state_check
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn'));
alter table server_exports
  drop constraint server_exports_state_check,
  add constraint server_exports_state_check
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'withdrawn'));
