import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { ErrorText } from './shape.ts';

/** The contract's error texts in German, by code. */
export const germanErrors = {
  'request.malformed': 'Die Anfrage ist kein gültiges JSON. Prüfe sie und sende sie noch einmal.',
  'request.unreadable': 'Das lässt sich nicht als HTTP-Anfrage lesen.',
  'request.too_slow': 'Das kam zu langsam an. Sende es noch einmal.',
  'request.headers_too_large': 'Die Header der Anfrage sind zu groß.',
  'request.address_invalid': 'Diese Adresse ist nicht lesbar. Prüfe, wie sie geschrieben ist.',
  'request.invalid': 'Einige der Angaben sind ungültig: {problems}',
  'request.missing_header': 'Der Header x-tickets fehlt',
  'request.too_large': 'Das ist zu groß: höchstens {limit} auf einmal.',
  'request.unsupported_media_type': 'Sende den Inhalt als application/json.',
  'upload.invalid': 'Die Dateien sind nicht lesbar: {problem}. Sende sie noch einmal.',
  'upload.too_many_files': 'Höchstens {count} Dateien auf einmal. Entferne einige davon.',
  'upload.file_too_large': '{name} ist zu groß: Eine Datei darf höchstens {limit} groß sein.',
  'upload.file_empty': '{name} ist leer. Entferne die Datei oder wähle eine andere.',
  'upload.busy': 'Gerade sind zu viele Dateien unterwegs. Versuche es in ein paar Sekunden noch einmal.',
  'request.rate_limited': 'Das geht zu schnell: Warte ein paar Sekunden und versuche es noch einmal',
  'route.not_found': 'Unter dieser Adresse gibt es nichts.',
  'internal.error': 'Ein interner Fehler ist aufgetreten',
  'service.starting': 'Tickets startet gerade. Versuche es in ein paar Sekunden noch einmal.',
  'service.upgrading':
    'Tickets wird gerade auf eine neue Version gebracht. Versuche es in ein paar Minuten noch einmal.',
  'service.database_down':
    'Tickets erreicht seine Datenbank gerade nicht. Versuche es in ein paar Sekunden noch einmal.',
  'service.database_slow':
    'Die Datenbank von Tickets hat zu lange nicht geantwortet. Versuche es in ein paar Sekunden noch einmal.',
  'service.disk_full':
    'Die Festplatte von Tickets ist voll, deshalb kann nichts gespeichert werden. Sag es denen, die Tickets betreiben, und versuche es danach noch einmal.',
  'service.overloaded': 'Tickets ist gerade überlastet. Versuche es in ein paar Sekunden noch einmal.',
  'storage.denied':
    'Tickets darf den Ort nicht benutzen, an dem seine Dateien liegen. Sag es denen, die Tickets betreiben, und versuche es danach noch einmal.',
  'storage.unreachable':
    'Der Ort, an dem Tickets Dateien aufbewahrt, antwortet gerade nicht. Versuche es in einer Minute noch einmal.',
  'storage.damaged':
    'Diese Datei ist nicht die, die aufbewahrt wurde, deshalb wird sie nicht gezeigt. Sag es denen, die Tickets betreiben.',

  'session.missing': 'Melde dich an, um fortzufahren.',
  'session.invalid': 'Deine Sitzung ist abgelaufen. Melde dich noch einmal an.',
  'oauth.code_missing': 'Der Code fehlt in der Adresse',
  'oauth.code_invalid': 'Ungültiger Code: Melde dich noch einmal an',
  'oauth.scope_missing': 'Die Berechtigung identify fehlt',
  'discord.unavailable': 'Discord antwortet gerade nicht. Versuche es in einer Minute noch einmal.',
  'discord.limited': {
    param: 'seconds',
    one: 'Discord ist ausgelastet. Versuche es in {seconds} Sekunde noch einmal.',
    other: 'Discord ist ausgelastet. Versuche es in {seconds} Sekunden noch einmal.',
  },
  'discord.missing_permissions':
    'Discord erlaubt dem Bot das nicht. Gib ihm diese Berechtigungen und versuche es noch einmal: {permissions}',
  'discord.channel_permissions':
    'Discord erlaubt dem Bot das nicht. Gib ihm diese Berechtigungen im Kanal #{channel} und versuche es noch einmal: {permissions}',
  'discord.category_permissions':
    'Discord erlaubt dem Bot das nicht. Gib ihm diese Berechtigungen in der Kategorie „{category}“ und versuche es noch einmal: {permissions}',
  'discord.refused': 'Discord hat das abgelehnt: {reason}',
  'guild.reload_cooldown': {
    param: 'seconds',
    one: 'Das geht zu schnell: Versuche es in {seconds} Sekunde noch einmal',
    other: 'Das geht zu schnell: Versuche es in {seconds} Sekunden noch einmal',
  },

  'outgoing_webhook.not_found': 'Webhook nicht gefunden',
  'outgoing_webhook.delivery_not_found': 'Diese Zustellung ist nicht mehr gespeichert',
  'outgoing_webhook.limit':
    'Ein Server kann {count} Webhooks haben. Lösche einen, um einen weiteren hinzuzufügen.',
  'outgoing_webhook.private_url':
    'Diese Adresse ist nicht öffentlich, deshalb kann nichts an sie gesendet werden',
  'outgoing_webhook.off': 'Dieser Webhook ist ausgeschaltet. Schalte ihn ein, um etwas zu senden.',
  'integration.not_found': 'Diese Integration gibt es nicht',
  'integration.view_denied': 'Du darfst diese Integration nicht ansehen',
  'integration.not_yours': 'Diese Integration gehört dir nicht',
  'integration.delete_denied': 'Du darfst diese Integration nicht löschen',
  'integration.manage_denied': 'Du darfst diese Integration nicht verwalten',
  'integration.add_denied': 'Du darfst diese Integration nicht aktivieren',
  'integration.already_public': 'Du hast schon beantragt, diese Integration öffentlich zu machen',
  'integration.owned_limit': 'Du hast die Höchstzahl an Integrationen erreicht ({count}/{count})',
  'integration.active_limit': 'Es können nur {count} Integrationen gleichzeitig aktiv sein',
  'integration.not_active': 'Die Integration ist nicht aktiv',
  'integration.secrets_invalid': 'Die geheimen Werte sind ungültig',
  'integration.secrets_rejected':
    'Die Integration hat die geheimen Werte abgelehnt (wende dich an ihren Autor)',
  'integration.validation_timeout':
    'Der Server, der die geheimen Werte prüft, hat nicht rechtzeitig geantwortet (wende dich an den Autor der Integration)',
  'integration.validation_failed':
    'Der Server, der die geheimen Werte prüft, war nicht erreichbar (wende dich an den Autor der Integration)',
  'integration.validation_host': 'Die Prüfadresse muss auf demselben Host liegen wie die Webhook-Adresse',
  'integration.part_unknown': 'Diese ID gehört nicht zu dieser Integration: {what}',
  'integration.review_over': 'Diese Anfrage wurde inzwischen entschieden oder geändert. Lade die Seite neu.',
  'own_data.sign_in_again':
    'Melde dich dafür neu an: Deine letzte Anmeldung muss weniger als eine Stunde her sein, damit es niemand sonst für dich tut.',
  'own_data.username_wrong': 'Gib zur Bestätigung deinen Benutzernamen ein: {username}.',
  'own_data.open_tickets':
    'Deine Daten können nicht gelöscht werden, solange du offene Tickets hast. Schließe die, die du geöffnet hast, und gib die ab, die du übernommen hast: {tickets}',
  'own_data.being_erased':
    'Deine Daten werden gerade gelöscht. Warte, bis das fertig ist, oder brich es vorher ab.',
  'own_data.not_waiting': 'Es gibt nichts abzubrechen: Das Löschen hat begonnen oder wurde nicht verlangt.',
  'own_data.no_export': 'Es gibt keine Kopie deiner Daten zum Herunterladen. Fordere eine neue an.',
  'guild.invalid_id': 'Ungültige Server-ID',
  'guild.full_of_these':
    'Dieser Server hat {count} davon und kann nicht mehr haben. Lösche etwas davon, um Platz zu schaffen.',
  'guild.texts_too_long':
    'Das ist zu viel Text: Alle zusammen dürfen auf einem Server {megabytes} MB haben. Kürze oder lösche zuerst welche.',
  'guild.not_found': 'Server nicht gefunden',
  'guild.without_bot':
    'Dieser Bot ist nicht auf diesem Server. Jemand, der den Server verwalten darf, muss ihn zuerst hinzufügen.',
  'permission.denied': 'Dazu fehlt dir auf diesem Server die Berechtigung.',
  'permission.admin_only': 'Das können nur die Admins dieses Produkts.',
  'override.not_by_bot_staff':
    'Du bist hier, weil dieser Server dich für eine Zeit hereingelassen hat. Nur seine eigenen Admins können das tun.',
  'premium.required': 'Dafür braucht es Premium: {feature}.',

  'premium_key.malformed':
    'Das ist kein Premium-Schlüssel. Ein Schlüssel sieht so aus: {example}. Kopiere ihn ganz und versuche es noch einmal.',
  'premium_key.unknown':
    'Diesen Schlüssel gibt es nicht. Kopiere ihn noch einmal oder frage, wer ihn dir gegeben hat.',
  'premium_key.redeemed':
    'Dieser Schlüssel wurde schon für einen anderen Server benutzt. Jeder Schlüssel gilt einmal.',
  'premium_key.redeemed_here':
    'Dieser Schlüssel wurde schon für diesen Server benutzt. Jeder Schlüssel gilt einmal.',
  'premium_key.revoked':
    'Wer diesen Bot betreibt, hat diesen Schlüssel zurückgenommen. Frage dort nach einem anderen.',
  'premium_key.not_needed':
    'Dieser Server hat Premium ohne Ende, deshalb wurde der Schlüssel nicht benutzt. Bewahre ihn für einen anderen Server auf.',
  'premium_key.too_many':
    'Das waren zu viele falsche Schlüssel. Warte zehn Minuten und versuche es noch einmal.',
  'premium.not_subscriber': 'Kein Premium-Abo',
  'premium.not_multi_server': 'Das Abo gilt nicht für mehrere Server',
  'premium.too_many_servers': 'Zu viele Server ausgewählt',
  'premium.server_denied': 'Dir fehlen Rechte auf dem Server {guild_id}',
  'settings.type_without_view': 'Wer schreiben darf, muss den Kanal auch sehen',
  'settings.notification_channel_missing': 'Wähle einen Kanal für Ticket-Hinweise',
  'settings.notification_channel_invalid': 'Der Kanal für Ticket-Hinweise ist kein Textkanal',
  'settings.panels_without_threads':
    'In Ankündigungskanälen gibt es bei Discord keine privaten Threads. Verschiebe zuerst die Panels in {channels} in Textkanäle.',
  'settings.language_invalid': 'Ungültige Sprache',
  'settings.colour_invalid': 'Ungültige Farbe',
  'colours.premium_required': 'Das Aussehen der Nachrichten lässt sich nur mit Premium anpassen',
  'settings.auto_close_premium':
    'Tickets nach einer Zeit zu schließen gehört zu Premium. Die Zeiten lassen sich ändern, sobald der Server Premium hat',
  'settings.auto_close_too_long': 'Bis zum automatischen Schließen dürfen höchstens 60 Tage vergehen',
  'settings.context_menu_panel_invalid':
    'Das Panel des Kontextmenüs ist keines dieses Servers. Wähle ein anderes.',
  'settings.context_menu_level_invalid': 'Die Stufe für das Kontextmenü muss 0, 1 oder 2 sein.',
  'settings.overflow_category_missing': 'Ungültige Ausweichkategorie',
  'settings.overflow_category_invalid': 'Die Ausweichkategorie ist keine Kategorie',

  'panel.not_found': 'Panel nicht gefunden',
  'panel.quota_exceeded':
    'Panel-Kontingent erschöpft: Du hast {count}/{limit} Panels. Mit Premium bekommst du mehr.',
  'channel.is_ticket':
    'Das ist der Kanal eines Tickets, der mit dem Ticket verschwindet. Wähle einen anderen.',
  'panel.channel_not_found': 'Kanal des Panels nicht gefunden',
  'panel.category_invalid': 'Ungültige Ticket-Kategorie',
  'panel.emoji_not_found': 'Emoji nicht gefunden',
  'panel.emoji_invalid': 'Ungültiges Emoji',
  'panel.emoji_missing_id': 'Dem eigenen Emoji fehlt die ID',
  'panel.emoji_name_mismatch': 'Der Name des Emojis stimmt nicht',
  'panel.form_not_found': 'Formular nicht gefunden',
  'panel.team_invalid': 'Ungültiges Support-Team',
  'panel.exit_survey_premium': 'Die Umfrage nach dem Schließen gehört zu Premium',
  'panel.pending_category_premium': 'Die Kategorie für wartende Tickets gehört zu Premium',
  'panel.pending_category_invalid': 'Ungültige Kategorie für wartende Tickets',
  'panel.mention_not_found': 'Die Rolle {role_id} der Erwähnungen gibt es auf diesem Server nicht',
  'panel.thread_channel_required':
    'Tickets sind auf diesem Server Threads, und in Ankündigungskanälen gibt es bei Discord keine privaten Threads. Wähle einen Textkanal.',
  'panel.access_role_not_found': 'Die Rolle {role_id} der Zugriffsliste gibt es auf diesem Server nicht',
  'panel.access_everyone_missing': 'In der Zugriffsliste fehlt die Regel für @everyone',
  'panel.locked': 'Dieses Panel ist abgeschaltet und lässt sich nicht ändern: Mit Premium geht es wieder',
  'panel.access_nobody':
    'Die Server-Admins haben das Öffnen dieser Art von Tickets für alle Rollen abgeschaltet. Nimm ein anderes Panel oder frage das Team.',
  'panel.access_role_required': {
    param: 'count',
    one: 'Für diese Art von Tickets brauchst du die Rolle {roles}. Bitte das Team darum.',
    other: 'Für diese Art von Tickets brauchst du eine dieser Rollen: {roles}. Bitte das Team darum.',
  },
  'panel.access_role_denied':
    'Du kannst diese Art von Tickets nicht öffnen, weil du die Rolle {role} hast. Frage das Team, wenn das nicht stimmt.',
  'embed.empty': 'Das Embed hat keinen Inhalt',
  'embed.footer_premium': 'Die Fußzeile des Embeds gehört zu Premium',

  'multi_panel.not_found': 'Ein Panel mit dieser ID gibt es nicht',
  'multi_panel.channel_not_found': 'Diesen Kanal gibt es nicht',
  'multi_panel.panel_invalid': 'Ungültige Panel-ID',
  'multi_panel.too_few': 'Ein Mehrfach-Panel braucht mindestens 2 Panels',
  'multi_panel.empty':
    'Von den Panels dieses Mehrfach-Panels ist keines mehr da. Bearbeite es und wähle mindestens 2 aus, bevor du es erneut postest.',
  'multi_panel.label_missing':
    'Das Panel „{title}“ braucht für das Auswahlmenü eine Beschriftung. Gib seinem Button einen Text.',

  'form.not_found': 'Formular #{form_id} nicht gefunden',
  'form.input_count': 'Formulare haben 1 bis 5 Felder (hier: {count})',
  'form.input_not_found': 'Feld #{input_id} ({purpose}) gibt es in Formular #{form_id} nicht',
  'form.input_deleted_and_updated': 'Feld #{input_id} kann nicht zugleich gelöscht und geändert werden',
  'form.inputs_missing': 'Alle {count} vorhandenen Felder müssen angegeben sein (gefunden: {found})',
  'form.input_missing': 'Feld #{input_id} muss angegeben sein',
  'form.positions': 'Die Reihenfolge der Felder muss 1, 2, 3 und so weiter sein, ohne Lücken',
  'form.answer_missing': 'Beantworte bitte die Frage „{question}“ und sende das Formular noch einmal.',
  'form.changed': 'Dieses Formular wurde geändert, während du es ausgefüllt hast. Öffne es noch einmal.',
  'form.too_slow':
    'Das hat zu lange gedauert, darum konnte das Formular nicht angezeigt werden. Versuche es noch einmal.',
  'tag.not_found': 'Tag nicht gefunden: {tag_id}',
  'tag.limit_reached': 'Das Limit von 200 Tags ist erreicht',
  'tag.exists': 'Ein Tag {tag_id} gibt es schon. Ändere es im Dashboard oder wähle eine andere ID.',
  'tag.alias_premium': 'Eigene Befehle gehören zu Premium',
  'tag.alias_taken':
    '/{tag_id} ist ein Befehl des Bots selbst. Wähle eine andere ID oder schalte den eigenen Befehl ab.',
  'tag.alias_limit':
    'Discord erlaubt 100 Befehle auf einem Server. Schalte zuerst den eigenen Befehl eines anderen Tags ab.',
  'tag.alias_refused':
    'Discord lässt den Bot auf diesem Server keine Befehle anlegen. Lade den Bot noch einmal ein und speichere das Tag dann erneut.',
  'tag.id_invalid': 'Eine Tag-ID hat 1 bis 16 Zeichen und keine Leerzeichen.',
  'tag.empty': 'Das Tag hat keinen Inhalt',
  'blacklist.user_limit': 'Es sind schon 250 Personen gesperrt: Nimm stattdessen eine Rolle',
  'blacklist.role_limit': 'Es sind schon 50 Rollen gesperrt',
  'blacklist.staff': 'Mitglieder des Teams lassen sich nicht sperren!',
  'blacklist.self': 'Du kannst dich nicht selbst sperren.',
  'blacklist.bot': 'Der Bot selbst lässt sich nicht sperren.',
  'blacklist.user_invalid': 'Das ist nicht die ID einer Person. Gib eine von Discord ein: nur Ziffern.',
  'blacklist.everyone': '@everyone lässt sich nicht sperren. Wähle eine Person oder eine andere Rolle.',
  'blacklist.role_not_found': 'Diese Rolle gibt es auf dem Server nicht mehr. Wähle eine andere.',

  'staff.owner_already_admin': 'Die Person, der der Server gehört, verwaltet den Bot schon.',
  'staff.owner_stays': 'Die Person, der der Server gehört, bleibt immer im Team.',
  'staff.self':
    'Du kannst dich nicht selbst aus dem Team entfernen. Das muss jemand anderes aus der Verwaltung tun.',
  'staff.everyone': '@everyone kann nicht zum Team gehören. Wähle ein Mitglied oder eine andere Rolle.',
  'staff.role_not_found': 'Diese Rolle gibt es auf dem Server nicht mehr. Wähle eine andere.',
  'staff.support_by_role':
    'Einzelne Mitglieder werden nicht mehr aufgenommen. Gib ihnen eine Rolle und nimm diese auf, oder nimm sie im Dashboard in ein anderes Team als Default auf.',
  'staff.not_admin': '{target} gehört nicht zur Verwaltung. /viewstaff zeigt, wer dazu gehört.',
  'staff.not_support': '{target} gehört nicht zum Support. /viewstaff zeigt, wer dazu gehört.',
  'staff.member_not_found': 'Diese Person ist nicht auf dem Server. Wähle eines seiner Mitglieder.',
  'staff.owner_removes_admins':
    'Nur wem der Server gehört, kann Personen und Rollen aus der Verwaltung entfernen.',
  'team.not_found': 'Dieses Support-Team gibt es nicht.',
  'save.outdated':
    'Jemand anders hat das geändert, seit du es geöffnet hast, deshalb wurde nichts gespeichert. Lade es neu und ändere es über dem neuen Stand.',
  'audit.entry_not_found': 'Diesen Eintrag gibt es im Protokoll nicht.',
  'undo.not_possible': 'Diese Art von Änderung lässt sich nicht rückgängig machen.',
  'undo.undone': 'Es ist schon wieder wie vorher, es gibt also nichts rückgängig zu machen.',
  'undo.changed_since':
    'Es wurde seitdem wieder geändert; rückgängig zu machen würde die spätere Änderung verlieren.',
  'undo.gone': 'Es wurde seitdem gelöscht. Mach zuerst das Löschen rückgängig.',
  'undo.names_gone': 'Was zurückkäme, wurde seitdem gelöscht.',
  'undo.there_again': 'Es gibt wieder eines mit diesem Namen, deshalb kann dieses nicht zurückkommen.',
  'settings.naming_scheme_invalid': 'Wähle eines der Namensschemata.',
  'settings.welcome_message_invalid': 'Eine Willkommensnachricht hat 1 bis 1000 Zeichen.',
  'team.exists': 'Dieses Team gibt es schon.',
  'team.default_stays': 'Das Team Default gibt es immer, deshalb lässt es sich nicht löschen.',

  'survey.not_found': 'Für dieses Ticket gibt es keine Umfrage mehr.',
  'survey.denied': 'Die Umfrage kann nur ausfüllen, wer das Ticket geöffnet hat.',
  'survey.unanswered': 'Die Umfrage zu diesem Ticket wurde nicht ausgefüllt.',

  'panel.force_disabled':
    'Dieses Panel ist abgeschaltet, weil der Server mehr Panels hat, als er ohne Premium haben darf. Bitte die Admins, Premium zu erneuern.',
  'panel.disabled':
    'Die Server-Admins haben das Öffnen dieser Art von Tickets abgeschaltet. Nimm ein anderes Panel oder frage das Team.',
  'panel.gone': 'Dieses Panel gibt es nicht mehr. Nimm ein anderes oder frage das Team.',

  'ticket.not_found': 'Ticket nicht gefunden',
  'ticket.message_outdated': 'Diese Nachricht gehört zu einem Ticket, das hier nicht mehr bekannt ist.',
  'ticket.closed': 'Ticket #{ticket_id} ist geschlossen und nicht mehr zugänglich',
  'ticket.limit_reached': {
    param: 'limit',
    one: 'Du kannst nur {limit} Ticket gleichzeitig offen haben. Schließe deines, um ein neues zu öffnen.',
    other:
      'Du kannst nur {limit} Tickets gleichzeitig offen haben. Schließe eines davon, um ein neues zu öffnen.',
  },
  'ticket.too_fast': {
    param: 'seconds',
    one: 'Auf diesem Server werden gerade zu schnell Tickets geöffnet. Versuche es in {seconds} Sekunde noch einmal.',
    other:
      'Auf diesem Server werden gerade zu schnell Tickets geöffnet. Versuche es in {seconds} Sekunden noch einmal.',
  },
  'ticket.opener_too_fast': {
    param: 'seconds',
    one: 'Du öffnest zu schnell Tickets. Versuche es in {seconds} Sekunde noch einmal.',
    other: 'Du öffnest zu schnell Tickets. Versuche es in {seconds} Sekunden noch einmal.',
  },
  'ticket.id_invalid': 'Ungültige Ticket-ID: {id}',
  'ticket.blacklisted':
    'Du bist auf diesem Server für Tickets gesperrt. Frage das Team, wenn das ein Irrtum ist.',
  'ticket.open_command_disabled':
    'Der Befehl /{command} ist auf diesem Server abgeschaltet. Klicke stattdessen auf den Button eines Ticket-Panels.',
  'ticket.guild_full':
    'Dieser Server hat 500 Kanäle, mehr erlaubt Discord nicht. Bitte das Team, einige zu löschen, und versuche es dann noch einmal.',
  'ticket.category_full':
    'In der Kategorie sind zu viele Tickets (50, mehr erlaubt Discord nicht). Versuche es wieder, wenn einige geschlossen sind.',
  'ticket.thread_channel_required':
    'Tickets sind auf diesem Server Threads, und die lassen sich nur in einem einfachen Textkanal öffnen. Benutze ein Ticket-Panel in einem solchen.',
  'ticket.thread_permission_missing':
    'Du brauchst in {channel} die Berechtigung, in Threads zu schreiben, um hier ein Ticket zu öffnen. Bitte das Team darum.',
  'ticket.close_denied': 'Du kannst dieses Ticket nicht schließen. Bitte das Team darum.',
  'ticket.close_request_gone':
    'Diese Anfrage ist vorbei: Sie wurde beantwortet oder durch eine neuere ersetzt.',
  'ticket.close_request_denied':
    'Antworten können nur die Person, die das Ticket geöffnet hat, und das Team, das es betreut.',
  'ticket.not_open': 'Ticket #{ticket_id} ist nicht mehr offen.',
  'ticket.not_here': 'Dieser Kanal ist kein Ticket. Benutze den Befehl in einem Ticketkanal.',
  'ticket.reopen_open': 'Ticket #{ticket_id} ist schon offen: {channel}',
  'ticket.reopen_open_as': 'Ticket #{ticket_id} ist schon als Ticket #{next} wieder offen: {channel}',
  'ticket.reopen_unsettled':
    'Ticket #{ticket_id} wird gerade geöffnet oder geschlossen. Versuche es gleich noch einmal.',
  'ticket.reopen_thread_gone':
    'Der Thread von Ticket #{ticket_id} wurde gelöscht, darum lässt es sich nicht wieder öffnen. Öffne ein neues Ticket.',
  'ticket.reopen_erased':
    'Die Daten der Person, die Ticket #{ticket_id} geöffnet hat, wurden gelöscht, deshalb lässt es sich nicht wieder öffnen.',
  'ticket.reopen_imported':
    'Ticket #{ticket_id} wurde importiert, und wer es geöffnet hat, ist nicht auf diesem Server, deshalb lässt es sich nicht wieder öffnen.',
  'ticket.reopen_limit':
    'Wer Ticket #{ticket_id} geöffnet hat, hat so viele offene Tickets, wie dieser Server erlaubt ({limit}). Schließe zuerst eines davon.',
  'ticket.panel_same': 'Dieses Ticket gehört schon zum Panel {panel}. Wähle ein anderes.',
  'ticket.welcome_missing': 'Dieses Ticket hat keine erste Nachricht, zu der man springen könnte.',
  'ticket.notes_in_thread':
    'Tickets in Threads haben keine Notizen, weil es auf Discord keine Threads in Threads gibt.',
  'ticket.notes_opener':
    'Du hast dieses Ticket selbst geöffnet, darum sind die Notizen dazu nur für das übrige Team.',
  'ticket.not_claimed': 'Dieses Ticket hat niemand übernommen.',
  'ticket.unclaim_denied': 'Abgeben kann das Ticket nur, wer es übernommen hat, oder ein Admin.',
  'ticket.already_claimed':
    'Dieses Ticket hat {user} übernommen. Bitte darum, es abzugeben; auch Admins können es freigeben.',
  'ticket.transfer_denied':
    'Dieses Ticket hat {user} übernommen. Weitergeben können es nur diese Person und Admins.',
  'ticket.claimed_to_write':
    'Dieses Ticket hat {user} übernommen. Schreiben können darin nur diese Person und Admins. Bitte darum, es abzugeben oder weiterzugeben.',
  'ticket.other_team':
    'Dazu fehlt dir in diesem Ticket die Berechtigung: Du bist in keinem der Teams, die es bearbeiten.',
  'ticket.claimed_to_see':
    'Dieses Ticket hat {user} übernommen. Sehen können es nur diese Person und Admins. Bitte darum, es abzugeben oder weiterzugeben.',
  'ticket.claimed_of_own':
    'Du hast dieses Ticket selbst geöffnet. Solange {user} es übernommen hat, bist du darin Mitglied und nicht Teil des Teams.',
  'ticket.transfer_target':
    'Wähle eine Person aus dem Team, die die Tickets dieses Panels bearbeitet. Diese gehört nicht dazu.',
  'ticket.claim_in_thread':
    'Tickets in Threads lassen sich nicht übernehmen, weil Threads auf Discord keine eigenen Berechtigungen haben.',
  'ticket.staff_only': 'Das kann nur das Support-Team dieses Servers.',
  'ticket.member_denied': 'Das können nur die Person, die das Ticket geöffnet hat, und das Support-Team.',
  'ticket.everyone_refused':
    '@everyone lässt sich nicht hinzufügen oder entfernen. Wähle ein Mitglied oder eine andere Rolle.',
  'ticket.member_blacklisted':
    '{member} lässt sich nicht hinzufügen: {entry} ist auf diesem Server gesperrt. Hebe die Sperre von {entry} zuerst auf, mit /blacklist oder im Dashboard.',
  'ticket.member_refused':
    '{member} lässt sich auf diesem Server nicht zu Tickets hinzufügen. Frage das Team, wenn das ein Irrtum ist.',
  'ticket.role_in_thread':
    'Eine Rolle lässt sich nicht zu einem Thread hinzufügen. Füge ihre Mitglieder einzeln hinzu.',
  'ticket.member_unknown':
    'Dieses Mitglied oder diese Rolle gibt es auf diesem Server nicht. Wähle etwas aus Discords Vorschlägen.',
  'ticket.member_already': '{member} ist schon in diesem Ticket.',
  'ticket.member_not_in': '{member} ist nicht in diesem Ticket.',
  'ticket.staff_not_removable': 'Das Support-Team lässt sich nicht aus einem Ticket entfernen.',
  'ticket.opener_not_removable':
    'Wer das Ticket geöffnet hat, lässt sich nicht entfernen. Schließe es stattdessen.',
  'ticket.name_invalid': 'Kanalnamen haben 1 bis 100 Zeichen.',
  'ticket.rename_too_fast':
    'Ein Ticket lässt sich nur zweimal in zehn Minuten umbenennen. Versuche es {retry} noch einmal.',
  'ticket.message_empty': 'Die Nachricht ist leer',
  'ticket.message_too_long': 'Nachrichten haben höchstens 2000 Zeichen; diese hat {length}.',
  'ticket.key_reused':
    'Unter diesem Schlüssel wurde schon etwas anderes gesendet, deshalb wurde das nicht gesendet. Sende es als neue Nachricht.',
  'ticket.writer_left':
    'Du bist nicht mehr auf diesem Server und kannst in seinen Tickets deshalb nicht schreiben. Tritt ihm zuerst wieder bei.',
  'ticket.writer_timed_out':
    'Du hast auf diesem Server einen Timeout und kannst deshalb jetzt nicht schreiben. Schreibe wieder, wenn er vorbei ist.',
  'ticket.writer_denied':
    'Discord lässt dich im Kanal dieses Tickets nicht schreiben. Frage das Team des Servers.',
  'ticket.files_denied':
    'Discord lässt dich im Kanal dieses Tickets keine Dateien senden. Sende deine Nachricht ohne sie.',
  'ticket.slow_mode':
    'Der Kanal dieses Tickets ist im Slowmode, und du hast gerade erst geschrieben. Sende das später noch einmal.',
  'ticket.channel_missing': 'Ticket #{ticket_id} hat auf Discord keinen Kanal.',
  'ticket.rating_denied': 'Bewerten kann das Ticket nur, wer es geöffnet hat.',
  'ticket.rating_disabled': 'Bewertungen sind auf diesem Server abgeschaltet.',
  'ticket.origin_erased':
    'Die Daten der Person, die diese Nachricht geschrieben hat, wurden seitdem gelöscht, deshalb lässt sich daraus kein Ticket öffnen.',
  'ticket.context_menu_denied':
    'Du darfst auf diesem Server keine Tickets aus Nachrichten öffnen. Nimm stattdessen ein Ticket-Panel oder frage das Team.',
  'transcript.link_gone':
    'Dieser Link führt nirgendwohin mehr: Er ist abgelaufen, wurde widerrufen, oder was er zeigte, wurde entfernt. Bitte um einen neuen.',
  'transcript.link_unknown': 'Diesen Link gibt es nicht. Vielleicht wurde er mit seinem Transkript entfernt.',
  'transcript.too_many_links':
    'Dieses Transkript hat {count} gültige Links. Widerrufe einen davon, dann erstelle einen neuen.',
  'transcript.download_running':
    'Du erstellst schon einen Download. Warte, bis er fertig ist, oder brich ihn zuerst ab.',
  'transcript.download_gone': 'Dieser Download wird nicht mehr aufbewahrt. Fordere einen neuen an.',
  'transcript.download_nothing':
    'Kein Transkript passt zum Filter, also gibt es nichts herunterzuladen. Ändere den Filter.',
  'transcript.form_too_large':
    'Dieses Transkript ist zu groß für eine Seite oder einen Text: Mehr als {limit} sind nicht möglich. Lies es im Dashboard.',
  'transcript.form_too_slow':
    'Aus diesem Transkript eine Seite oder einen Text zu machen, dauert länger als {seconds} Sekunden. Lies es im Dashboard.',
  'transcript.not_found': 'Transkript nicht gefunden',
  'transcript.denied': 'Du darfst dieses Transkript nicht ansehen',
  'import.file_type_invalid': 'Ungültige Art von Datei',
  'import.size_invalid': 'Die Größe einer Datei ist eine ganze Zahl von Bytes, mindestens eins.',
  'import.too_large': 'Die Datei ist zu groß',
  'import.content_type_missing': 'file_content_type fehlt',
  'import.content_type_invalid': 'file_content_type ist ungültig',
  'import.no_file': 'Wähle eine Datei zum Importieren: mindestens eine mit Daten oder mit Transkripten',
  'import.refused': '{name} lässt sich nicht importieren: {problem}',
  'import.address_over':
    'Diese Adresse nimmt keine Datei mehr an, weil die Zeit um ist oder schon eine kam. Fordere eine neue an.',
  'import.arriving':
    'Zu dieser Adresse ist gerade eine andere Datei unterwegs. Warte, bis sie da ist, oder hol dir eine neue Adresse.',
  'import.busy': 'Gerade werden andere Archive gelesen. Versuch es in einer Minute noch einmal.',
  'import.not_as_announced':
    'Das ist nicht die Datei, für die diese Adresse gemacht wurde: Größe und Inhaltstyp müssen dieselben sein.',
  'import.queue_full':
    'Auf diesen Server warten schon fünf Dateien auf ihren Import. Warte, bis eine fertig ist, und sende diese dann.',
  'import.no_room':
    'Die Dateien, die auf diesem Server warten oder die du gesendet hast, belegen den ganzen Platz, den es für sie gibt. Importiere oder verwirf eine davon und sende diese dann.',
  'import.upload_gone': 'Diese Datei wird nicht mehr aufbewahrt. Lade sie noch einmal hoch.',
  'import.not_ready': 'Diese Datei wird noch geprüft. Warte auf den Bericht und bestätige sie dann.',
  'import.done':
    'Diese Datei wurde schon importiert. Um sie noch einmal zu importieren, lade sie erneut hoch.',
  'import.under_way': 'Auf diesem Server läuft gerade ein Import. Warte, bis er fertig ist.',
  'import.mapping_invalid':
    'Von dem, was anstelle von Kanälen und Rollen gewählt wurde, ist {id} nicht mehr auf diesem Server. Wähle etwas anderes.',
  'export.running':
    'Von diesem Server wird schon ein Export erstellt. Warte, bis er fertig ist, oder brich ihn zuerst ab.',
  'export.gone': 'Dieser Export wird nicht mehr aufbewahrt. Fordere einen neuen an.',
  'copy.same_server': 'Das ist der Server selbst. Wähle einen anderen, von dem kopiert wird.',
  'copy.source_denied': 'Du verwaltest den Server nicht, von dem du kopieren willst.',
  'attachment.not_found': 'Diese Datei ist nicht mehr da, oder ihr Link ist abgelaufen. Lade die Seite neu.',
  'members.query_invalid': 'Ungültige Suche',
  'search.operator':
    'In einer Suche gibt es kein {operator}:. Setze es in Anführungszeichen, um genau danach zu suchen.',
  'search.minus': 'Vor {operator}: steht kein Minus. Nur Wörter lassen sich ausschließen.',
  'search.from': 'from: braucht einen Namen, eine ID oder me.',
  'search.panel': '{operator}: braucht den Titel eines Panels, mit Leerzeichen in Anführungszeichen.',
  'search.panel_unknown': 'Auf diesem Server gibt es kein Panel namens {panel}.',
  'search.date': '{operator}: braucht ein Datum wie 2026-03-01.',
  'search.has': 'has: braucht file, für Nachrichten mit Dateien.',
  'search.rating': 'rating: braucht eine Zahl von 1 bis 5, oder 4+ für 4 und mehr.',
  'settings.ticket_limit_invalid': 'Das Ticket-Limit liegt zwischen 1 und 10.',
  'settings.archive_channel_invalid':
    'Geschlossene Tickets können nur in einem Textkanal dieses Servers gemeldet werden. Wähle einen anderen.',
  'on_call.threads_only':
    'Rufbereitschaft gibt es nur, wo Tickets Threads sind. Admins stellen das mit /setup use-threads ein.',
  'whitelabel.premium_required': 'Dafür brauchst du Whitelabel-Premium',
  'whitelabel.no_bot': 'Kein Bot gefunden',
  'whitelabel.not_trusted':
    'Dieser Bot tut auf diesem Server nichts, weil die Person, die ihn betreibt, den Server nicht verwaltet. Ein Administrator kann das ändern: mit /addadmin in Discord oder unter Staff Teams im Dashboard.',
  'whitelabel.bot_unknown': 'Der Whitelabel-Bot wurde nicht gefunden',
  'whitelabel.token_invalid': 'Ungültiges Token',
  'whitelabel.main_bot':
    'Das ist das Token des Bots, den sich hier alle teilen. Lege im Entwicklerportal von Discord eine eigene Anwendung an und gib ihr Token ein.',
  'whitelabel.bot_taken':
    'Jemand anderes betreibt diesen Bot hier. Er muss dort zuerst abgeschaltet werden; kennst du diese Person nicht, setze das Token im Entwicklerportal von Discord zurück.',
  'whitelabel.status_length': 'Der Status muss 1 bis 255 Zeichen lang sein',
  'whitelabel.status_type': 'Ungültige Art des Status',
  'whitelabel.token_refused':
    'Discord nimmt das Token dieses Bots nicht mehr an. Setze es im Entwicklerportal von Discord zurück und gib das neue hier ein.',
  'whitelabel.token_lost':
    'Der Schlüssel, mit dem das Token dieses Bots verschlüsselt war, ist verloren. Gib das Token noch einmal ein.',
  'whitelabel.commands_cooldown':
    'Die Slash-Befehle wurden gerade erst angelegt. Versuche es in {seconds} Sekunden noch einmal.',
} as const satisfies Record<ErrorCode, ErrorText>;
