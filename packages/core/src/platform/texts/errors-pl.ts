import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { ErrorText } from './shape.ts';

/** The contract's error texts in Polish, by code. */
export const polishErrors = {
  'request.malformed': 'Żądanie nie jest poprawnym JSON-em. Sprawdź je i wyślij jeszcze raz.',
  'request.unreadable': 'Tego nie można odczytać jako żądania HTTP.',
  'request.too_slow': 'Dane docierały zbyt długo. Wyślij je ponownie.',
  'request.headers_too_large': 'Nagłówki żądania są zbyt duże.',
  'request.address_invalid': 'Nie da się odczytać tego adresu. Sprawdź, jak jest zapisany.',
  'request.invalid': 'Część przesłanych danych jest nieprawidłowa: {problems}',
  'request.missing_header': 'Brakuje nagłówka x-tickets',
  'request.too_large': 'To jest za duże: jednorazowo można wysłać najwyżej {limit}.',
  'request.unsupported_media_type': 'Wyślij treść jako application/json.',
  'upload.invalid': 'Nie można odczytać plików: {problem}. Wyślij je ponownie.',
  'upload.too_many_files': 'Jednorazowo można wysłać najwyżej {count} plików. Usuń niektóre z nich.',
  'upload.file_too_large': '{name} jest za duży: plik może mieć najwyżej {limit}.',
  'upload.file_empty': '{name} jest pusty. Usuń go lub wybierz inny plik.',
  'upload.busy': 'W tej chwili wysyłanych jest zbyt wiele plików. Spróbuj ponownie za kilka sekund.',
  'request.rate_limited': 'Za szybko: poczekaj kilka sekund i spróbuj ponownie',
  'route.not_found': 'Pod tym adresem nic nie ma.',
  'internal.error': 'Wystąpił wewnętrzny błąd serwera',
  'service.starting': 'Tickets właśnie się uruchamia. Spróbuj ponownie za kilka sekund.',
  'service.upgrading': 'Trwa aktualizacja Tickets. Spróbuj ponownie za kilka minut.',
  'service.database_down':
    'Tickets nie może teraz połączyć się ze swoją bazą danych. Spróbuj ponownie za kilka sekund.',
  'service.database_slow':
    'Baza danych Tickets zbyt długo nie odpowiadała. Spróbuj ponownie za kilka sekund.',
  'service.disk_full':
    'Dysk Tickets jest pełny, więc niczego nie można zapisać. Powiadom osobę, która nim zarządza, i spróbuj ponownie później.',
  'service.overloaded': 'Tickets jest teraz przeciążony. Spróbuj ponownie za kilka sekund.',
  'storage.denied':
    'Tickets nie ma dostępu do miejsca, w którym przechowuje pliki. Powiadom osobę, która nim zarządza, i spróbuj ponownie później.',
  'storage.unreachable':
    'Miejsce, w którym Tickets przechowuje pliki, w tej chwili nie odpowiada. Spróbuj ponownie za minutę.',
  'storage.damaged':
    'Ten plik nie jest tym, który został zapisany, więc nie jest pokazywany. Powiadom osobę, która zarządza Tickets.',

  'session.missing': 'Zaloguj się, żeby przejść dalej.',
  'session.invalid': 'Twoja sesja wygasła. Zaloguj się ponownie.',
  'oauth.code_missing': 'W adresie brakuje kodu',
  'oauth.code_invalid': 'Nieprawidłowy kod: zaloguj się ponownie',
  'oauth.scope_missing': 'Brakuje uprawnienia identify',
  'discord.unavailable': 'Discord w tej chwili nie odpowiada. Spróbuj ponownie za minutę.',
  'discord.limited': {
    param: 'seconds',
    one: 'Discord jest zajęty. Spróbuj ponownie za {seconds} sekundę.',
    few: 'Discord jest zajęty. Spróbuj ponownie za {seconds} sekundy.',
    many: 'Discord jest zajęty. Spróbuj ponownie za {seconds} sekund.',
    other: 'Discord jest zajęty. Spróbuj ponownie za {seconds} sekundy.',
  },
  'discord.missing_permissions':
    'Discord nie pozwala na to botowi. Nadaj mu te uprawnienia i spróbuj ponownie: {permissions}',
  'discord.channel_permissions':
    'Discord nie pozwala na to botowi. Nadaj mu te uprawnienia na kanale #{channel} i spróbuj ponownie: {permissions}',
  'discord.category_permissions':
    'Discord nie pozwala na to botowi. Nadaj mu te uprawnienia w kategorii „{category}” i spróbuj ponownie: {permissions}',
  'discord.refused': 'Discord na to nie pozwolił: {reason}',
  'guild.reload_cooldown': {
    param: 'seconds',
    one: 'Za szybko: spróbuj ponownie za {seconds} sekundę',
    few: 'Za szybko: spróbuj ponownie za {seconds} sekundy',
    many: 'Za szybko: spróbuj ponownie za {seconds} sekund',
    other: 'Za szybko: spróbuj ponownie za {seconds} sekundy',
  },

  'outgoing_webhook.not_found': 'Nie znaleziono webhooka',
  'outgoing_webhook.delivery_not_found': 'Ta dostawa nie jest już przechowywana',
  'outgoing_webhook.limit': 'Serwer może mieć {count} webhooków. Usuń jeden, aby dodać kolejny.',
  'outgoing_webhook.private_url': 'Ten adres nie jest publiczny, więc nie można nic do niego wysłać',
  'outgoing_webhook.off': 'Ten webhook jest wyłączony. Włącz go, aby coś wysłać.',
  'integration.not_found': 'Nie znaleziono integracji',
  'integration.view_denied': 'Nie możesz zobaczyć tej integracji',
  'integration.not_yours': 'Ta integracja nie należy do Ciebie',
  'integration.delete_denied': 'Nie możesz usunąć tej integracji',
  'integration.manage_denied': 'Nie możesz zarządzać tą integracją',
  'integration.add_denied': 'Nie możesz aktywować tej integracji',
  'integration.already_public': 'Prośba o upublicznienie tej integracji została już wysłana',
  'integration.owned_limit': 'Osiągnięto limit integracji ({count}/{count})',
  'integration.active_limit': 'Jednocześnie może być aktywnych tylko {count} integracji',
  'integration.not_active': 'Integracja nie jest aktywna',
  'integration.secrets_invalid': 'Nieprawidłowe tajne wartości',
  'integration.secrets_rejected': 'Integracja odrzuciła tajne wartości (skontaktuj się z jej autorem)',
  'integration.validation_timeout':
    'Serwer sprawdzający tajne wartości nie odpowiedział na czas (skontaktuj się z autorem integracji)',
  'integration.validation_failed':
    'Nie udało się połączyć z serwerem sprawdzającym tajne wartości (skontaktuj się z autorem integracji)',
  'integration.validation_host': 'Adres sprawdzania musi być na tym samym hoście co adres webhooka',
  'integration.part_unknown': 'Ten identyfikator nie należy do tej integracji: {what}',
  'integration.review_over':
    'Ta prośba została w międzyczasie rozpatrzona lub zmieniona. Wczytaj stronę ponownie.',
  'own_data.sign_in_again':
    'Zaloguj się ponownie, aby to zrobić: od ostatniego logowania musi minąć mniej niż godzina, żeby nikt nie zrobił tego za ciebie.',
  'own_data.username_wrong': 'Wpisz swoją nazwę użytkownika, {username}, aby potwierdzić.',
  'own_data.open_tickets':
    'Nie można usunąć twoich danych, dopóki masz otwarte tickety. Zamknij te, które masz otwarte, i oddaj te, które są przejęte przez ciebie: {tickets}',
  'own_data.being_erased':
    'Twoje dane są właśnie usuwane. Poczekaj, aż to się skończy, albo najpierw to anuluj.',
  'own_data.not_waiting': 'Nie ma czego anulować: usuwanie się zaczęło albo nie było zlecone.',
  'own_data.no_export': 'Nie ma kopii twoich danych do pobrania. Poproś o nową.',
  'guild.invalid_id': 'Nieprawidłowe ID serwera',
  'guild.full_of_these':
    'Ten serwer ma ich już {count} i nie może mieć więcej. Usuń coś, aby zrobić miejsce.',
  'guild.texts_too_long':
    'To za dużo tekstu: wszystkie razem mogą mieć na serwerze {megabytes} MB. Najpierw skróć lub usuń niektóre.',
  'guild.not_found': 'Nie znaleziono serwera',
  'guild.without_bot':
    'Tego bota nie ma na tym serwerze. Najpierw musi go dodać ktoś, kto może zarządzać serwerem.',
  'permission.denied': 'Nie masz na tym serwerze uprawnień, żeby to zrobić.',
  'permission.admin_only': 'Mogą to zrobić tylko administratorzy tego produktu.',
  'override.not_by_bot_staff':
    'Masz tu dostęp, bo ten serwer przyznał go na pewien czas. Może to zrobić tylko jego własna administracja.',
  'premium.required': 'Do tego potrzebne jest premium: {feature}.',

  'premium_key.malformed':
    'To nie jest klucz premium. Klucz wygląda tak: {example}. Skopiuj go w całości i spróbuj ponownie.',
  'premium_key.unknown':
    'Nie ma takiego klucza. Skopiuj go jeszcze raz albo zapytaj osobę, która ci go dała.',
  'premium_key.redeemed': 'Ten klucz został już użyty na innym serwerze. Każdy klucz działa raz.',
  'premium_key.redeemed_here': 'Ten klucz został już użyty na tym serwerze. Każdy klucz działa raz.',
  'premium_key.revoked': 'Osoba prowadząca tego bota wycofała ten klucz. Poproś ją o inny.',
  'premium_key.not_needed':
    'Ten serwer ma premium bezterminowo, więc klucz nie został użyty. Zachowaj go dla innego serwera.',
  'premium_key.too_many': 'Za dużo błędnych kluczy. Odczekaj dziesięć minut i spróbuj ponownie.',
  'premium.not_subscriber': 'Brak subskrypcji premium',
  'premium.not_multi_server': 'Subskrypcja nie obejmuje wielu serwerów',
  'premium.too_many_servers': 'Wybrano za dużo serwerów',
  'premium.server_denied': 'Brakuje ci uprawnień na serwerze {guild_id}',
  'settings.type_without_view': 'Kto może pisać, musi też widzieć kanał',
  'settings.notification_channel_missing': 'Wybierz kanał powiadomień o ticketach',
  'settings.notification_channel_invalid': 'Kanał powiadomień o ticketach nie jest kanałem tekstowym',
  'settings.panels_without_threads':
    'Na kanałach ogłoszeń Discord nie ma prywatnych wątków. Najpierw przenieś panele z {channels} na kanały tekstowe.',
  'settings.language_invalid': 'Nieprawidłowy język',
  'settings.colour_invalid': 'Nieprawidłowy kolor',
  'colours.premium_required': 'Do zmiany wyglądu wiadomości potrzebne jest premium',
  'settings.auto_close_premium':
    'Zamykanie ticketów po pewnym czasie jest częścią premium. Czasy można zmienić, gdy serwer ma premium',
  'settings.auto_close_too_long': 'Czas do automatycznego zamknięcia nie może być dłuższy niż 60 dni',
  'settings.context_menu_panel_invalid': 'Panel menu kontekstowego nie należy do tego serwera. Wybierz inny.',
  'settings.context_menu_level_invalid': 'Poziom uprawnień menu kontekstowego musi wynosić 0, 1 lub 2.',
  'settings.overflow_category_missing': 'Nieprawidłowa kategoria zapasowa',
  'settings.overflow_category_invalid': 'Kategoria zapasowa nie jest kategorią',

  'panel.not_found': 'Nie znaleziono panelu',
  'panel.quota_exceeded': 'Limit paneli wyczerpany: masz ich {count}/{limit}. Z premium zrobisz więcej.',
  'channel.is_ticket': 'To kanał ticketu, który znika po jego zamknięciu. Wybierz inny.',
  'panel.channel_not_found': 'Nie znaleziono kanału panelu',
  'panel.category_invalid': 'Nieprawidłowa kategoria ticketów',
  'panel.emoji_not_found': 'Nie znaleziono emoji',
  'panel.emoji_invalid': 'Nieprawidłowe emoji',
  'panel.emoji_missing_id': 'Własnemu emoji brakuje ID',
  'panel.emoji_name_mismatch': 'Nazwa emoji się nie zgadza',
  'panel.form_not_found': 'Nie znaleziono formularza',
  'panel.team_invalid': 'Nieprawidłowy zespół wsparcia',
  'panel.exit_survey_premium': 'Ankieta po zamknięciu jest częścią premium',
  'panel.pending_category_premium': 'Kategoria oczekujących ticketów jest częścią premium',
  'panel.pending_category_invalid': 'Nieprawidłowa kategoria oczekujących ticketów',
  'panel.mention_not_found': 'Roli {role_id} ze wzmianek nie ma na tym serwerze',
  'panel.thread_channel_required':
    'Tickety są na tym serwerze wątkami, a na kanałach ogłoszeń Discord nie ma prywatnych wątków. Wybierz kanał tekstowy.',
  'panel.access_role_not_found': 'Roli {role_id} z listy dostępu nie ma na tym serwerze',
  'panel.access_everyone_missing': 'Na liście dostępu brakuje reguły dla @everyone',
  'panel.locked': 'Ten panel jest wyłączony i nie można go zmienić: odnów premium, żeby znów działał',
  'panel.access_nobody':
    'Administratorzy serwera wyłączyli otwieranie takich ticketów dla wszystkich ról. Użyj innego panelu albo zapytaj zespół.',
  'panel.access_role_required': {
    param: 'count',
    one: 'Żeby otworzyć taki ticket, potrzebujesz roli {roles}. Poproś o nią zespół.',
    other: 'Żeby otworzyć taki ticket, potrzebujesz jednej z tych ról: {roles}. Poproś o nią zespół.',
  },
  'panel.access_role_denied':
    'Nie możesz otworzyć takiego ticketu, bo masz rolę {role}. Zapytaj zespół, jeśli to pomyłka.',
  'embed.empty': 'Embed nie ma żadnej treści',
  'embed.footer_premium': 'Stopka embeda jest częścią premium',

  'multi_panel.not_found': 'Nie ma panelu o tym ID',
  'multi_panel.channel_not_found': 'Ten kanał nie istnieje',
  'multi_panel.panel_invalid': 'Nieprawidłowe ID panelu',
  'multi_panel.too_few': 'Multipanel musi zawierać co najmniej 2 panele',
  'multi_panel.empty':
    'Żaden panel z tego multipanelu już nie istnieje. Edytuj go i wybierz co najmniej 2, zanim opublikujesz go ponownie.',
  'multi_panel.label_missing':
    'Panel „{title}” musi mieć etykietę, żeby trafić do listy rozwijanej. Dodaj tekst do jego przycisku.',

  'form.not_found': 'Nie znaleziono formularza #{form_id}',
  'form.input_count': 'Formularz musi mieć od 1 do 5 pól (teraz: {count})',
  'form.input_not_found': 'Pola #{input_id} ({purpose}) nie ma w formularzu #{form_id}',
  'form.input_deleted_and_updated': 'Pola #{input_id} nie można jednocześnie usunąć i zmienić',
  'form.inputs_missing': 'Trzeba podać wszystkie istniejące pola: {count} (znaleziono: {found})',
  'form.input_missing': 'Trzeba podać pole #{input_id}',
  'form.positions': 'Kolejność pól musi być rosnąca i bez powtórzeń (1, 2, 3 itd.)',
  'form.answer_missing': 'Odpowiedz na pytanie „{question}” i wyślij formularz jeszcze raz.',
  'form.changed': 'Formularz zmienił się w trakcie wypełniania. Otwórz go jeszcze raz.',
  'form.too_slow': 'Trwało to za długo i nie udało się pokazać formularza. Spróbuj jeszcze raz.',
  'tag.not_found': 'Nie znaleziono tagu: {tag_id}',
  'tag.limit_reached': 'Osiągnięto limit tagów (200)',
  'tag.exists': 'Tag {tag_id} już istnieje. Zmień go w dashboardzie albo wybierz inne ID.',
  'tag.alias_premium': 'Własne komendy są częścią premium',
  'tag.alias_taken': '/{tag_id} to komenda samego bota. Wybierz inne ID albo wyłącz własną komendę.',
  'tag.alias_limit':
    'Discord pozwala na 100 komend na jednym serwerze. Najpierw wyłącz własną komendę innego tagu.',
  'tag.alias_refused':
    'Discord nie pozwala botowi tworzyć komend na tym serwerze. Zaproś bota jeszcze raz, a potem ponownie zapisz tag.',
  'tag.id_invalid': 'ID tagu ma od 1 do 16 znaków i nie zawiera spacji.',
  'tag.empty': 'Tag nie ma żadnej treści',
  'blacklist.user_limit': 'Osiągnięto limit osób na czarnej liście (250): lepiej użyj roli',
  'blacklist.role_limit': 'Osiągnięto limit ról na czarnej liście (50)',
  'blacklist.staff': 'Nie można dodać członków zespołu do czarnej listy!',
  'blacklist.self': 'Nie możesz dodać siebie do czarnej listy.',
  'blacklist.bot': 'Nie można dodać samego bota do czarnej listy.',
  'blacklist.user_invalid': 'To nie jest ID osoby. Podaj ID z Discorda: same cyfry.',
  'blacklist.everyone': 'Nie można dodać @everyone do czarnej listy. Wybierz osobę albo inną rolę.',
  'blacklist.role_not_found': 'Tej roli nie ma już na serwerze. Wybierz inną.',

  'staff.owner_already_admin': 'Właściciel serwera i tak zarządza botem.',
  'staff.owner_stays': 'Właściciel serwera zawsze należy do zespołu.',
  'staff.self': 'Nie możesz usunąć siebie z zespołu. Poproś o to innego administratora.',
  'staff.everyone': '@everyone nie może należeć do zespołu. Wybierz osobę albo inną rolę.',
  'staff.role_not_found': 'Tej roli nie ma już na serwerze. Wybierz inną.',
  'staff.support_by_role':
    'Do wsparcia nie dodaje się już pojedynczych osób. Nadaj im rolę i dodaj tę rolę albo przypisz je w dashboardzie do innego zespołu niż Default.',
  'staff.not_admin': '{target} nie należy do administratorów. Komenda /viewstaff pokaże, kto do nich należy.',
  'staff.not_support':
    '{target} nie należy do zespołu wsparcia. Komenda /viewstaff pokaże, kto do niego należy.',
  'staff.member_not_found': 'Tej osoby nie ma na serwerze. Wybierz kogoś z jego członków.',
  'staff.owner_removes_admins': 'Tylko właściciel serwera może usuwać administratorów.',
  'team.not_found': 'Nie ma takiego zespołu wsparcia.',
  'save.outdated':
    'Ktoś inny zmienił to od czasu, gdy to otwarto, więc nic nie zapisano. Wczytaj ponownie i wprowadź swoje zmiany na nowo.',
  'audit.entry_not_found': 'Nie ma takiego wpisu w dzienniku zmian.',
  'undo.not_possible': 'Tego rodzaju zmiany nie można cofnąć.',
  'undo.undone': 'Jest już tak jak przedtem, więc nie ma czego cofać.',
  'undo.changed_since': 'Od tego czasu zmieniono to ponownie; cofnięcie usunęłoby późniejszą zmianę.',
  'undo.gone': 'Od tego czasu to usunięto. Najpierw cofnij usunięcie.',
  'undo.names_gone': 'To, co by wróciło, zostało od tego czasu usunięte.',
  'undo.there_again': 'Znów istnieje coś o tej nazwie, więc tego nie można przywrócić.',
  'settings.naming_scheme_invalid': 'Wybierz jeden ze schematów nazw.',
  'settings.welcome_message_invalid': 'Wiadomość powitalna ma od 1 do 1000 znaków.',
  'team.exists': 'Taki zespół już istnieje.',
  'team.default_stays': 'Zespół Default istnieje zawsze, więc nie można go usunąć.',

  'survey.not_found': 'Dla tego ticketu nie ma już ankiety.',
  'survey.denied': 'Ankietę może wypełnić tylko osoba, która otworzyła ticket.',
  'survey.unanswered': 'Ankieta po tym tickecie nie została wypełniona.',

  'panel.force_disabled':
    'Ten panel jest wyłączony, bo serwer ma więcej paneli, niż można mieć bez premium. Poproś administratorów o odnowienie premium.',
  'panel.disabled':
    'Administratorzy serwera wyłączyli otwieranie takich ticketów. Użyj innego panelu albo zapytaj zespół.',
  'panel.gone': 'Tego panelu już nie ma. Użyj innego panelu albo zapytaj zespół.',

  'ticket.not_found': 'Nie znaleziono ticketu',
  'ticket.message_outdated': 'Ta wiadomość dotyczy ticketu, który nie jest tu już znany.',
  'ticket.closed': 'Ticket #{ticket_id} został zamknięty i nie jest już dostępny',
  'ticket.limit_reached': {
    param: 'limit',
    one: 'Możesz mieć otwarty tylko {limit} ticket naraz. Zamknij go, żeby otworzyć nowy.',
    few: 'Możesz mieć otwarte tylko {limit} tickety naraz. Zamknij któryś, żeby otworzyć nowy.',
    many: 'Możesz mieć otwartych tylko {limit} ticketów naraz. Zamknij któryś, żeby otworzyć nowy.',
    other: 'Możesz mieć otwarte tylko {limit} ticketu naraz. Zamknij któryś, żeby otworzyć nowy.',
  },
  'ticket.too_fast': {
    param: 'seconds',
    one: 'Na tym serwerze tickety są otwierane zbyt szybko. Spróbuj ponownie za {seconds} sekundę.',
    few: 'Na tym serwerze tickety są otwierane zbyt szybko. Spróbuj ponownie za {seconds} sekundy.',
    many: 'Na tym serwerze tickety są otwierane zbyt szybko. Spróbuj ponownie za {seconds} sekund.',
    other: 'Na tym serwerze tickety są otwierane zbyt szybko. Spróbuj ponownie za {seconds} sekundy.',
  },
  'ticket.opener_too_fast': {
    param: 'seconds',
    one: 'Otwierasz tickety zbyt szybko. Spróbuj ponownie za {seconds} sekundę.',
    few: 'Otwierasz tickety zbyt szybko. Spróbuj ponownie za {seconds} sekundy.',
    many: 'Otwierasz tickety zbyt szybko. Spróbuj ponownie za {seconds} sekund.',
    other: 'Otwierasz tickety zbyt szybko. Spróbuj ponownie za {seconds} sekundy.',
  },
  'ticket.id_invalid': 'Nieprawidłowe ID ticketu: {id}',
  'ticket.blacklisted':
    'Jesteś na czarnej liście tego serwera, więc nie możesz korzystać z jego ticketów. Zapytaj zespół, jeśli to pomyłka.',
  'ticket.open_command_disabled':
    'Komenda /{command} jest na tym serwerze wyłączona. Zamiast niej użyj przycisku panelu ticketów.',
  'ticket.guild_full':
    'Ten serwer ma 500 kanałów, a na więcej Discord nie pozwala. Poproś zespół o usunięcie kilku i spróbuj ponownie.',
  'ticket.category_full':
    'W kategorii jest za dużo ticketów (50, na więcej Discord nie pozwala). Spróbuj ponownie, gdy część zostanie zamknięta.',
  'ticket.thread_channel_required':
    'Tickety są na tym serwerze wątkami, a te można otwierać tylko na zwykłym kanale tekstowym. Użyj panelu ticketów na takim kanale.',
  'ticket.thread_permission_missing':
    'Żeby otworzyć tu ticket, potrzebujesz na {channel} uprawnienia do wysyłania wiadomości w wątkach. Poproś o nie zespół.',
  'ticket.close_denied': 'Nie możesz zamknąć tego ticketu. Poproś o to zespół wsparcia.',
  'ticket.close_request_gone':
    'Ta prośba jest już nieaktualna: ktoś na nią odpowiedział albo zastąpiła ją nowsza.',
  'ticket.close_request_denied':
    'Na tę prośbę może odpowiedzieć tylko osoba, która otworzyła ticket, i zespół, który się nim zajmuje.',
  'ticket.not_open': 'Ticket #{ticket_id} nie jest już otwarty.',
  'ticket.not_here': 'Ten kanał nie jest ticketem. Użyj komendy na kanale ticketu.',
  'ticket.reopen_open': 'Ticket #{ticket_id} jest już otwarty: {channel}',
  'ticket.reopen_open_as': 'Ticket #{ticket_id} jest już otwarty jako ticket #{next}: {channel}',
  'ticket.reopen_unsettled':
    'Ticket #{ticket_id} jest właśnie otwierany lub zamykany. Spróbuj ponownie za chwilę.',
  'ticket.reopen_thread_gone':
    'Wątek ticketu #{ticket_id} usunięto, więc nie można go otworzyć ponownie. Otwórz nowy ticket.',
  'ticket.reopen_erased':
    'Dane osoby, która otworzyła ticket #{ticket_id}, zostały usunięte, więc nie można go otworzyć ponownie.',
  'ticket.reopen_imported':
    'Ticket #{ticket_id} został zaimportowany, a osoby, która go otworzyła, nie ma na tym serwerze, więc nie można go otworzyć ponownie.',
  'ticket.reopen_limit':
    'Osoba, która otworzyła ticket #{ticket_id}, ma tyle otwartych ticketów, na ile pozwala ten serwer ({limit}). Najpierw zamknij jeden z nich.',
  'ticket.panel_same': 'Ten ticket należy już do panelu {panel}. Wybierz inny.',
  'ticket.welcome_missing': 'Ten ticket nie ma pierwszej wiadomości, do której można przejść.',
  'ticket.notes_in_thread': 'Tickety w wątkach nie mają notatek, bo na Discordzie nie ma wątków w wątkach.',
  'ticket.notes_opener': 'Ten ticket pochodzi od ciebie, więc jego notatki są dla reszty zespołu.',
  'ticket.not_claimed': 'Tego ticketu nikt nie przejął.',
  'ticket.unclaim_denied': 'Oddać ticket może tylko osoba, która go przejęła, albo administrator.',
  'ticket.already_claimed':
    'Tym ticketem zajmuje się {user}. Poproś o oddanie ticketu; może go też oddać administrator.',
  'ticket.transfer_denied':
    'Tym ticketem zajmuje się {user}. Przekazać go może tylko ta osoba albo administrator.',
  'ticket.claimed_to_write':
    'Tym ticketem zajmuje się {user}. Pisać w nim mogą tylko ta osoba i administratorzy. Poproś o oddanie albo przekazanie ticketu.',
  'ticket.other_team':
    'Nie masz w tym tickecie uprawnień, żeby to zrobić: nie należysz do żadnego z zespołów, które go obsługują.',
  'ticket.claimed_to_see':
    'Tym ticketem zajmuje się {user}. Widzieć go mogą tylko ta osoba i administratorzy. Poproś o oddanie albo przekazanie ticketu.',
  'ticket.claimed_of_own':
    'Ten ticket pochodzi od ciebie. Dopóki zajmuje się nim {user}, uczestniczysz w nim jako zwykły członek serwera, a nie jako zespół.',
  'ticket.transfer_target':
    'Wybierz kogoś z zespołu, kto obsługuje tickety tego panelu. Ta osoba tego nie robi.',
  'ticket.claim_in_thread':
    'Ticketów w wątkach nie można przejąć, bo wątki na Discordzie nie mają własnych uprawnień.',
  'ticket.staff_only': 'Może to zrobić tylko zespół wsparcia tego serwera.',
  'ticket.member_denied': 'Może to zrobić tylko osoba, która otworzyła ticket, i zespół wsparcia.',
  'ticket.everyone_refused': 'Nie można dodać ani usunąć @everyone. Wybierz osobę albo inną rolę.',
  'ticket.member_blacklisted':
    'Nie można dodać {member}: {entry} jest na czarnej liście tego serwera. Najpierw usuń {entry} z tej listy komendą /blacklist albo w dashboardzie.',
  'ticket.member_refused':
    'Nie można dodać {member} do ticketów tego serwera. Zapytaj zespół, jeśli to pomyłka.',
  'ticket.role_in_thread': 'Do wątku nie można dodać roli. Dodaj po kolei osoby, które ją mają.',
  'ticket.member_unknown':
    'Na tym serwerze nie ma takiej osoby ani roli. Wybierz jedną z podpowiedzi Discorda.',
  'ticket.member_already': '{member} już ma dostęp do tego ticketu.',
  'ticket.member_not_in': '{member} nie ma dostępu do tego ticketu.',
  'ticket.staff_not_removable': 'Nie można usunąć zespołu wsparcia z ticketu.',
  'ticket.opener_not_removable':
    'Nie można usunąć osoby, która otworzyła ticket. Zamiast tego zamknij ticket.',
  'ticket.name_invalid': 'Nazwa kanału ma od 1 do 100 znaków.',
  'ticket.rename_too_fast':
    'Nazwę ticketu można zmienić tylko dwa razy w ciągu dziesięciu minut. Spróbuj ponownie {retry}.',
  'ticket.message_empty': 'Wiadomość nie może być pusta',
  'ticket.message_too_long': 'Wiadomość może mieć najwyżej 2000 znaków; długość tej to {length}.',
  'ticket.key_reused':
    'Pod tym kluczem wysłano już coś innego, więc to nie zostało wysłane. Wyślij to jako nową wiadomość.',
  'ticket.writer_left':
    'Nie ma cię już na tym serwerze, więc nie możesz pisać w jego ticketach. Najpierw dołącz do niego ponownie.',
  'ticket.writer_timed_out':
    'Masz przerwę na tym serwerze, więc teraz nie możesz pisać. Napisz ponownie, gdy się skończy.',
  'ticket.writer_denied': 'Discord nie pozwala ci pisać na kanale tego ticketu. Zapytaj zespół serwera.',
  'ticket.files_denied':
    'Discord nie pozwala ci wysyłać plików na kanale tego ticketu. Wyślij wiadomość bez nich.',
  'ticket.slow_mode':
    'Kanał tego ticketu jest w trybie powolnym, a właśnie coś napisano z twojego konta. Wyślij to ponownie później.',
  'ticket.channel_missing': 'Ticket #{ticket_id} nie ma kanału na Discordzie.',
  'ticket.rating_denied': 'Ocenić ticket może tylko osoba, która go otworzyła.',
  'ticket.rating_disabled': 'Oceny są na tym serwerze wyłączone.',
  'ticket.origin_erased':
    'Dane osoby, która napisała tę wiadomość, zostały od tego czasu usunięte, więc nie można z niej otworzyć ticketu.',
  'ticket.context_menu_denied':
    'Nie możesz na tym serwerze otwierać ticketów z wiadomości. Użyj panelu ticketów albo zapytaj zespół.',
  'transcript.link_gone':
    'Ten link już nigdzie nie prowadzi: wygasł, został odwołany albo usunięto to, co pokazywał. Poproś o nowy.',
  'transcript.link_unknown': 'Nie ma takiego linku. Być może usunięto go razem z transkryptem.',
  'transcript.too_many_links':
    'Ten transkrypt ma {count} działających linków. Odwołaj jeden z nich, a potem utwórz nowy.',
  'transcript.download_running':
    'Już przygotowujesz pobieranie. Poczekaj, aż się skończy, albo najpierw je anuluj.',
  'transcript.download_gone': 'Tego pliku już nie przechowujemy. Poproś o nowy.',
  'transcript.download_nothing':
    'Żaden transkrypt nie pasuje do filtra, więc nie ma czego pobrać. Zmień filtr.',
  'transcript.form_too_large':
    'Ten zapis rozmowy jest za duży na stronę lub tekst, które mogą mieć najwyżej {limit}. Przeczytaj go w panelu.',
  'transcript.form_too_slow':
    'Utworzenie strony lub tekstu z tego zapisu rozmowy trwa dłużej niż {seconds} s. Przeczytaj go w panelu.',
  'transcript.not_found': 'Nie znaleziono zapisu rozmowy',
  'transcript.denied': 'Nie masz uprawnień, żeby zobaczyć ten zapis rozmowy',
  'import.file_type_invalid': 'Nieprawidłowy rodzaj pliku',
  'import.size_invalid': 'Rozmiar pliku to całkowita liczba bajtów, co najmniej jeden.',
  'import.too_large': 'Plik jest za duży',
  'import.content_type_missing': 'Brakuje file_content_type',
  'import.content_type_invalid': 'file_content_type jest nieprawidłowy',
  'import.no_file': 'Wybierz plik do zaimportowania: co najmniej jeden z danymi albo z zapisami rozmów',
  'import.refused': 'Nie można zaimportować {name}: {problem}',
  'import.address_over':
    'Ten adres nie przyjmuje już pliku: jego czas minął albo został użyty. Poproś o nowy.',
  'import.arriving':
    'Inny plik jest już w drodze na ten adres. Poczekaj, aż dotrze, albo poproś o nowy adres.',
  'import.busy': 'Właśnie są odczytywane inne archiwa. Spróbuj ponownie za minutę.',
  'import.not_as_announced':
    'To nie jest plik, dla którego powstał ten adres: jego rozmiar i typ zawartości muszą być takie same.',
  'import.queue_full':
    'Pięć plików czeka już na import na tym serwerze. Poczekaj, aż jeden z nich się zakończy, i wyślij ten później.',
  'import.no_room':
    'Pliki, które czekają na tym serwerze lub które wysłano z twojego konta, zajmują całe przeznaczone dla nich miejsce. Zaimportuj lub odrzuć jeden z nich i wyślij ten później.',
  'import.upload_gone': 'Ten plik nie jest już przechowywany. Prześlij go jeszcze raz.',
  'import.not_ready': 'Ten plik jest jeszcze sprawdzany. Poczekaj na raport, a potem go potwierdź.',
  'import.done': 'Ten plik został już zaimportowany. Aby zaimportować go jeszcze raz, prześlij go ponownie.',
  'import.under_way': 'Na tym serwerze trwa już import. Poczekaj, aż się skończy.',
  'import.mapping_invalid':
    'Z tego, co wybrano zamiast kanałów i ról, {id} nie ma już na tym serwerze. Wybierz coś innego.',
  'export.running':
    'Eksport tego serwera jest już przygotowywany. Poczekaj, aż się skończy, albo najpierw go anuluj.',
  'export.gone': 'Ten eksport nie jest już przechowywany. Poproś o nowy.',
  'copy.same_server': 'To jest ten sam serwer. Wybierz inny, z którego chcesz kopiować.',
  'copy.source_denied': 'Nie jesteś administratorem serwera, z którego chcesz kopiować.',
  'attachment.not_found': 'Tego pliku już nie ma albo link do niego wygasł. Odśwież stronę.',
  'members.query_invalid': 'Nieprawidłowe wyszukiwanie',
  'search.operator': 'W wyszukiwaniu nie ma {operator}:. Aby szukać dokładnie tego, ujmij to w cudzysłów.',
  'search.minus': 'Przed {operator}: nie stawia się minusa. Wykluczać można tylko słowa.',
  'search.from': 'Po from: podaj nazwę, ID albo me.',
  'search.panel': 'Po {operator}: podaj tytuł panelu, w cudzysłowie, jeśli ma spacje.',
  'search.panel_unknown': 'Na tym serwerze nie ma panelu o nazwie {panel}.',
  'search.date': 'Po {operator}: podaj datę, na przykład 2026-03-01.',
  'search.has': 'Po has: podaj file, aby znaleźć wiadomości z plikami.',
  'search.rating': 'Po rating: podaj liczbę od 1 do 5 albo 4+ dla 4 i więcej.',
  'settings.ticket_limit_invalid': 'Limit ticketów musi wynosić od 1 do 10.',
  'settings.archive_channel_invalid':
    'O zamkniętych ticketach można informować tylko na kanale tekstowym tego serwera. Wybierz inny.',
  'on_call.threads_only':
    'Dyżury są tylko tam, gdzie tickety są wątkami. Administratorzy włączają to komendą /setup use-threads.',
  'whitelabel.premium_required': 'Potrzebujesz premium whitelabel',
  'whitelabel.no_bot': 'Nie znaleziono bota',
  'whitelabel.not_trusted':
    'Ten bot nic nie robi na tym serwerze, ponieważ osoba, która go prowadzi, nie administruje serwerem. Administrator może to zmienić: komendą /addadmin na Discordzie albo w sekcji Staff Teams w panelu.',
  'whitelabel.bot_unknown': 'Nie znaleziono bota whitelabel',
  'whitelabel.token_invalid': 'Nieprawidłowy token',
  'whitelabel.main_bot':
    'To token bota, którego wszyscy tu współdzielą. Utwórz własną aplikację w portalu deweloperskim Discorda i wpisz jej token.',
  'whitelabel.bot_taken':
    'Ktoś inny używa tu tego bota. Musi go najpierw wyłączyć; jeśli nie znasz tej osoby, zresetuj token w portalu deweloperskim Discorda.',
  'whitelabel.status_length': 'Status musi mieć od 1 do 255 znaków',
  'whitelabel.status_type': 'Nieprawidłowy rodzaj statusu',
  'whitelabel.token_refused':
    'Discord nie przyjmuje już tokenu tego bota. Zresetuj go w portalu deweloperskim Discorda i wpisz tutaj nowy.',
  'whitelabel.token_lost': 'Klucz, którym zaszyfrowano token tego bota, przepadł. Wpisz token ponownie.',
  'whitelabel.commands_cooldown': 'Komendy zostały utworzone przed chwilą. Spróbuj ponownie za {seconds} s.',
} as const satisfies Record<ErrorCode, ErrorText>;
