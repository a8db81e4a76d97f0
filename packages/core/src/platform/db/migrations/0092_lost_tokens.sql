-- The token of a user's own bot may be sealed with a key that is lost. Nobody can run such a bot, so it hears nothing.
alter table whitelabel_bots drop constraint whitelabel_bots_state_check,
  add constraint whitelabel_bots_state_check
    check (state in ('connecting', 'ready', 'reconnecting', 'token_refused', 'intents_refused', 'token_lost'));

create or replace function note_whether_it_hears() returns trigger language plpgsql as $$
begin
  if new.state in ('token_refused', 'intents_refused', 'token_lost')
      or tg_op = 'UPDATE' and new.token_version <> old.token_version then
    new.hears := false;
  elsif new.state = 'ready' then
    new.hears := true;
  end if;
  return new;
end $$;
