import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { ErrorText } from './shape.ts';

/** The contract's error texts in Dutch, by code. */
export const dutchErrors = {
  'request.malformed': 'Het verzoek is geen geldige JSON. Controleer het en verstuur het opnieuw.',
  'request.unreadable': 'Dit kan niet als HTTP-verzoek worden gelezen.',
  'request.too_slow': 'Dat kwam te langzaam binnen. Stuur het opnieuw.',
  'request.headers_too_large': 'De headers van het verzoek zijn te groot.',
  'request.address_invalid': 'Dit adres is niet te lezen. Controleer hoe het is geschreven.',
  'request.invalid': 'Niet alles wat je hebt verstuurd klopt: {problems}',
  'request.missing_header': 'De header x-tickets ontbreekt',
  'request.too_large': 'Dat is te groot: je kunt hooguit {limit} tegelijk versturen.',
  'request.unsupported_media_type': 'Verstuur de inhoud als application/json.',
  'upload.invalid': 'De bestanden zijn niet leesbaar: {problem}. Verstuur ze opnieuw.',
  'upload.too_many_files': 'Je kunt hooguit {count} bestanden tegelijk versturen. Verwijder er een paar.',
  'upload.file_too_large': '{name} is te groot: een bestand mag hooguit {limit} zijn.',
  'upload.file_empty': '{name} is leeg. Verwijder het, of kies een ander bestand.',
  'upload.busy': 'Er zijn nu te veel bestanden onderweg. Probeer het over een paar seconden opnieuw.',
  'request.rate_limited': 'Dat gaat te snel: wacht een paar seconden en probeer het opnieuw',
  'route.not_found': 'Op dit adres is niets te vinden.',
  'internal.error': 'Er is een interne serverfout opgetreden',
  'service.starting': 'Tickets is aan het opstarten. Probeer het over een paar seconden opnieuw.',
  'service.upgrading': 'Tickets wordt bijgewerkt. Probeer het over een paar minuten opnieuw.',
  'service.database_down':
    'Tickets kan zijn database nu niet bereiken. Probeer het over een paar seconden opnieuw.',
  'service.database_slow':
    'De database van Tickets deed er te lang over om te antwoorden. Probeer het over een paar seconden opnieuw.',
  'service.disk_full':
    'De schijf van Tickets is vol, dus er kan niets worden opgeslagen. Meld het aan de beheerder en probeer het daarna opnieuw.',
  'service.overloaded': 'Tickets is op dit moment overbelast. Probeer het over een paar seconden opnieuw.',
  'storage.denied':
    'Tickets mag de plek waar zijn bestanden staan niet gebruiken. Meld het aan de beheerder en probeer het daarna opnieuw.',
  'storage.unreachable':
    'De plek waar Tickets bestanden bewaart reageert op dit moment niet. Probeer het over een minuut opnieuw.',
  'storage.damaged':
    'Dit bestand is niet het bestand dat werd bewaard, dus het wordt niet getoond. Meld het aan de beheerder.',

  'session.missing': 'Log in om verder te gaan.',
  'session.invalid': 'Je sessie is verlopen. Log opnieuw in.',
  'oauth.code_missing': 'De code ontbreekt in het adres',
  'oauth.code_invalid': 'Ongeldige code: log opnieuw in',
  'oauth.scope_missing': 'De machtiging identify ontbreekt',
  'discord.unavailable': 'Discord reageert op dit moment niet. Probeer het over een minuut opnieuw.',
  'discord.limited': {
    param: 'seconds',
    one: 'Discord is bezet. Probeer het over {seconds} seconde opnieuw.',
    other: 'Discord is bezet. Probeer het over {seconds} seconden opnieuw.',
  },
  'discord.missing_permissions':
    'Discord staat de bot dat niet toe. Geef de bot deze machtigingen en probeer het opnieuw: {permissions}',
  'discord.channel_permissions':
    'Discord staat de bot dat niet toe. Geef de bot deze machtigingen in het kanaal #{channel} en probeer het opnieuw: {permissions}',
  'discord.category_permissions':
    'Discord staat de bot dat niet toe. Geef de bot deze machtigingen in de categorie ‘{category}’ en probeer het opnieuw: {permissions}',
  'discord.refused': 'Discord heeft dat geweigerd: {reason}',
  'guild.reload_cooldown': {
    param: 'seconds',
    one: 'Dat gaat te snel: probeer het over {seconds} seconde opnieuw',
    other: 'Dat gaat te snel: probeer het over {seconds} seconden opnieuw',
  },

  'outgoing_webhook.not_found': 'Webhook niet gevonden',
  'outgoing_webhook.delivery_not_found': 'Deze bezorging wordt niet meer bewaard',
  'outgoing_webhook.limit':
    'Een server kan {count} webhooks hebben. Verwijder er een om een andere toe te voegen.',
  'outgoing_webhook.private_url': 'Dit adres is niet openbaar, dus er kan niets naartoe worden gestuurd',
  'outgoing_webhook.off': 'Deze webhook staat uit. Zet hem aan om iets te versturen.',
  'integration.not_found': 'Integratie niet gevonden',
  'integration.view_denied': 'Je mag deze integratie niet bekijken',
  'integration.not_yours': 'Deze integratie is niet van jou',
  'integration.delete_denied': 'Je mag deze integratie niet verwijderen',
  'integration.manage_denied': 'Je mag deze integratie niet beheren',
  'integration.add_denied': 'Je mag deze integratie niet activeren',
  'integration.already_public': 'Je hebt al gevraagd om deze integratie openbaar te maken',
  'integration.owned_limit': 'Je hebt het maximum aan integraties bereikt ({count}/{count})',
  'integration.active_limit': 'Er kunnen maar {count} integraties tegelijk actief zijn',
  'integration.not_active': 'De integratie is niet actief',
  'integration.secrets_invalid': 'Ongeldige geheime waarden',
  'integration.secrets_rejected':
    'De integratie heeft de geheime waarden geweigerd (neem contact op met de maker)',
  'integration.validation_timeout':
    'De server die de geheime waarden controleert, antwoordde niet op tijd (neem contact op met de maker van de integratie)',
  'integration.validation_failed':
    'De server die de geheime waarden controleert, is niet bereikbaar (neem contact op met de maker van de integratie)',
  'integration.validation_host': 'Het controleadres moet op dezelfde host staan als het webhookadres',
  'integration.part_unknown': 'Dit ID hoort niet bij deze integratie: {what}',
  'integration.review_over': 'Dit verzoek is intussen beslist of gewijzigd. Laad de pagina opnieuw.',
  'own_data.sign_in_again':
    'Log opnieuw in om dit te doen: je laatste aanmelding moet minder dan een uur oud zijn, zodat niemand anders het voor je doet.',
  'own_data.username_wrong': 'Typ je gebruikersnaam, {username}, om te bevestigen.',
  'own_data.open_tickets':
    'Je gegevens kunnen niet worden gewist zolang je open tickets hebt. Sluit de tickets die je hebt geopend en geef de tickets terug die je hebt geclaimd: {tickets}',
  'own_data.being_erased': 'Je gegevens worden gewist. Wacht tot dat klaar is, of annuleer het eerst.',
  'own_data.not_waiting': 'Er is niets om te annuleren: het wissen is begonnen of is niet gevraagd.',
  'own_data.no_export': 'Er is geen kopie van je gegevens om te downloaden. Vraag een nieuwe aan.',
  'guild.invalid_id': 'Ongeldig server-ID',
  'guild.full_of_these':
    'Deze server heeft er {count} en kan er niet meer hebben. Verwijder er een om plaats te maken.',
  'guild.texts_too_long':
    'Dat is te veel tekst: alles samen mag op een server {megabytes} MB zijn. Kort er eerst een paar in of verwijder er een paar.',
  'guild.not_found': 'Server niet gevonden',
  'guild.without_bot':
    'Deze bot zit niet op deze server. Iemand die de server mag beheren, moet hem eerst toevoegen.',
  'permission.denied': 'Je hebt op deze server geen rechten om dit te doen.',
  'permission.admin_only': 'Alleen beheerders van dit product kunnen dit doen.',
  'override.not_by_bot_staff':
    'Je bent hier omdat deze server je een tijd toegang gaf. Alleen de eigen beheerders kunnen dit doen.',
  'premium.required': 'Hiervoor is premium nodig: {feature}.',

  'premium_key.malformed':
    'Dit is geen premiumsleutel. Een sleutel ziet er zo uit: {example}. Kopieer hem helemaal en probeer het opnieuw.',
  'premium_key.unknown':
    'Deze sleutel bestaat niet. Kopieer hem nog een keer, of vraag het aan wie hem je gaf.',
  'premium_key.redeemed': 'Deze sleutel is al voor een andere server gebruikt. Elke sleutel werkt één keer.',
  'premium_key.redeemed_here': 'Deze sleutel is al voor deze server gebruikt. Elke sleutel werkt één keer.',
  'premium_key.revoked': 'Wie deze bot beheert, heeft deze sleutel ingetrokken. Vraag daar om een andere.',
  'premium_key.not_needed':
    'Deze server heeft premium zonder einde, dus de sleutel is niet gebruikt. Bewaar hem voor een andere server.',
  'premium_key.too_many': 'Dat waren te veel foute sleutels. Wacht tien minuten en probeer het opnieuw.',
  'premium.not_subscriber': 'Geen premiumabonnement',
  'premium.not_multi_server': 'Het abonnement geldt niet voor meerdere servers',
  'premium.too_many_servers': 'Te veel servers gekozen',
  'premium.server_denied': 'Je mist rechten op server {guild_id}',
  'settings.type_without_view': 'Wie mag typen, moet het kanaal ook kunnen zien',
  'settings.notification_channel_missing': 'Kies een kanaal voor ticketmeldingen',
  'settings.notification_channel_invalid': 'Het kanaal voor ticketmeldingen is geen tekstkanaal',
  'settings.panels_without_threads':
    'In aankondigingskanalen heeft Discord geen privéthreads. Verplaats eerst de panels in {channels} naar tekstkanalen.',
  'settings.language_invalid': 'Ongeldige taal',
  'settings.colour_invalid': 'Ongeldige kleur',
  'colours.premium_required': 'Je hebt premium nodig om het uiterlijk van berichten aan te passen',
  'settings.auto_close_premium':
    'Tickets na een tijd sluiten hoort bij premium. De tijden zijn aan te passen zodra de server premium heeft',
  'settings.auto_close_too_long': 'De tijd tot automatisch sluiten kan hooguit 60 dagen zijn',
  'settings.context_menu_panel_invalid':
    'Het panel voor het contextmenu is niet van deze server. Kies een ander.',
  'settings.context_menu_level_invalid': 'Het machtigingsniveau voor het contextmenu moet 0, 1 of 2 zijn.',
  'settings.overflow_category_missing': 'Ongeldige reservecategorie',
  'settings.overflow_category_invalid': 'De reservecategorie is geen categorie',

  'panel.not_found': 'Panel niet gevonden',
  'panel.quota_exceeded':
    'Je zit aan je maximum: je hebt {count}/{limit} panels. Neem premium om er meer te maken.',
  'channel.is_ticket':
    'Dit is het kanaal van een ticket, dat verdwijnt als het ticket sluit. Kies een ander.',
  'panel.channel_not_found': 'Kanaal van het panel niet gevonden',
  'panel.category_invalid': 'Ongeldige ticketcategorie',
  'panel.emoji_not_found': 'Emoji niet gevonden',
  'panel.emoji_invalid': 'Ongeldige emoji',
  'panel.emoji_missing_id': 'Het ID van de eigen emoji ontbreekt',
  'panel.emoji_name_mismatch': 'De naam van de emoji klopt niet',
  'panel.form_not_found': 'Formulier niet gevonden',
  'panel.team_invalid': 'Ongeldig supportteam',
  'panel.exit_survey_premium': 'De enquête na sluiting hoort bij premium',
  'panel.pending_category_premium': 'De categorie voor wachtende tickets hoort bij premium',
  'panel.pending_category_invalid': 'Ongeldige categorie voor wachtende tickets',
  'panel.mention_not_found': 'De rol {role_id} van de vermeldingen bestaat niet op deze server',
  'panel.thread_channel_required':
    'Tickets zijn op deze server threads, en in aankondigingskanalen heeft Discord geen privéthreads. Kies een tekstkanaal.',
  'panel.access_role_not_found': 'De rol {role_id} uit de toegangslijst bestaat niet op deze server',
  'panel.access_everyone_missing': 'In de toegangslijst ontbreekt de regel voor @everyone',
  'panel.locked': 'Dit panel is uitgeschakeld en kan niet worden aangepast: met premium werkt het weer',
  'panel.access_nobody':
    'De serverbeheerders hebben dit soort tickets voor alle rollen uitgeschakeld. Gebruik een ander panel, of vraag het team.',
  'panel.access_role_required': {
    param: 'count',
    one: 'Voor dit soort tickets heb je de rol {roles} nodig. Vraag het team erom.',
    other: 'Voor dit soort tickets heb je een van deze rollen nodig: {roles}. Vraag het team erom.',
  },
  'panel.access_role_denied':
    'Je kunt dit soort tickets niet openen, omdat je de rol {role} hebt. Vraag het team als dat volgens jou niet klopt.',
  'embed.empty': 'De embed heeft geen inhoud',
  'embed.footer_premium': 'De voettekst van de embed hoort bij premium',

  'multi_panel.not_found': 'Er is geen panel met dit ID',
  'multi_panel.channel_not_found': 'Dit kanaal bestaat niet',
  'multi_panel.panel_invalid': 'Ongeldig panel-ID',
  'multi_panel.too_few': 'Een multipanel heeft minstens 2 panels nodig',
  'multi_panel.empty':
    'Van de panels van dit multipanel is er geen meer over. Bewerk het en kies er minstens 2 voordat je het opnieuw plaatst.',
  'multi_panel.label_missing':
    'Het panel ‘{title}’ heeft in een keuzemenu een label nodig. Geef de knop van het panel een tekst.',

  'form.not_found': 'Formulier #{form_id} niet gevonden',
  'form.input_count': 'Een formulier heeft 1 tot 5 velden (nu: {count})',
  'form.input_not_found': 'Veld #{input_id} ({purpose}) bestaat niet in formulier #{form_id}',
  'form.input_deleted_and_updated': 'Veld #{input_id} kan niet tegelijk verwijderd en aangepast worden',
  'form.inputs_missing': 'Alle {count} bestaande velden moeten worden genoemd (gevonden: {found})',
  'form.input_missing': 'Veld #{input_id} moet worden genoemd',
  'form.positions': 'De volgorde van de velden moet 1, 2, 3 enzovoort zijn, zonder gaten',
  'form.answer_missing': 'Beantwoord de vraag ‘{question}’ en verstuur het formulier nog eens.',
  'form.changed': 'Dit formulier is gewijzigd terwijl je het invulde. Open het opnieuw.',
  'form.too_slow': 'Dat duurde te lang, dus het formulier kon niet worden getoond. Probeer het nog eens.',
  'tag.not_found': 'Tag niet gevonden: {tag_id}',
  'tag.limit_reached': 'Meer dan 200 tags kan niet',
  'tag.exists': 'Er is al een tag {tag_id}. Pas die aan in het dashboard, of kies een ander ID.',
  'tag.alias_premium': 'Eigen commando’s horen bij premium',
  'tag.alias_taken':
    '/{tag_id} is een commando van de bot zelf. Kies een ander ID, of zet het eigen commando uit.',
  'tag.alias_limit':
    'Discord staat 100 commando’s per server toe. Zet eerst het eigen commando van een andere tag uit.',
  'tag.alias_refused':
    'Discord laat de bot geen commando’s maken op deze server. Nodig de bot nog eens uit en sla de tag daarna opnieuw op.',
  'tag.id_invalid': 'Een tag-ID heeft 1 tot 16 tekens en geen spaties.',
  'tag.empty': 'De tag heeft geen inhoud',
  'blacklist.user_limit': 'Meer dan 250 leden op de blacklist kan niet: gebruik liever een rol',
  'blacklist.role_limit': 'Meer dan 50 rollen op de blacklist kan niet',
  'blacklist.staff': 'Teamleden kun je niet op de blacklist zetten!',
  'blacklist.self': 'Je kunt jezelf niet op de blacklist zetten.',
  'blacklist.bot': 'Je kunt de bot zelf niet op de blacklist zetten.',
  'blacklist.user_invalid': 'Dit is niet het ID van een persoon. Vul een ID van Discord in: alleen cijfers.',
  'blacklist.everyone': 'Je kunt @everyone niet op de blacklist zetten. Kies een lid of een andere rol.',
  'blacklist.role_not_found': 'Deze rol bestaat niet meer op de server. Kies een andere.',

  'staff.owner_already_admin': 'De eigenaar van de server beheert de bot al.',
  'staff.owner_stays': 'De eigenaar van de server blijft altijd in het team.',
  'staff.self': 'Je kunt jezelf niet verwijderen. Vraag het aan een andere beheerder.',
  'staff.everyone': '@everyone kan niet bij het team horen. Kies een lid of een andere rol.',
  'staff.role_not_found': 'Deze rol bestaat niet meer op de server. Kies een andere.',
  'staff.support_by_role':
    'Losse leden worden niet meer aan support toegevoegd. Geef ze een rol en voeg die toe, of zet ze in het dashboard in een ander team dan Default.',
  'staff.not_admin': '{target} hoort niet bij de beheerders. Met /viewstaff zie je wie wel.',
  'staff.not_support': '{target} hoort niet bij het supportteam. Met /viewstaff zie je wie wel.',
  'staff.member_not_found': 'Deze persoon is niet op de server. Kies een van de leden.',
  'staff.owner_removes_admins': 'Alleen de eigenaar van de server kan beheerders verwijderen.',
  'team.not_found': 'Dit supportteam bestaat niet.',
  'save.outdated':
    'Iemand anders heeft dit gewijzigd sinds je het opende, dus er is niets opgeslagen. Laad het opnieuw en breng je wijzigingen daarop aan.',
  'audit.entry_not_found': 'Deze regel van het logboek bestaat niet.',
  'undo.not_possible': 'Dit soort wijziging kan niet ongedaan worden gemaakt.',
  'undo.undone': 'Het is al zoals het was, dus er is niets ongedaan te maken.',
  'undo.changed_since': 'Het is daarna weer gewijzigd; ongedaan maken zou de latere wijziging verliezen.',
  'undo.gone': 'Het is daarna verwijderd. Maak eerst de verwijdering ongedaan.',
  'undo.names_gone': 'Wat zou terugkomen, is daarna verwijderd.',
  'undo.there_again': 'Er is weer een met deze naam, dus deze kan niet terugkomen.',
  'settings.naming_scheme_invalid': 'Kies een van de naamschema’s.',
  'settings.welcome_message_invalid': 'Een welkomstbericht heeft 1 tot 1000 tekens.',
  'team.exists': 'Dit team bestaat al.',
  'team.default_stays': 'Het team Default is er altijd en kan dus niet worden verwijderd.',

  'survey.not_found': 'Voor dit ticket is er geen enquête meer.',
  'survey.denied': 'Alleen degene die het ticket heeft geopend kan de enquête invullen.',
  'survey.unanswered': 'De enquête van dit ticket is niet ingevuld.',

  'panel.force_disabled':
    'Dit panel is uitgeschakeld, omdat de server meer panels heeft dan zonder premium mag. Vraag de beheerders om premium te verlengen.',
  'panel.disabled':
    'De serverbeheerders hebben dit soort tickets uitgeschakeld. Gebruik een ander panel, of vraag het team.',
  'panel.gone': 'Dit panel bestaat niet meer. Gebruik een ander panel, of vraag het team.',

  'ticket.not_found': 'Ticket niet gevonden',
  'ticket.message_outdated': 'Dit bericht hoort bij een ticket dat hier niet meer bekend is.',
  'ticket.closed': 'Ticket #{ticket_id} is gesloten en niet meer toegankelijk',
  'ticket.limit_reached': {
    param: 'limit',
    one: 'Je kunt maar {limit} ticket tegelijk open hebben. Sluit het om een nieuw ticket te openen.',
    other: 'Je kunt maar {limit} tickets tegelijk open hebben. Sluit er een om een nieuw ticket te openen.',
  },
  'ticket.too_fast': {
    param: 'seconds',
    one: 'Er worden op deze server te snel tickets geopend. Probeer het over {seconds} seconde opnieuw.',
    other: 'Er worden op deze server te snel tickets geopend. Probeer het over {seconds} seconden opnieuw.',
  },
  'ticket.opener_too_fast': {
    param: 'seconds',
    one: 'Je opent te snel tickets. Probeer het over {seconds} seconde opnieuw.',
    other: 'Je opent te snel tickets. Probeer het over {seconds} seconden opnieuw.',
  },
  'ticket.id_invalid': 'Ongeldig ticket-ID: {id}',
  'ticket.blacklisted':
    'Je staat op de blacklist van deze server en kunt de tickets hier niet gebruiken. Vraag het team als dat volgens jou niet klopt.',
  'ticket.open_command_disabled':
    'Het commando /{command} is op deze server uitgeschakeld. Gebruik in plaats daarvan de knop van een ticketpanel.',
  'ticket.guild_full':
    'Deze server heeft 500 kanalen, en meer staat Discord niet toe. Vraag het team er een paar te verwijderen en probeer het dan opnieuw.',
  'ticket.category_full':
    'Er zitten te veel tickets in de categorie (50, meer staat Discord niet toe). Probeer het opnieuw als er een paar gesloten zijn.',
  'ticket.thread_channel_required':
    'Tickets zijn op deze server threads, en die kun je alleen in een gewoon tekstkanaal openen. Gebruik een ticketpanel in zo’n kanaal.',
  'ticket.thread_permission_missing':
    'Je moet in {channel} berichten in threads mogen verzenden om hier een ticket te openen. Vraag het team daarom.',
  'ticket.close_denied': 'Je kunt dit ticket niet sluiten. Vraag het supportteam dat te doen.',
  'ticket.close_request_gone':
    'Dit sluitverzoek is voorbij: het is beantwoord of vervangen door een nieuwer verzoek.',
  'ticket.close_request_denied':
    'Alleen degene die het ticket heeft geopend en het team dat het behandelt kunnen dit verzoek beantwoorden.',
  'ticket.not_open': 'Ticket #{ticket_id} is niet meer open.',
  'ticket.not_here': 'Dit kanaal is geen ticket. Gebruik het commando in een ticketkanaal.',
  'ticket.reopen_open': 'Ticket #{ticket_id} is al open: {channel}',
  'ticket.reopen_open_as': 'Ticket #{ticket_id} is al open als ticket #{next}: {channel}',
  'ticket.reopen_unsettled': 'Ticket #{ticket_id} wordt net geopend of gesloten. Probeer het zo nog eens.',
  'ticket.reopen_thread_gone':
    'De thread van ticket #{ticket_id} is verwijderd en kan dus niet worden heropend. Open een nieuw ticket.',
  'ticket.reopen_erased':
    'De gegevens van wie ticket #{ticket_id} opende zijn gewist, dus het kan niet worden heropend.',
  'ticket.reopen_imported':
    'Ticket #{ticket_id} is geïmporteerd en wie het opende is niet op deze server, dus het kan niet worden heropend.',
  'ticket.reopen_limit':
    'Wie ticket #{ticket_id} heeft geopend, heeft zoveel open tickets als deze server toestaat ({limit}). Sluit er eerst een.',
  'ticket.panel_same': 'Dit ticket hoort al bij het panel {panel}. Kies een ander.',
  'ticket.welcome_missing': 'Dit ticket heeft geen eerste bericht om naartoe te gaan.',
  'ticket.notes_in_thread':
    'Tickets in threads hebben geen notities, omdat Discord geen threads in threads kent.',
  'ticket.notes_opener': 'Je hebt dit ticket zelf geopend, dus de notities zijn voor de rest van het team.',
  'ticket.not_claimed': 'Dit ticket is door niemand geclaimd.',
  'ticket.unclaim_denied': 'Alleen wie het ticket heeft geclaimd of een beheerder kan het vrijgeven.',
  'ticket.already_claimed':
    'Dit ticket is geclaimd door {user}. Vraag om het vrij te geven; een beheerder kan dat ook doen.',
  'ticket.transfer_denied':
    'Alleen {user}, die het ticket heeft geclaimd, of een beheerder kan het overdragen.',
  'ticket.claimed_to_write':
    'Alleen {user}, die dit ticket heeft geclaimd, en beheerders kunnen erin schrijven. Vraag om het vrij te geven of over te dragen.',
  'ticket.other_team':
    'Je hebt in dit ticket geen rechten om dit te doen: je zit in geen van de teams die het behandelen.',
  'ticket.claimed_to_see':
    'Alleen {user}, die dit ticket heeft geclaimd, en beheerders kunnen het zien. Vraag om het vrij te geven of over te dragen.',
  'ticket.claimed_of_own':
    'Je hebt dit ticket zelf geopend. Zolang {user} het heeft geclaimd, doe je erin mee als lid, niet als team.',
  'ticket.transfer_target':
    'Kies iemand uit het team die de tickets van dit panel behandelt. Deze persoon doet dat niet.',
  'ticket.claim_in_thread':
    'Tickets in threads kun je niet claimen, omdat threads in Discord geen eigen machtigingen hebben.',
  'ticket.staff_only': 'Alleen het supportteam van deze server kan dit doen.',
  'ticket.member_denied': 'Alleen degene die het ticket heeft geopend en het supportteam kunnen dit doen.',
  'ticket.everyone_refused':
    'Je kunt @everyone niet toevoegen of verwijderen. Kies een lid of een andere rol.',
  'ticket.member_blacklisted':
    '{member} kun je niet toevoegen: {entry} staat op de blacklist van deze server. Haal {entry} er eerst af, met /blacklist of in het dashboard.',
  'ticket.member_refused':
    '{member} kun je niet aan tickets van deze server toevoegen. Vraag het team als dat volgens jou niet klopt.',
  'ticket.role_in_thread': 'Je kunt geen rol aan een thread toevoegen. Voeg de leden een voor een toe.',
  'ticket.member_unknown':
    'Dit lid of deze rol bestaat niet op deze server. Kies iets wat Discord voorstelt.',
  'ticket.member_already': '{member} zit al in dit ticket.',
  'ticket.member_not_in': '{member} zit niet in dit ticket.',
  'ticket.staff_not_removable': 'Je kunt het supportteam niet uit een ticket verwijderen.',
  'ticket.opener_not_removable':
    'Je kunt degene die het ticket heeft geopend niet verwijderen. Sluit het ticket in plaats daarvan.',
  'ticket.name_invalid': 'Kanaalnamen hebben 1 tot 100 tekens.',
  'ticket.rename_too_fast':
    'Een ticket kan maar twee keer per tien minuten worden hernoemd. Probeer het {retry} opnieuw.',
  'ticket.message_empty': 'Het bericht is leeg',
  'ticket.message_too_long': 'Berichten hebben hooguit 2000 tekens; dit bericht heeft er {length}.',
  'ticket.key_reused':
    'Onder deze sleutel is al iets anders verstuurd, daarom is dit niet verstuurd. Verstuur het als nieuw bericht.',
  'ticket.writer_left':
    'Je zit niet meer op deze server, dus je kunt niet in de tickets ervan schrijven. Word eerst weer lid.',
  'ticket.writer_timed_out':
    'Je hebt een time-out op deze server, dus je kunt nu niet schrijven. Schrijf weer als die voorbij is.',
  'ticket.writer_denied':
    'Discord laat je niet schrijven in het kanaal van dit ticket. Vraag het team van de server.',
  'ticket.files_denied':
    'Discord laat je geen bestanden sturen in het kanaal van dit ticket. Verstuur je bericht zonder.',
  'ticket.slow_mode':
    'Het kanaal van dit ticket staat in de langzame modus en je hebt net geschreven. Verstuur dit later opnieuw.',
  'ticket.channel_missing': 'Ticket #{ticket_id} heeft geen kanaal in Discord.',
  'ticket.rating_denied': 'Alleen degene die het ticket heeft geopend kan het beoordelen.',
  'ticket.rating_disabled': 'Beoordelingen staan op deze server uit.',
  'ticket.origin_erased':
    'De gegevens van wie dit bericht schreef zijn sindsdien gewist, dus er kan geen ticket vanuit worden geopend.',
  'ticket.context_menu_denied':
    'Je mag op deze server geen tickets starten vanuit berichten. Gebruik een ticketpanel, of vraag het team.',
  'transcript.link_gone':
    'Deze link leidt nergens meer heen: hij is verlopen, ingetrokken, of wat hij toonde is verwijderd. Vraag om een nieuwe.',
  'transcript.link_unknown': 'Deze link bestaat niet. Misschien is hij met zijn transcript verwijderd.',
  'transcript.too_many_links':
    'Dit transcript heeft {count} werkende links. Trek er een in en maak dan een nieuwe.',
  'transcript.download_running': 'Je maakt al een download. Wacht tot die klaar is, of breek hem eerst af.',
  'transcript.download_gone': 'Deze download wordt niet meer bewaard. Vraag om een nieuwe.',
  'transcript.download_nothing':
    'Geen transcript past bij het filter, dus er valt niets te downloaden. Verander het filter.',
  'transcript.form_too_large':
    'Dit transcript is te groot voor een pagina of een tekst: die mag hoogstens {limit} zijn. Lees het in het dashboard.',
  'transcript.form_too_slow':
    'Een pagina of een tekst van dit transcript maken duurt langer dan {seconds} seconden. Lees het in het dashboard.',
  'transcript.not_found': 'Transcript niet gevonden',
  'transcript.denied': 'Je mag dit transcript niet bekijken',
  'import.file_type_invalid': 'Ongeldig soort bestand',
  'import.size_invalid': 'De grootte van een bestand is een heel aantal bytes, minstens één.',
  'import.too_large': 'Het bestand is te groot',
  'import.content_type_missing': 'file_content_type ontbreekt',
  'import.content_type_invalid': 'file_content_type is ongeldig',
  'import.no_file': 'Kies een bestand om te importeren: minstens een met gegevens of met transcripten',
  'import.refused': '{name} kan niet worden geïmporteerd: {problem}',
  'import.address_over':
    'Dit adres neemt geen bestand meer aan: de tijd is om, of het is al gebruikt. Vraag een nieuw adres.',
  'import.arriving':
    'Er is al een ander bestand onderweg naar dit adres. Wacht tot het er is, of vraag een nieuw adres.',
  'import.busy': 'Er worden nu andere archieven gelezen. Probeer het over een minuut opnieuw.',
  'import.not_as_announced':
    'Dit is niet het bestand waarvoor dit adres gemaakt is: grootte en inhoudstype moeten dezelfde zijn.',
  'import.queue_full':
    'Er wachten al vijf bestanden om op deze server te worden geïmporteerd. Wacht tot er één klaar is en stuur dit dan.',
  'import.no_room':
    'De bestanden die op deze server wachten, of die jij hebt gestuurd, nemen alle ruimte in die er voor ze is. Importeer of verwijder er een en stuur dit dan.',
  'import.upload_gone': 'Dit bestand wordt niet meer bewaard. Upload het opnieuw.',
  'import.not_ready': 'Dit bestand wordt nog gecontroleerd. Wacht op het verslag en bevestig het dan.',
  'import.done': 'Dit bestand is al geïmporteerd. Upload het opnieuw om het nog een keer te importeren.',
  'import.under_way': 'Er loopt al een import op deze server. Wacht tot die klaar is.',
  'import.mapping_invalid':
    'Van wat gekozen is in plaats van kanalen en rollen, is {id} niet meer op deze server. Kies iets anders.',
  'export.running':
    'Er wordt al een export van deze server gemaakt. Wacht tot die klaar is, of annuleer hem eerst.',
  'export.gone': 'Deze export wordt niet meer bewaard. Vraag een nieuwe.',
  'copy.same_server': 'Dit is de server zelf. Kies een andere om van te kopiëren.',
  'copy.source_denied': 'Je bent geen beheerder van de server waarvan je wilt kopiëren.',
  'attachment.not_found': 'Dit bestand is er niet meer, of de link is verlopen. Laad de pagina opnieuw.',
  'members.query_invalid': 'Ongeldige zoekopdracht',
  'search.operator':
    'In een zoekopdracht bestaat {operator}: niet. Zet het tussen aanhalingstekens om er letterlijk naar te zoeken.',
  'search.minus': 'Voor {operator}: staat geen minteken. Alleen woorden kun je uitsluiten.',
  'search.from': 'from: vraagt om een naam, een ID of me.',
  'search.panel': '{operator}: vraagt om de titel van een panel, met spaties tussen aanhalingstekens.',
  'search.panel_unknown': 'Op deze server is er geen panel dat {panel} heet.',
  'search.date': '{operator}: vraagt om een datum zoals 2026-03-01.',
  'search.has': 'has: vraagt om file, voor berichten met bestanden.',
  'search.rating': 'rating: vraagt om een getal van 1 tot 5, of 4+ voor 4 en meer.',
  'settings.ticket_limit_invalid': 'De ticketlimiet ligt tussen 1 en 10.',
  'settings.archive_channel_invalid':
    'Gesloten tickets kunnen alleen in een tekstkanaal van deze server worden gemeld. Kies een ander.',
  'on_call.threads_only':
    'Oproepbaar zijn kan alleen waar tickets threads zijn. Beheerders zetten dat aan met /setup use-threads.',
  'whitelabel.premium_required': 'Je hebt whitelabel-premium nodig',
  'whitelabel.no_bot': 'Geen bot gevonden',
  'whitelabel.not_trusted':
    'Deze bot doet niets op deze server, omdat degene die hem beheert de server niet beheert. Een beheerder kan dat veranderen: met /addadmin in Discord of onder Staff Teams in het dashboard.',
  'whitelabel.bot_unknown': 'De whitelabelbot is niet gevonden',
  'whitelabel.token_invalid': 'Ongeldig token',
  'whitelabel.main_bot':
    'Dit is het token van de bot die iedereen hier deelt. Maak een eigen applicatie in het ontwikkelaarsportaal van Discord en voer het token daarvan in.',
  'whitelabel.bot_taken':
    'Iemand anders gebruikt deze bot hier. Die moet hem eerst uitschakelen; ken je diegene niet, stel dan het token opnieuw in in het ontwikkelaarsportaal van Discord.',
  'whitelabel.status_length': 'De status moet 1 tot 255 tekens lang zijn',
  'whitelabel.status_type': 'Ongeldig soort status',
  'whitelabel.token_refused':
    'Discord accepteert het token van deze bot niet meer. Stel het opnieuw in in het ontwikkelaarsportaal van Discord en voer het nieuwe hier in.',
  'whitelabel.token_lost':
    'De sleutel waarmee het token van deze bot was versleuteld, is verloren. Voer het token opnieuw in.',
  'whitelabel.commands_cooldown':
    'De slashcommando’s zijn net gemaakt. Probeer het over {seconds} seconden opnieuw.',
} as const satisfies Record<ErrorCode, ErrorText>;
