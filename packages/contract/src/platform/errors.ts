/**
 * Every error that the product answers: its status and its text for a person. `{name}` stands for a parameter.
 * The text says what to do next. Translations are keyed by the same codes.
 */
export const errorTable = {
  'request.malformed': [400, 'The request body is not valid JSON. Check it and send it again.'],
  'request.unreadable': [400, 'This cannot be read as an HTTP request.'],
  'request.too_slow': [408, 'That took too long to arrive. Send it again.'],
  'request.headers_too_large': [431, 'The headers of the request are too large.'],
  'request.address_invalid': [400, 'This address cannot be read. Check how it is written.'],
  'request.invalid': [400, 'Some of what was sent is not valid: {problems}'],
  'request.missing_header': [400, 'Missing x-tickets header'],
  'request.too_large': [413, 'That is too large: at most {limit} can be sent at once.'],
  'request.unsupported_media_type': [415, 'Send the body as application/json.'],
  'upload.invalid': [400, 'The files cannot be read: {problem}. Send them again.'],
  'upload.too_many_files': [400, 'At most {count} files can be sent at once. Remove some of them.'],
  'upload.file_too_large': [413, '{name} is too large: a file may have at most {limit}.'],
  'upload.file_empty': [400, '{name} is empty. Remove it, or choose another file.'],
  'upload.busy': [503, 'Too many files are on their way at the moment. Try again in a few seconds.'],
  'request.rate_limited': [429, "You're doing that too fast: please wait a few seconds and try again"],
  'route.not_found': [404, 'There is nothing at this address.'],
  'internal.error': [500, 'An internal server error occurred'],
  'service.starting': [503, 'Tickets is starting. Try again in a few seconds.'],
  'service.upgrading': [503, 'Tickets is being upgraded. Try again in a few minutes.'],
  'service.database_down': [
    503,
    'Tickets cannot reach its database at the moment. Try again in a few seconds.',
  ],
  'service.database_slow': [
    503,
    'The database of Tickets took too long to answer. Try again in a few seconds.',
  ],
  'service.disk_full': [
    503,
    'The disk of Tickets is full, so nothing can be saved. Tell whoever runs it, then try again.',
  ],
  'service.overloaded': [503, 'Tickets has more to do than it can manage. Try again in a few seconds.'],
  'storage.denied': [
    503,
    'Tickets may not use the place where its files are kept. Tell whoever runs it, then try again.',
  ],
  'storage.unreachable': [
    503,
    'The place where Tickets keeps files does not answer at the moment. Try again in a minute.',
  ],
  'storage.damaged': [
    502,
    'This file is not the one that was kept, so it is not shown. Tell whoever runs Tickets.',
  ],

  'session.missing': [401, 'Sign in to continue.'],
  'session.invalid': [401, 'Your session has ended. Sign in again.'],
  'oauth.code_missing': [400, 'Missing code query parameter'],
  'oauth.code_invalid': [400, 'Invalid code: try logging in again'],
  'oauth.scope_missing': [400, 'Missing identify scope'],
  'discord.unavailable': [502, 'Discord does not answer at the moment. Try again in a minute.'],
  'discord.limited': [503, 'Discord is busy. Try again in {seconds} seconds.'],
  'discord.missing_permissions': [
    400,
    'Discord does not let the bot do that. Give it these permissions and try again: {permissions}',
  ],
  'discord.channel_permissions': [
    400,
    'Discord does not let the bot do that. Give it these permissions in the channel #{channel} and try again: {permissions}',
  ],
  'discord.category_permissions': [
    400,
    'Discord does not let the bot do that. Give it these permissions in the category "{category}" and try again: {permissions}',
  ],
  'discord.refused': [400, 'Discord refused that: {reason}'],
  'guild.reload_cooldown': [429, "You're doing this too quickly: try again in {seconds} seconds"],
  'outgoing_webhook.not_found': [404, 'Webhook not found'],
  'outgoing_webhook.delivery_not_found': [404, 'This delivery is not kept any more'],
  'outgoing_webhook.limit': [400, 'A server can have {count} webhooks. Delete one to add another.'],
  'outgoing_webhook.private_url': [400, 'This address is not public, so nothing can be sent to it'],
  'outgoing_webhook.off': [400, 'This webhook is switched off. Switch it on to send something.'],
  'integration.not_found': [404, 'Integration not found'],
  'integration.view_denied': [403, 'You do not have permission to view this integration'],
  'integration.not_yours': [403, 'You do not own this integration'],
  'integration.delete_denied': [403, 'You do not have permission to delete this integration'],
  'integration.manage_denied': [403, 'You do not have permission to manage this integration'],
  'integration.add_denied': [403, 'You do not have permission to activate this integration'],
  'integration.already_public': [400, 'You have already requested to make this integration public'],
  'integration.owned_limit': [403, 'You have reached the integration limit ({count}/{count})'],
  'integration.active_limit': [400, 'You can only have {count} integrations active at once'],
  'integration.not_active': [400, 'Integration is not active'],
  'integration.secrets_invalid': [400, 'Invalid secret values'],
  'integration.secrets_rejected': [
    400,
    'Integration rejected the secret values (contact the integration author for help)',
  ],
  'integration.validation_timeout': [
    400,
    'Secret validation server did not respond in time (contact the integration author)',
  ],
  'integration.validation_failed': [
    400,
    'The secret validation server could not be reached (contact the integration author)',
  ],
  'integration.validation_host': [400, 'Validation URL must be on the same host as the webhook URL'],
  'integration.part_unknown': [400, 'Integration ID mismatch for {what}'],
  'integration.review_over': [409, 'This request was decided or changed meanwhile. Load the page again.'],
  'own_data.sign_in_again': [
    403,
    'Sign in again to do this: your last sign-in must be less than an hour old, so that nobody else does it for you.',
  ],
  'own_data.username_wrong': [400, 'Type your username, {username}, to confirm.'],
  'own_data.open_tickets': [
    409,
    'Your data cannot be erased while you have open tickets. Close the ones that you opened and give back the ones that you claimed: {tickets}',
  ],
  'own_data.being_erased': [409, 'Your data is being erased. Wait until that is done, or cancel it first.'],
  'own_data.not_waiting': [409, 'There is nothing to cancel: the erasure has begun, or was not asked for.'],
  'own_data.no_export': [404, 'There is no copy of your data to download. Ask for a new one.'],

  'guild.invalid_id': [400, 'Invalid guild ID'],
  'guild.full_of_these': [400, 'This server already has {count} of these. Delete one first.'],
  'guild.texts_too_long': [
    400,
    'That is too much text: all of these in a server can hold {megabytes} MB together. Shorten or delete some first.',
  ],
  'guild.not_found': [404, 'Guild not found'],
  'guild.without_bot': [
    404,
    'This bot is not in this server. Somebody who can manage the server has to add it first.',
  ],
  'permission.denied': [403, 'You do not have permission to do this in this server.'],
  'permission.admin_only': [403, 'Only administrators of this product can do this.'],
  'override.not_by_bot_staff': [
    403,
    'You are here because this server let you in for some time. Only its own administrators can do this.',
  ],
  'premium.required': [402, 'This needs premium: {feature}.'],
  'premium_key.malformed': [
    400,
    'This is not a premium key. A key looks like {example}: copy the whole of it, then try again.',
  ],
  'premium_key.unknown': [400, 'There is no such key. Copy it once more, or ask whoever gave it to you.'],
  'premium_key.redeemed': [409, 'This key was used for another server already. Each key works once.'],
  'premium_key.redeemed_here': [409, 'This key was used for this server already. Each key works once.'],
  'premium_key.revoked': [409, 'Whoever runs this bot has taken this key back. Ask them for another one.'],
  'premium_key.not_needed': [
    409,
    'This server has premium for good, so the key was not used. Keep it for another server.',
  ],
  'premium_key.too_many': [429, 'Those were too many wrong keys. Wait ten minutes, then try again.'],
  'premium.not_subscriber': [400, 'Not a premium user'],
  'premium.not_multi_server': [400, 'Not a multi-server subscription'],
  'premium.too_many_servers': [400, 'Too many guilds selected'],
  'premium.server_denied': [403, 'Missing permissions in guild {guild_id}'],

  'whitelabel.premium_required': [402, 'You must have the whitelabel premium tier'],
  'whitelabel.no_bot': [404, 'No bot found'],
  'whitelabel.not_trusted': [
    403,
    'This bot does nothing here, because the person who runs it does not administer the server. An administrator can add them with /addadmin, or under Staff Teams in the dashboard.',
  ],
  'whitelabel.bot_unknown': [400, 'Whitelabel bot not found'],
  'whitelabel.token_invalid': [400, 'Invalid token'],
  'whitelabel.main_bot': [
    400,
    'This is the token of the bot that everybody here shares. Make an application of your own in the developer portal of Discord, and enter its token.',
  ],
  'whitelabel.bot_taken': [
    409,
    'Somebody else runs this bot here. They have to disable it first; if you do not know them, reset the token in the developer portal of Discord.',
  ],
  'whitelabel.status_length': [400, 'Status must be between 1-255 characters in length'],
  'whitelabel.status_type': [400, 'Invalid status type'],
  'whitelabel.token_refused': [
    400,
    'Discord does not accept the token of this bot any more. Reset it in the developer portal of Discord, and enter the new one here.',
  ],
  'whitelabel.token_lost': [400, 'The key that sealed the token of this bot is lost. Enter its token again.'],
  'whitelabel.commands_cooldown': [
    429,
    'The slash commands were created a moment ago. Please try again in {seconds} seconds.',
  ],

  'settings.type_without_view': [400, 'Must be able to view channel to type'],
  'settings.notification_channel_missing': [400, 'You must select a ticket notification channel'],
  'settings.notification_channel_invalid': [400, 'Ticket notification channel is not a text channel'],
  'settings.panels_without_threads': [
    400,
    'Discord has no private threads in announcement channels. Move the panels in {channels} to text channels first.',
  ],
  'settings.language_invalid': [400, 'Invalid language'],
  'settings.colour_invalid': [400, 'Invalid colour'],
  'colours.premium_required': [402, 'You must have premium to customise message appearance'],
  'settings.auto_close_premium': [
    402,
    'Closing tickets after a time needs premium. Its times can be changed once the server has premium',
  ],
  'settings.auto_close_too_long': [400, 'Autoclose time period cannot be longer than 60 days'],
  'settings.context_menu_panel_invalid': [
    400,
    'The context menu panel is not a panel of this server. Choose another.',
  ],
  'settings.context_menu_level_invalid': [400, 'The context menu permission level must be 0, 1 or 2.'],
  'settings.overflow_category_missing': [400, 'Invalid overflow category'],
  'settings.overflow_category_invalid': [400, 'Overflow category is not a category'],
  'settings.ticket_limit_invalid': [400, 'The ticket limit is between 1 and 10.'],
  'settings.naming_scheme_invalid': [400, 'Choose one of the naming schemes.'],
  'settings.welcome_message_invalid': [400, 'A welcome message has 1 to 1000 characters.'],
  'settings.archive_channel_invalid': [
    400,
    'Closed tickets can only be reported in a text channel of this server. Choose another one.',
  ],

  'channel.is_ticket': [
    400,
    'This is the channel of a ticket, which is gone when the ticket closes. Choose another one.',
  ],

  'panel.not_found': [404, 'Panel not found'],
  'panel.quota_exceeded': [
    402,
    'Panel quota exceeded: You have {count}/{limit} panels. Purchase premium to unlock more panels.',
  ],
  'panel.channel_not_found': [400, 'Panel channel not found'],
  'panel.category_invalid': [400, 'Invalid ticket category'],
  'panel.emoji_not_found': [400, 'Emoji not found'],
  'panel.emoji_invalid': [400, 'Invalid emoji'],
  'panel.emoji_missing_id': [400, 'Custom emoji was missing ID'],
  'panel.emoji_name_mismatch': [400, 'Emoji name mismatch'],
  'panel.form_not_found': [400, 'Form not found'],
  'panel.team_invalid': [400, 'Invalid support team'],
  'panel.exit_survey_premium': [400, 'Exit survey form is a premium feature'],
  'panel.pending_category_premium': [400, 'Awaiting response category is a premium feature'],
  'panel.pending_category_invalid': [400, 'Invalid awaiting response category'],
  'panel.mention_not_found': [400, 'Invalid role ID in mentions: {role_id}'],
  'panel.thread_channel_required': [
    400,
    'Tickets are threads in this server, and Discord has no private threads in announcement channels. Choose a text channel.',
  ],
  'panel.access_role_not_found': [
    400,
    'Invalid role {role_id} in access control list not found in the guild',
  ],
  'panel.access_everyone_missing': [400, 'Access control list does not contain @everyone rule'],
  'panel.locked': [
    400,
    'This panel is disabled and cannot be modified: please reactivate premium to re-enable it',
  ],
  'panel.access_nobody': [
    403,
    'The server administrators have disabled opening this type of ticket for all roles. Use another panel, or ask the team.',
  ],
  'panel.access_role_required': [
    403,
    'You need one of these roles to open this type of ticket: {roles}. Ask the team for it.',
  ],
  'panel.access_role_denied': [
    403,
    'You cannot open this type of ticket, because you have the role {role}. Ask the team if you think that this is wrong.',
  ],
  'embed.empty': [400, 'Your embed message does not contain any content'],
  'embed.footer_premium': [400, 'The embed footer is a premium feature'],

  'multi_panel.not_found': [404, 'No panel with the provided ID found'],
  'multi_panel.channel_not_found': [400, 'channel does not exist'],
  'multi_panel.panel_invalid': [400, 'invalid panel ID'],
  'multi_panel.too_few': [400, 'a multi-panel must contain at least 2 sub-panels'],
  'multi_panel.empty': [
    400,
    'None of the panels of this multi-panel are left. Edit it and choose at least 2 before you post it again.',
  ],
  'multi_panel.label_missing': [
    400,
    "Panel '{title}' must have a label when using dropdown mode. Please ensure the panel has a button label.",
  ],

  'form.not_found': [404, 'Form #{form_id} not found'],
  'form.input_count': [400, 'Forms must have between 1 and 5 inputs (current: {count} inputs)'],
  'form.input_not_found': [400, 'Input #{input_id} ({purpose}) not found in form #{form_id}'],
  'form.input_deleted_and_updated': [400, 'Input #{input_id} cannot be both deleted and updated'],
  'form.inputs_missing': [
    400,
    'All {count} existing inputs must be included in the update array (found {found})',
  ],
  'form.input_missing': [400, 'Input #{input_id} must be included in the update array'],
  'form.positions': [400, 'Input positions must be unique and in ascending order (1, 2, 3, etc.)'],
  'form.answer_missing': [400, 'Please answer the question “{question}”, then send the form again.'],
  'form.changed': [409, 'This form was changed while you filled it in. Open it again.'],
  'form.too_slow': [503, 'That took too long, so the form could not be shown. Try it again.'],
  'save.outdated': [
    409,
    'Somebody else changed this since you opened it, so nothing was saved. Load it again, and make your changes over theirs.',
  ],
  'audit.entry_not_found': [404, 'This entry of the audit log is not there.'],
  'undo.not_possible': [400, 'This kind of change cannot be undone.'],
  'undo.undone': [409, 'It is as it was before already, so there is nothing to undo.'],
  'undo.changed_since': [409, 'It was changed again since, so undoing this would lose the later change.'],
  'undo.gone': [409, 'It was deleted since. Undo its deletion first.'],
  'undo.names_gone': [409, 'What it would bring back was deleted since.'],
  'undo.there_again': [409, 'There is one of this name again, so this one cannot come back.'],
  'tag.not_found': [404, 'Tag not found: {tag_id}'],
  'tag.limit_reached': [400, 'Tag limit (200) reached'],
  'tag.exists': [409, 'There is a tag {tag_id} already. Edit it in the dashboard, or choose another id.'],
  'tag.alias_premium': [400, 'Premium is required to use custom commands'],
  'tag.alias_taken': [
    400,
    '/{tag_id} is a command of the bot itself. Choose another id, or turn the custom command off.',
  ],
  'tag.alias_limit': [
    400,
    'Discord allows 100 commands in one server. Turn the custom command of another tag off first.',
  ],
  'tag.alias_refused': [
    400,
    'Discord does not let the bot make commands in this server. Invite the bot once more, then save the tag again.',
  ],
  'tag.id_invalid': [400, 'A tag ID has 1 to 16 characters and no spaces.'],
  'tag.empty': [400, 'You have not provided any content for the tag'],
  'blacklist.user_limit': [400, 'Blacklist limit (250) reached: consider using a role instead'],
  'blacklist.role_limit': [400, 'Blacklist limit (50) reached'],
  'blacklist.staff': [400, 'You cannot blacklist staff members!'],
  'blacklist.self': [400, 'You cannot blacklist yourself.'],
  'blacklist.bot': [400, 'You cannot blacklist the bot itself.'],
  'blacklist.user_invalid': [
    400,
    'This is not the id of a person. Enter one that Discord gave: digits only.',
  ],
  'blacklist.everyone': [400, 'You cannot blacklist @everyone. Choose a member or another role.'],
  'blacklist.role_not_found': [400, 'This role is not in the server any more. Choose another one.'],

  'staff.owner_already_admin': [400, 'The owner of the server administers the bot already.'],
  'staff.owner_stays': [400, 'The owner of the server always stays on its staff.'],
  'staff.self': [400, 'You cannot remove yourself. Ask another administrator to do it.'],
  'staff.everyone': [400, '@everyone cannot be staff. Choose a member or another role.'],
  'staff.role_not_found': [400, 'This role is not in the server any more. Choose another one.'],
  'staff.support_by_role': [
    400,
    'Members are no longer made support one by one. Give them a role and add that role, or put them into another team in the dashboard than Default.',
  ],
  'staff.not_admin': [400, '{target} is not among the administrators. /viewstaff shows who is.'],
  'staff.not_support': [400, '{target} is not among the support staff. /viewstaff shows who is.'],
  'staff.member_not_found': [400, 'This person is not in the server. Choose one of its members.'],
  'staff.owner_removes_admins': [403, 'Only the server owner can remove admins'],
  'team.not_found': [404, 'Support team with provided ID not found'],
  'team.exists': [400, 'Team already exists'],
  'team.default_stays': [400, 'The team Default is always there, so it cannot be deleted.'],

  'survey.not_found': [404, 'There is no exit survey for this ticket any more.'],
  'survey.denied': [403, 'Only the person who opened the ticket can fill in its exit survey.'],
  'survey.unanswered': [404, 'The exit survey of this ticket was not filled in.'],

  'panel.force_disabled': [
    400,
    'This panel is disabled, because the server has more panels than it may have without premium. Ask its administrators to renew premium.',
  ],
  'panel.disabled': [
    403,
    'The server administrators have disabled opening this type of ticket. Use another panel, or ask the team.',
  ],
  'panel.gone': [404, 'This panel does not exist any more. Use another panel, or ask the team.'],

  'on_call.threads_only': [
    400,
    'On call is for tickets that are threads. An administrator turns them on with /setup use-threads.',
  ],
  'ticket.not_found': [404, 'Ticket not found'],
  'ticket.message_outdated': [404, 'This message belongs to a ticket that is no longer known here.'],
  'ticket.closed': [404, 'Ticket #{ticket_id} has been closed and is no longer accessible'],
  'ticket.limit_reached': [
    403,
    'You are only able to open {limit} tickets at once. Close one of yours to open another.',
  ],
  'ticket.too_fast': [
    429,
    'Tickets are being opened too quickly in this server. Try again in {seconds} seconds.',
  ],
  'ticket.opener_too_fast': [429, 'You are opening tickets too quickly. Try again in {seconds} seconds.'],
  'ticket.id_invalid': [400, 'Invalid ticket ID provided: {id}'],
  'ticket.blacklisted': [
    403,
    'You are blacklisted in this server, so you cannot use its tickets. Ask its team if you think that this is wrong.',
  ],
  'ticket.open_command_disabled': [
    403,
    'The /{command} command is disabled in this server. Press the button of a ticket panel instead.',
  ],
  'ticket.guild_full': [
    409,
    'This server has reached 500 channels, the most that Discord allows. Ask the team to delete some, then try again.',
  ],
  'ticket.category_full': [
    409,
    'There are too many tickets in the category (50, the most that Discord allows). Try again when some are closed.',
  ],
  'ticket.thread_channel_required': [
    400,
    'Tickets are threads in this server, and threads can only be opened from a plain text channel. Use a ticket panel in one.',
  ],
  'ticket.thread_permission_missing': [
    403,
    'You need the permission to send messages in threads in {channel} to open a ticket here. Ask the team for it.',
  ],
  'ticket.close_denied': [403, 'You cannot close this ticket. Ask the support team to close it.'],
  'ticket.close_request_gone': [
    409,
    'This close request is over: it was answered, or a newer one has taken its place.',
  ],
  'ticket.close_request_denied': [
    403,
    'Only the person who opened the ticket and its staff can answer this close request.',
  ],
  'ticket.not_open': [409, 'Ticket #{ticket_id} is not open any more.'],
  'ticket.not_here': [404, 'This channel is not a ticket. Use the command in a ticket channel.'],
  'ticket.reopen_open': [409, 'Ticket #{ticket_id} is open already: {channel}'],
  'ticket.reopen_open_as': [409, 'Ticket #{ticket_id} is open already as ticket #{next}: {channel}'],
  'ticket.reopen_unsettled': [
    409,
    'Ticket #{ticket_id} is just being opened or closed. Try again in a moment.',
  ],
  'ticket.reopen_thread_gone': [
    409,
    'The thread of ticket #{ticket_id} was deleted, so it cannot be reopened. Open a new ticket.',
  ],
  'ticket.reopen_erased': [
    409,
    'Whoever opened ticket #{ticket_id} had their data erased, so it cannot be reopened.',
  ],
  'ticket.reopen_imported': [
    409,
    'Ticket #{ticket_id} was imported, and whoever opened it is not in this server, so it cannot be reopened.',
  ],
  'ticket.reopen_limit': [
    403,
    'Whoever opened ticket #{ticket_id} has as many open tickets as this server allows ({limit}). Close one of them first.',
  ],
  'ticket.panel_same': [409, 'This ticket belongs to the panel {panel} already. Choose another one.'],
  'ticket.welcome_missing': [404, 'This ticket has no first message to jump to.'],
  'ticket.notes_in_thread': [
    400,
    'Tickets that are threads have no notes, because Discord has no threads inside threads.',
  ],
  'ticket.notes_opener': [403, 'You opened this ticket yourself, so its notes are for the rest of the team.'],
  'ticket.not_claimed': [409, 'This ticket is not claimed.'],
  'ticket.unclaim_denied': [
    403,
    'Only the person who claimed the ticket or an administrator can unclaim it.',
  ],
  'ticket.already_claimed': [
    409,
    'This ticket is claimed by {user}. Ask them to unclaim it; an administrator can do it too.',
  ],
  'ticket.transfer_denied': [
    403,
    'Only {user}, who claimed the ticket, or an administrator can transfer it.',
  ],
  'ticket.claimed_to_write': [
    403,
    'Only {user}, who claimed this ticket, and administrators can write in it. Ask them to unclaim or transfer it.',
  ],
  'ticket.other_team': [
    403,
    'You do not have permission to do this in this ticket: you are in none of the teams that answer it.',
  ],
  'ticket.claimed_to_see': [
    403,
    'Only {user}, who claimed this ticket, and administrators can see it. Ask them to unclaim or transfer it.',
  ],
  'ticket.claimed_of_own': [
    403,
    'You opened this ticket yourself. While it is claimed by {user}, you take part in it as a member, not as staff.',
  ],
  'ticket.transfer_target': [
    400,
    'Choose a member of staff who answers the tickets of this panel. This person does not.',
  ],
  'ticket.claim_in_thread': [
    400,
    'Tickets that are threads cannot be claimed, because Discord gives threads no permissions of their own.',
  ],
  'ticket.staff_only': [403, 'Only support staff of this server can do this.'],
  'ticket.member_denied': [403, 'Only the person who opened the ticket and support staff can do this.'],
  'ticket.everyone_refused': [400, 'You cannot add or remove @everyone. Choose a member or another role.'],
  'ticket.member_blacklisted': [
    409,
    '{member} cannot be added: {entry} is blacklisted in this server. Take {entry} off the blacklist first, with /blacklist or in the dashboard.',
  ],
  'ticket.member_refused': [
    403,
    '{member} cannot be added to tickets of this server. Ask its team if you think that this is wrong.',
  ],
  'ticket.role_in_thread': [400, 'A role cannot be added to a thread. Add its members one by one.'],
  'ticket.member_unknown': [
    404,
    'There is no such member or role in this server. Choose one that Discord offers.',
  ],
  'ticket.member_already': [409, '{member} is in this ticket already.'],
  'ticket.member_not_in': [409, '{member} is not in this ticket.'],
  'ticket.staff_not_removable': [400, 'You cannot remove support staff from a ticket.'],
  'ticket.opener_not_removable': [
    400,
    'You cannot remove the person who opened the ticket. Close it instead.',
  ],
  'ticket.name_invalid': [400, 'Channel names have 1 to 100 characters.'],
  'ticket.rename_too_fast': [429, 'A ticket can be renamed twice in ten minutes. Try again {retry}.'],
  'ticket.message_empty': [400, 'Message content cannot be empty'],
  'ticket.message_too_long': [400, 'Messages have at most 2000 characters; this one has {length}.'],
  'ticket.key_reused': [
    409,
    'Something else was sent under this key before, so this was not sent. Send it as a new message.',
  ],
  'ticket.writer_left': [
    403,
    'You are not in this server any more, so you cannot write in its tickets. Join it again first.',
  ],
  'ticket.writer_timed_out': [
    403,
    'You are timed out in this server, so you cannot write now. Write again when the time-out is over.',
  ],
  'ticket.writer_denied': [
    403,
    'Discord does not let you write in the channel of this ticket. Ask the team of the server.',
  ],
  'ticket.files_denied': [
    403,
    'Discord does not let you send files in the channel of this ticket. Send your message without them.',
  ],
  'ticket.slow_mode': [
    409,
    'The channel of this ticket is in slow mode, and you wrote a moment ago. Send this again later.',
  ],
  'ticket.channel_missing': [409, 'Ticket #{ticket_id} has no channel in Discord.'],
  'ticket.rating_denied': [403, 'Only the person who opened the ticket can rate it.'],
  'ticket.rating_disabled': [403, 'Ratings are turned off in this server.'],
  'ticket.origin_erased': [
    409,
    'Whoever wrote this message had their data erased since, so no ticket can be started from it.',
  ],
  'ticket.context_menu_denied': [
    403,
    'You may not start tickets from messages in this server. Use a ticket panel instead, or ask the team.',
  ],
  'transcript.link_gone': [
    404,
    'This link does not lead anywhere any more: it has expired, was ended, or what it led to was removed. Ask for a new one.',
  ],
  'transcript.link_unknown': [404, 'There is no such link. It may have been removed with its transcript.'],
  'transcript.too_many_links': [
    409,
    'This transcript has {count} links that work. End one of them, then make another.',
  ],
  'transcript.download_running': [
    409,
    'You are making a download already. Wait until it is done, or cancel it first.',
  ],
  'transcript.download_gone': [404, 'This download is not kept any more. Ask for a new one.'],
  'transcript.download_nothing': [
    400,
    'No transcript matches the filter, so there is nothing to download. Change the filter.',
  ],
  'transcript.form_too_large': [
    413,
    'This transcript is too large for a page or a text, which may have {limit} at most. Read it in the dashboard.',
  ],
  'transcript.form_too_slow': [
    503,
    'It takes more than {seconds} seconds to make a page or a text of this transcript. Read it in the dashboard.',
  ],
  'transcript.not_found': [404, 'Transcript not found'],
  'transcript.denied': [403, 'You do not have permission to view this transcript'],
  'import.file_type_invalid': [400, 'Invalid file type'],
  'import.size_invalid': [400, 'The size of a file is a whole number of bytes, and at least one.'],
  'import.too_large': [400, 'File size too large'],
  'import.content_type_missing': [400, 'Missing file_content_type'],
  'import.content_type_invalid': [400, 'Invalid file_content_type'],
  'import.no_file': [
    400,
    'Please select a file to import, at least one of data or transcripts must be provided',
  ],
  'import.refused': [400, '{name} cannot be imported: {problem}'],
  'import.address_over': [
    403,
    'This address takes no file any more: its time is over, or it was used. Ask for a new one.',
  ],
  'import.arriving': [
    409,
    'Another file is on its way to this address. Wait until it has come, or ask for a new address.',
  ],
  'import.busy': [409, 'Other archives are being read just now. Try again in a minute.'],
  'import.not_as_announced': [
    400,
    'This is not the file for which the address was made: its size and its content type must be the same.',
  ],
  'import.queue_full': [
    409,
    'Five files wait to be imported into this server already. Wait until one of them is done, then send this one.',
  ],
  'import.no_room': [
    409,
    'The files that wait in this server, or that you have sent, take all the room there is for them. Import or discard one of them, then send this one.',
  ],
  'import.upload_gone': [404, 'This file is not kept any more. Upload it again.'],
  'import.not_ready': [409, 'This file is still being checked. Wait for its report, then confirm it.'],
  'import.done': [409, 'This file has been imported. To import it once more, upload it again.'],
  'import.under_way': [409, 'An import is under way in this server. Wait until it is done.'],
  'import.mapping_invalid': [
    400,
    'Of what was chosen in place of channels and roles, {id} is not in this server any more. Choose another one.',
  ],
  'export.running': [
    409,
    'An export of this server is being made already. Wait until it is done, or cancel it first.',
  ],
  'export.gone': [404, 'This export is not kept any more. Ask for a new one.'],
  'copy.same_server': [400, 'This is the server itself. Choose another one to copy from.'],
  'copy.source_denied': [403, 'You are not an administrator of the server from which you want to copy.'],
  'attachment.not_found': [404, 'This file is not there any more, or its link has expired. Reload the page.'],
  'members.query_invalid': [400, 'Invalid query'],
  'search.operator': [
    400,
    'There is no {operator}: in a search. To look for it as it stands, put it in quotes.',
  ],
  'search.minus': [400, '{operator}: takes no minus. Only words can be left out.'],
  'search.from': [400, 'from: takes a name, an id, or me.'],
  'search.panel': [400, '{operator}: takes the title of a panel, in quotes if it has spaces.'],
  'search.panel_unknown': [400, 'There is no panel called {panel} in this server.'],
  'search.date': [400, '{operator}: takes a date such as 2026-03-01.'],
  'search.has': [400, 'has: takes file, for messages with files.'],
  'search.rating': [400, 'rating: takes a number from 1 to 5, or 4+ for 4 and more.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type ErrorCode = keyof typeof errorTable;

export interface FieldProblem {
  /** Dotted path into the request body, such as `auto_close.since_last_message`. */
  path: string;
  message: string;
}

/** The body of every answer that is not a success. */
export interface ErrorBody {
  success: false;
  error: string;
  code: ErrorCode;
  fields?: FieldProblem[];
  request_id?: string;
}

export type ErrorParams = Record<string, string | number>;

/** Puts parameters into a text: `{limit}` becomes `params.limit`; an unknown name stays as it is. */
export function fillText(text: string, params: ErrorParams = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}

export interface OneOfSeveral {
  code: ErrorCode;
  params?: ErrorParams;
}

/** A rule that refused. Thrown by use-cases, rendered by the doors: HTTP and Discord. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly fields: FieldProblem[] | undefined;
  /** Where one error stands for several: each of them. */
  readonly several: readonly OneOfSeveral[] | undefined;
  /** Extra keys for the wire, such as `reauthenticate_required`. */
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    options: {
      params?: ErrorParams;
      fields?: FieldProblem[];
      several?: readonly OneOfSeveral[];
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(fillText(errorTable[code][1], options.params), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = options.params ?? {};
    this.fields = options.fields;
    this.several = options.several;
    this.details = options.details;
  }

  get status(): number {
    return errorTable[this.code][0];
  }
}
