-- Since when the channels of claimed tickets follow changed claim settings, until all of them do. Each says which change it
-- followed last, so that whatever interrupts this, it goes on where it stopped.
alter table guild_settings add column claims_changed_at timestamptz;
create index guild_settings_claims_changed on guild_settings (guild_id) where claims_changed_at is not null;
alter table tickets add column claim_followed_at timestamptz;
