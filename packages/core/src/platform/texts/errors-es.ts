import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { ErrorText } from './shape.ts';

/** The contract's error texts in Spanish, by code. */
export const spanishErrors = {
  'request.malformed': 'La solicitud no es un JSON válido. Revísala y envíala otra vez.',
  'request.unreadable': 'Esto no se puede leer como una solicitud HTTP.',
  'request.too_slow': 'Tardó demasiado en llegar. Envíalo otra vez.',
  'request.headers_too_large': 'Las cabeceras de la solicitud son demasiado grandes.',
  'request.address_invalid': 'Esta dirección no se puede leer. Revisa cómo está escrita.',
  'request.invalid': 'Algunos de los datos enviados no son válidos: {problems}',
  'request.missing_header': 'Falta la cabecera x-tickets',
  'request.too_large': 'Es demasiado grande: como máximo {limit} por envío.',
  'request.unsupported_media_type': 'Envía el contenido como application/json.',
  'upload.invalid': 'No se pueden leer los archivos: {problem}. Envíalos otra vez.',
  'upload.too_many_files': 'Se pueden enviar como máximo {count} archivos a la vez. Quita algunos.',
  'upload.file_too_large': '{name} es demasiado grande: un archivo puede tener como máximo {limit}.',
  'upload.file_empty': '{name} está vacío. Quítalo o elige otro archivo.',
  'upload.busy':
    'Se están enviando demasiados archivos en este momento. Inténtalo otra vez en unos segundos.',
  'request.rate_limited': 'Vas demasiado rápido: espera unos segundos e inténtalo otra vez',
  'route.not_found': 'No hay nada en esta dirección.',
  'internal.error': 'Se ha producido un error interno del servidor',
  'service.starting': 'Tickets está arrancando. Inténtalo otra vez en unos segundos.',
  'service.upgrading': 'Tickets se está actualizando. Inténtalo otra vez en unos minutos.',
  'service.database_down':
    'Tickets no puede acceder a su base de datos en este momento. Inténtalo otra vez en unos segundos.',
  'service.database_slow':
    'La base de datos de Tickets ha tardado demasiado en responder. Inténtalo otra vez en unos segundos.',
  'service.disk_full':
    'El disco de Tickets está lleno, así que no se puede guardar nada. Avisa a quien lo administra e inténtalo después.',
  'service.overloaded': 'Tickets está sobrecargado en este momento. Inténtalo otra vez en unos segundos.',
  'storage.denied':
    'Tickets no tiene permiso para usar el lugar donde guarda sus archivos. Avisa a quien lo administra e inténtalo después.',
  'storage.unreachable':
    'El lugar donde Tickets guarda los archivos no responde en este momento. Inténtalo otra vez en un minuto.',
  'storage.damaged':
    'Este archivo no es el que se guardó, así que no se muestra. Avisa a quien administra Tickets.',

  'session.missing': 'Inicia sesión para continuar.',
  'session.invalid': 'Tu sesión ha terminado. Vuelve a iniciar sesión.',
  'oauth.code_missing': 'Falta el parámetro code en la dirección',
  'oauth.code_invalid': 'Código no válido: vuelve a iniciar sesión',
  'oauth.scope_missing': 'Falta el permiso identify',
  'discord.unavailable': 'Discord no responde en este momento. Inténtalo otra vez en un minuto.',
  'discord.limited': {
    param: 'seconds',
    one: 'Discord está ocupado. Inténtalo otra vez en {seconds} segundo.',
    other: 'Discord está ocupado. Inténtalo otra vez en {seconds} segundos.',
  },
  'discord.missing_permissions':
    'Discord no deja que el bot haga eso. Dale estos permisos e inténtalo otra vez: {permissions}',
  'discord.channel_permissions':
    'Discord no deja que el bot haga eso. Dale estos permisos en el canal #{channel} e inténtalo otra vez: {permissions}',
  'discord.category_permissions':
    'Discord no deja que el bot haga eso. Dale estos permisos en la categoría «{category}» e inténtalo otra vez: {permissions}',
  'discord.refused': 'Discord lo ha rechazado: {reason}',
  'guild.reload_cooldown': {
    param: 'seconds',
    one: 'Vas demasiado rápido: inténtalo otra vez en {seconds} segundo',
    other: 'Vas demasiado rápido: inténtalo otra vez en {seconds} segundos',
  },

  'outgoing_webhook.not_found': 'Webhook no encontrado',
  'outgoing_webhook.delivery_not_found': 'Esta entrega ya no se conserva',
  'outgoing_webhook.limit': 'Un servidor puede tener {count} webhooks. Elimina uno para añadir otro.',
  'outgoing_webhook.private_url': 'Esta dirección no es pública, así que no se le puede enviar nada',
  'outgoing_webhook.off': 'Este webhook está desactivado. Actívalo para enviar algo.',
  'integration.not_found': 'Integración no encontrada',
  'integration.view_denied': 'No tienes permiso para ver esta integración',
  'integration.not_yours': 'Esta integración no es tuya',
  'integration.delete_denied': 'No tienes permiso para eliminar esta integración',
  'integration.manage_denied': 'No tienes permiso para gestionar esta integración',
  'integration.add_denied': 'No tienes permiso para activar esta integración',
  'integration.already_public': 'Ya pediste que esta integración sea pública',
  'integration.owned_limit': 'Has alcanzado el límite de integraciones ({count}/{count})',
  'integration.active_limit': 'Solo puedes tener {count} integraciones activas a la vez',
  'integration.not_active': 'La integración no está activa',
  'integration.secrets_invalid': 'Valores secretos no válidos',
  'integration.secrets_rejected': 'La integración rechazó los valores secretos (contacta con su autor)',
  'integration.validation_timeout':
    'El servidor que comprueba los valores secretos no respondió a tiempo (contacta con el autor de la integración)',
  'integration.validation_failed':
    'No se pudo contactar con el servidor que comprueba los valores secretos (contacta con el autor de la integración)',
  'integration.validation_host':
    'La dirección de comprobación debe estar en el mismo host que la del webhook',
  'integration.part_unknown': 'Este ID no pertenece a esta integración: {what}',
  'integration.review_over': 'Esta solicitud se decidió o cambió entretanto. Vuelve a cargar la página.',
  'own_data.sign_in_again':
    'Vuelve a iniciar sesión para hacer esto: tu último inicio debe ser de hace menos de una hora, para que nadie lo haga por ti.',
  'own_data.username_wrong': 'Escribe tu nombre de usuario, {username}, para confirmar.',
  'own_data.open_tickets':
    'Tus datos no se pueden borrar mientras tengas tickets abiertos. Cierra los que abriste y devuelve los que reclamaste: {tickets}',
  'own_data.being_erased': 'Tus datos se están borrando. Espera a que termine, o cancélalo antes.',
  'own_data.not_waiting': 'No hay nada que cancelar: el borrado ha empezado o no se pidió.',
  'own_data.no_export': 'No hay ninguna copia de tus datos para descargar. Pide una nueva.',
  'guild.invalid_id': 'ID de servidor no válido',
  'guild.full_of_these':
    'Este servidor tiene {count} de este tipo y no puede tener más. Elimina uno para hacer sitio.',
  'guild.texts_too_long':
    'Es demasiado texto: todos juntos pueden tener {megabytes} MB en un servidor. Acorta o elimina alguno primero.',
  'guild.not_found': 'Servidor no encontrado',
  'guild.without_bot':
    'Este bot no está en este servidor. Alguien que pueda gestionar el servidor tiene que añadirlo primero.',
  'permission.denied': 'No tienes permiso para hacer esto en este servidor.',
  'permission.admin_only': 'Solo la administración de este producto puede hacer esto.',
  'override.not_by_bot_staff':
    'Estás aquí porque este servidor te ha dado acceso por un tiempo. Solo su propia administración puede hacer esto.',
  'premium.required': 'Para esto hace falta premium: {feature}.',

  'premium_key.malformed':
    'Esto no es una clave premium. Una clave se parece a {example}: cópiala entera e inténtalo de nuevo.',
  'premium_key.unknown': 'Esta clave no existe. Cópiala otra vez o pregunta a quien te la dio.',
  'premium_key.redeemed': 'Esta clave ya se usó en otro servidor. Cada clave sirve una vez.',
  'premium_key.redeemed_here': 'Esta clave ya se usó en este servidor. Cada clave sirve una vez.',
  'premium_key.revoked': 'Quien gestiona este bot ha retirado esta clave. Pídele otra.',
  'premium_key.not_needed':
    'Este servidor tiene premium sin fecha de fin, así que la clave no se ha usado. Guárdala para otro servidor.',
  'premium_key.too_many': 'Demasiadas claves incorrectas. Espera diez minutos e inténtalo de nuevo.',
  'premium.not_subscriber': 'Sin suscripción premium',
  'premium.not_multi_server': 'La suscripción no es para varios servidores',
  'premium.too_many_servers': 'Demasiados servidores elegidos',
  'premium.server_denied': 'Te faltan permisos en el servidor {guild_id}',
  'settings.type_without_view': 'Para escribir también hay que poder ver el canal',
  'settings.notification_channel_missing': 'Elige un canal para los avisos de tickets',
  'settings.notification_channel_invalid': 'El canal de avisos de tickets no es un canal de texto',
  'settings.panels_without_threads':
    'Discord no tiene hilos privados en los canales de anuncios. Mueve primero los paneles de {channels} a canales de texto.',
  'settings.language_invalid': 'Idioma no válido',
  'settings.colour_invalid': 'Color no válido',
  'colours.premium_required': 'Para personalizar el aspecto de los mensajes hace falta premium',
  'settings.auto_close_premium':
    'Cerrar tickets al cabo de un tiempo requiere premium. Los plazos se pueden cambiar cuando el servidor tenga premium',
  'settings.auto_close_too_long': 'El plazo del cierre automático no puede superar los 60 días',
  'settings.context_menu_panel_invalid':
    'El panel del menú contextual no es un panel de este servidor. Elige otro.',
  'settings.context_menu_level_invalid': 'El nivel de permiso del menú contextual debe ser 0, 1 o 2.',
  'settings.overflow_category_missing': 'Categoría de reserva no válida',
  'settings.overflow_category_invalid': 'La categoría de reserva no es una categoría',

  'panel.not_found': 'Panel no encontrado',
  'panel.quota_exceeded':
    'Has llegado al límite de paneles: tienes {count}/{limit}. Con premium puedes tener más.',
  'channel.is_ticket': 'Este es el canal de un ticket y desaparece cuando se cierra. Elige otro.',
  'panel.channel_not_found': 'No se encuentra el canal del panel',
  'panel.category_invalid': 'Categoría de tickets no válida',
  'panel.emoji_not_found': 'Emoji no encontrado',
  'panel.emoji_invalid': 'Emoji no válido',
  'panel.emoji_missing_id': 'Al emoji personalizado le falta el ID',
  'panel.emoji_name_mismatch': 'El nombre del emoji no coincide',
  'panel.form_not_found': 'Formulario no encontrado',
  'panel.team_invalid': 'Equipo de soporte no válido',
  'panel.exit_survey_premium': 'La encuesta final es una función de premium',
  'panel.pending_category_premium': 'La categoría de tickets en espera es una función de premium',
  'panel.pending_category_invalid': 'Categoría de tickets en espera no válida',
  'panel.mention_not_found': 'El rol {role_id} de las menciones no existe en este servidor',
  'panel.thread_channel_required':
    'Los tickets de este servidor son hilos, y Discord no tiene hilos privados en los canales de anuncios. Elige un canal de texto.',
  'panel.access_role_not_found': 'El rol {role_id} de la lista de acceso no existe en este servidor',
  'panel.access_everyone_missing': 'En la lista de acceso falta la regla de @everyone',
  'panel.locked': 'Este panel está desactivado y no se puede cambiar: reactiva premium para recuperarlo',
  'panel.access_nobody':
    'La administración del servidor ha desactivado este tipo de tickets para todos los roles. Usa otro panel o pregunta al equipo.',
  'panel.access_role_required': {
    param: 'count',
    one: 'Necesitas el rol {roles} para abrir este tipo de ticket. Pídeselo al equipo.',
    other: 'Necesitas uno de estos roles para abrir este tipo de ticket: {roles}. Pídeselo al equipo.',
  },
  'panel.access_role_denied':
    'No puedes abrir este tipo de ticket porque tienes el rol {role}. Pregunta al equipo si crees que es un error.',
  'panel.force_disabled':
    'Este panel está desactivado porque el servidor tiene más paneles de los que permite sin premium. Pide a su administración que renueve premium.',
  'panel.disabled':
    'La administración del servidor ha desactivado este tipo de tickets. Usa otro panel o pregunta al equipo.',
  'panel.gone': 'Este panel ya no existe. Usa otro o pregunta al equipo.',
  'embed.empty': 'Tu embed no tiene contenido',
  'embed.footer_premium': 'El pie del embed es una función de premium',

  'multi_panel.not_found': 'No hay ningún panel con ese ID',
  'multi_panel.channel_not_found': 'Ese canal no existe',
  'multi_panel.panel_invalid': 'ID de panel no válido',
  'multi_panel.too_few': 'Un multipanel necesita al menos 2 paneles',
  'multi_panel.empty':
    'Ya no queda ningún panel de este multipanel. Edítalo y elige al menos 2 antes de volver a publicarlo.',
  'multi_panel.label_missing':
    'El panel «{title}» necesita un nombre en el menú desplegable. Ponle un texto a su botón.',

  'form.not_found': 'Formulario #{form_id} no encontrado',
  'form.input_count': 'Un formulario tiene de 1 a 5 campos (aquí: {count})',
  'form.input_not_found': 'El campo #{input_id} ({purpose}) no existe en el formulario #{form_id}',
  'form.input_deleted_and_updated': 'El campo #{input_id} no se puede eliminar y cambiar a la vez',
  'form.inputs_missing':
    'Hay que incluir todos los campos existentes (esperados: {count}, recibidos: {found})',
  'form.input_missing': 'Hay que incluir el campo #{input_id}',
  'form.positions': 'Las posiciones de los campos deben ser 1, 2, 3, etc., sin repetir ni saltar ninguna',
  'form.answer_missing': 'Responde a la pregunta «{question}» y envía el formulario otra vez.',
  'form.changed': 'Este formulario cambió mientras lo rellenabas. Ábrelo otra vez.',
  'form.too_slow': 'Tardó demasiado y el formulario no se pudo mostrar. Inténtalo otra vez.',
  'tag.not_found': 'Tag no encontrado: {tag_id}',
  'tag.limit_reached': 'Has llegado al límite de tags (200)',
  'tag.exists': 'Ya hay un tag {tag_id}. Edítalo en el panel de control o elige otro ID.',
  'tag.alias_premium': 'Los comandos personalizados son una función de premium',
  'tag.alias_taken':
    '/{tag_id} es un comando del propio bot. Elige otro ID o desactiva el comando personalizado.',
  'tag.alias_limit':
    'Discord permite 100 comandos por servidor. Desactiva antes el comando personalizado de otro tag.',
  'tag.alias_refused':
    'Discord no deja que el bot cree comandos en este servidor. Invita al bot otra vez y vuelve a guardar el tag.',
  'tag.id_invalid': 'Un ID de tag tiene de 1 a 16 caracteres y no lleva espacios.',
  'tag.empty': 'El tag no tiene contenido',
  'blacklist.user_limit': 'La lista negra está llena (250 personas): usa mejor un rol',
  'blacklist.role_limit': 'La lista negra está llena (50 roles)',
  'blacklist.staff': '¡No puedes poner al equipo en la lista negra!',
  'blacklist.self': 'No puedes ponerte en la lista negra.',
  'blacklist.bot': 'No puedes poner al propio bot en la lista negra.',
  'blacklist.user_invalid': 'Esto no es el ID de una persona. Escribe uno de Discord, solo con cifras.',
  'blacklist.everyone': 'No puedes poner @everyone en la lista negra. Elige un miembro u otro rol.',
  'blacklist.role_not_found': 'Este rol ya no existe en el servidor. Elige otro.',

  'staff.owner_already_admin': 'El propietario del servidor ya administra el bot.',
  'staff.owner_stays': 'El propietario del servidor siempre forma parte del equipo.',
  'staff.self': 'No puedes quitarte del equipo. Pídeselo a otra persona de la administración.',
  'staff.everyone': '@everyone no puede formar parte del equipo. Elige un miembro u otro rol.',
  'staff.role_not_found': 'Este rol ya no existe en el servidor. Elige otro.',
  'staff.support_by_role':
    'Ya no se añaden miembros uno a uno al soporte. Dales un rol y añade ese rol, o mételos desde el panel de control en un equipo que no sea Default.',
  'staff.not_admin': '{target} no forma parte de la administración. /viewstaff muestra quién sí.',
  'staff.not_support': '{target} no forma parte del soporte. /viewstaff muestra quién sí.',
  'staff.member_not_found': 'Esta persona no está en el servidor. Elige a uno de sus miembros.',
  'staff.owner_removes_admins': 'Solo el propietario del servidor puede quitar administradores.',
  'team.not_found': 'Este equipo de soporte no existe.',
  'save.outdated':
    'Otra persona cambió esto desde que lo abriste, así que no se guardó nada. Vuelve a cargarlo y haz tus cambios sobre los suyos.',
  'audit.entry_not_found': 'Esta entrada del registro de cambios no existe.',
  'undo.not_possible': 'Este tipo de cambio no se puede deshacer.',
  'undo.undone': 'Ya está como antes, así que no hay nada que deshacer.',
  'undo.changed_since': 'Se volvió a cambiar después; deshacerlo perdería el cambio posterior.',
  'undo.gone': 'Se eliminó después. Deshaz primero su eliminación.',
  'undo.names_gone': 'Lo que volvería se eliminó después.',
  'undo.there_again': 'Vuelve a haber uno con este nombre, así que este no puede regresar.',
  'settings.naming_scheme_invalid': 'Elige uno de los esquemas de nombres.',
  'settings.welcome_message_invalid': 'Un mensaje de bienvenida tiene de 1 a 1000 caracteres.',
  'team.exists': 'Este equipo ya existe.',
  'team.default_stays': 'El equipo Default existe siempre, así que no se puede eliminar.',

  'survey.not_found': 'Ya no hay encuesta para este ticket.',
  'survey.denied': 'Solo quien abrió el ticket puede responder a su encuesta.',
  'survey.unanswered': 'Nadie respondió a la encuesta de este ticket.',

  'ticket.not_found': 'Ticket no encontrado',
  'ticket.message_outdated': 'Este mensaje es de un ticket que ya no se conoce aquí.',
  'ticket.closed': 'El ticket #{ticket_id} está cerrado y ya no es accesible',
  'ticket.limit_reached': {
    param: 'limit',
    one: 'Solo puedes tener {limit} ticket abierto a la vez. Cierra el tuyo para abrir otro.',
    other: 'Solo puedes tener {limit} tickets abiertos a la vez. Cierra uno para abrir otro.',
  },
  'ticket.too_fast': {
    param: 'seconds',
    one: 'Se están abriendo tickets demasiado rápido en este servidor. Inténtalo otra vez en {seconds} segundo.',
    other:
      'Se están abriendo tickets demasiado rápido en este servidor. Inténtalo otra vez en {seconds} segundos.',
  },
  'ticket.opener_too_fast': {
    param: 'seconds',
    one: 'Estás abriendo tickets demasiado rápido. Inténtalo otra vez en {seconds} segundo.',
    other: 'Estás abriendo tickets demasiado rápido. Inténtalo otra vez en {seconds} segundos.',
  },
  'ticket.id_invalid': 'ID de ticket no válido: {id}',
  'ticket.blacklisted':
    'Estás en la lista negra de este servidor, así que no puedes usar sus tickets. Pregunta al equipo si crees que es un error.',
  'ticket.open_command_disabled':
    'El comando /{command} está desactivado en este servidor. Usa en su lugar el botón de un panel de tickets.',
  'ticket.guild_full':
    'Este servidor tiene 500 canales, el máximo que permite Discord. Pide al equipo que elimine algunos e inténtalo otra vez.',
  'ticket.category_full':
    'Hay demasiados tickets en la categoría (50, el máximo que permite Discord). Inténtalo cuando se cierre alguno.',
  'ticket.thread_channel_required':
    'Los tickets de este servidor son hilos, y los hilos solo se abren en un canal de texto normal. Usa un panel de tickets en uno.',
  'ticket.thread_permission_missing':
    'Necesitas permiso para enviar mensajes en los hilos de {channel} para abrir un ticket aquí. Pídeselo al equipo.',
  'ticket.close_denied': 'No puedes cerrar este ticket. Pide al equipo de soporte que lo cierre.',
  'ticket.close_request_gone': 'Esta solicitud ya no es válida: alguien respondió o hay otra más reciente.',
  'ticket.close_request_denied':
    'Solo quien abrió el ticket y el equipo que lo atiende pueden responder a esta solicitud.',
  'ticket.not_open': 'El ticket #{ticket_id} ya no está abierto.',
  'ticket.not_here': 'Este canal no es un ticket. Usa el comando en el canal de un ticket.',
  'ticket.reopen_open': 'El ticket #{ticket_id} ya está abierto: {channel}',
  'ticket.reopen_open_as': 'El ticket #{ticket_id} ya está abierto como ticket #{next}: {channel}',
  'ticket.reopen_unsettled':
    'El ticket #{ticket_id} se está abriendo o cerrando. Inténtalo de nuevo en un momento.',
  'ticket.reopen_thread_gone':
    'El hilo del ticket #{ticket_id} se eliminó, así que no se puede reabrir. Abre un ticket nuevo.',
  'ticket.reopen_erased':
    'Se borraron los datos de quien abrió el ticket #{ticket_id}, así que no se puede reabrir.',
  'ticket.reopen_imported':
    'El ticket #{ticket_id} se importó y quien lo abrió no está en este servidor, así que no se puede reabrir.',
  'ticket.reopen_limit':
    'Quien abrió el ticket #{ticket_id} tiene tantos tickets abiertos como permite este servidor ({limit}). Cierra antes uno de ellos.',
  'ticket.panel_same': 'Este ticket ya pertenece al panel {panel}. Elige otro.',
  'ticket.welcome_missing': 'Este ticket no tiene un primer mensaje al que ir.',
  'ticket.notes_in_thread':
    'Los tickets que son hilos no tienen notas, porque Discord no tiene hilos dentro de hilos.',
  'ticket.notes_opener': 'Tú abriste este ticket, así que sus notas son para el resto del equipo.',
  'ticket.not_claimed': 'Nadie ha reclamado este ticket.',
  'ticket.unclaim_denied': 'Solo quien reclamó el ticket o la administración puede liberarlo.',
  'ticket.already_claimed':
    '{user} se encarga de este ticket. Pídele que lo libere; la administración también puede hacerlo.',
  'ticket.transfer_denied': 'Solo {user}, que reclamó el ticket, o la administración puede transferirlo.',
  'ticket.claimed_to_write':
    'Solo {user}, que reclamó este ticket, y la administración pueden escribir en él. Pídele que lo libere o lo transfiera.',
  'ticket.other_team':
    'No tienes permiso para hacer esto en este ticket: no estás en ninguno de los equipos que lo atienden.',
  'ticket.claimed_to_see':
    'Solo {user}, que reclamó este ticket, y la administración pueden verlo. Pídele que lo libere o lo transfiera.',
  'ticket.claimed_of_own':
    'Tú abriste este ticket. Mientras {user} lo tenga reclamado, participas en él como miembro, no como parte del equipo.',
  'ticket.transfer_target':
    'Elige a alguien del equipo que atienda los tickets de este panel. Esta persona no lo hace.',
  'ticket.claim_in_thread':
    'Los tickets que son hilos no se pueden reclamar, porque los hilos de Discord no tienen permisos propios.',
  'ticket.staff_only': 'Solo el soporte de este servidor puede hacer esto.',
  'ticket.member_denied': 'Solo quien abrió el ticket y el soporte pueden hacer esto.',
  'ticket.everyone_refused': 'No puedes añadir ni quitar a @everyone. Elige un miembro u otro rol.',
  'ticket.member_blacklisted':
    'No se puede añadir a {member}: {entry} está en la lista negra de este servidor. Quita antes a {entry} de la lista, con /blacklist o en el panel de control.',
  'ticket.member_refused':
    'No se puede añadir a {member} a los tickets de este servidor. Pregunta al equipo si crees que es un error.',
  'ticket.role_in_thread': 'No se puede añadir un rol a un hilo. Añade a sus miembros uno a uno.',
  'ticket.member_unknown':
    'Ese miembro o rol no existe en este servidor. Elige uno de los que ofrece Discord.',
  'ticket.member_already': '{member} ya está en este ticket.',
  'ticket.member_not_in': '{member} no está en este ticket.',
  'ticket.staff_not_removable': 'No puedes quitar al soporte de un ticket.',
  'ticket.opener_not_removable': 'No puedes quitar a quien abrió el ticket. Mejor ciérralo.',
  'ticket.name_invalid': 'Los nombres de canales tienen de 1 a 100 caracteres.',
  'ticket.rename_too_fast':
    'A un ticket solo se le puede cambiar el nombre dos veces cada diez minutos. Inténtalo otra vez {retry}.',
  'ticket.message_empty': 'El mensaje está vacío',
  'ticket.message_too_long': 'Los mensajes tienen como máximo 2000 caracteres; este tiene {length}.',
  'ticket.key_reused':
    'Ya se envió otra cosa con esta clave, por eso esto no se envió. Envíalo como un mensaje nuevo.',
  'ticket.writer_left':
    'Ya no estás en este servidor, por eso no puedes escribir en sus tickets. Únete de nuevo primero.',
  'ticket.writer_timed_out':
    'Estás aislado temporalmente en este servidor, por eso no puedes escribir ahora. Escribe de nuevo cuando termine.',
  'ticket.writer_denied':
    'Discord no te deja escribir en el canal de este ticket. Pregunta al equipo del servidor.',
  'ticket.files_denied':
    'Discord no te deja enviar archivos en el canal de este ticket. Envía tu mensaje sin ellos.',
  'ticket.slow_mode':
    'El canal de este ticket está en modo pausado y acabas de escribir. Envía esto de nuevo más tarde.',
  'ticket.channel_missing': 'El ticket #{ticket_id} no tiene canal en Discord.',
  'ticket.rating_denied': 'Solo quien abrió el ticket puede valorarlo.',
  'ticket.rating_disabled': 'Las valoraciones están desactivadas en este servidor.',
  'ticket.origin_erased':
    'Desde entonces se borraron los datos de quien escribió este mensaje, así que no se puede abrir un ticket a partir de él.',
  'ticket.context_menu_denied':
    'No puedes abrir tickets a partir de mensajes en este servidor. Usa un panel de tickets o pregunta al equipo.',
  'transcript.link_gone':
    'Este enlace ya no lleva a ninguna parte: caducó, se revocó o se quitó lo que mostraba. Pide uno nuevo.',
  'transcript.link_unknown': 'No existe ese enlace. Puede que se quitara con su transcripción.',
  'transcript.too_many_links':
    'Esta transcripción tiene {count} enlaces que funcionan. Revoca uno de ellos y después crea otro.',
  'transcript.download_running':
    'Ya estás preparando una descarga. Espera a que termine o cancélala primero.',
  'transcript.download_gone': 'Esta descarga ya no se guarda. Pide una nueva.',
  'transcript.download_nothing':
    'Ninguna transcripción coincide con el filtro, así que no hay nada que descargar. Cambia el filtro.',
  'transcript.form_too_large':
    'Esta transcripción es demasiado grande para una página o un texto, que puede tener como máximo {limit}. Léela en el panel.',
  'transcript.form_too_slow':
    'Hacer una página o un texto de esta transcripción lleva más de {seconds} segundos. Léela en el panel.',
  'transcript.not_found': 'Transcripción no encontrada',
  'transcript.denied': 'No tienes permiso para ver esta transcripción',
  'import.file_type_invalid': 'Tipo de archivo no válido',
  'import.size_invalid': 'El tamaño de un archivo es un número entero de bytes, al menos uno.',
  'import.too_large': 'El archivo es demasiado grande',
  'import.content_type_missing': 'Falta file_content_type',
  'import.content_type_invalid': 'file_content_type no es válido',
  'import.no_file': 'Elige un archivo para importar: al menos uno de datos o de transcripciones',
  'import.refused': '{name} no se puede importar: {problem}',
  'import.address_over': 'Esta dirección ya no acepta archivos: su tiempo terminó o ya se usó. Pide otra.',
  'import.arriving':
    'Otro archivo ya va de camino a esta dirección. Espera a que llegue o pide otra dirección.',
  'import.busy': 'Ahora mismo se están leyendo otros archivos. Inténtalo de nuevo en un minuto.',
  'import.not_as_announced':
    'Este no es el archivo para el que se hizo esta dirección: su tamaño y su tipo de contenido tienen que ser los mismos.',
  'import.queue_full':
    'Ya hay cinco archivos esperando para importarse en este servidor. Espera a que uno termine y envía este después.',
  'import.no_room':
    'Los archivos que esperan en este servidor, o que has enviado, ocupan todo el espacio que hay para ellos. Importa o descarta uno de ellos y envía este después.',
  'import.upload_gone': 'Este archivo ya no se guarda. Súbelo otra vez.',
  'import.not_ready': 'Este archivo todavía se está comprobando. Espera su informe y confírmalo después.',
  'import.done': 'Este archivo ya se importó. Para importarlo otra vez, súbelo de nuevo.',
  'import.under_way': 'Hay una importación en curso en este servidor. Espera a que termine.',
  'import.mapping_invalid':
    'De lo que se eligió en lugar de canales y roles, {id} ya no está en este servidor. Elige otra cosa.',
  'export.running':
    'Ya se está haciendo una exportación de este servidor. Espera a que termine o cancélala primero.',
  'export.gone': 'Esta exportación ya no se guarda. Pide otra.',
  'copy.same_server': 'Este es el propio servidor. Elige otro del que copiar.',
  'copy.source_denied': 'No administras el servidor del que quieres copiar.',
  'attachment.not_found': 'Este archivo ya no está, o su enlace ha caducado. Recarga la página.',
  'members.query_invalid': 'Búsqueda no válida',
  'search.operator': 'No hay {operator}: en una búsqueda. Para buscarlo tal cual, ponlo entre comillas.',
  'search.minus': '{operator}: no lleva signo menos. Solo se pueden excluir palabras.',
  'search.from': 'from: lleva un nombre, un ID o me.',
  'search.panel': '{operator}: lleva el título de un panel, entre comillas si tiene espacios.',
  'search.panel_unknown': 'En este servidor no hay ningún panel llamado {panel}.',
  'search.date': '{operator}: lleva una fecha como 2026-03-01.',
  'search.has': 'has: lleva file, para mensajes con archivos.',
  'search.rating': 'rating: lleva un número del 1 al 5, o 4+ para 4 o más.',
  'settings.ticket_limit_invalid': 'El límite de tickets debe estar entre 1 y 10.',
  'settings.archive_channel_invalid':
    'Los tickets cerrados solo pueden anunciarse en un canal de texto de este servidor. Elige otro.',
  'on_call.threads_only':
    'La guardia solo existe donde los tickets son hilos. La administración lo activa con /setup use-threads.',
  'whitelabel.premium_required': 'Necesitas el premium whitelabel',
  'whitelabel.no_bot': 'No se encontró ningún bot',
  'whitelabel.not_trusted':
    'Este bot no hace nada en este servidor, porque quien lo mantiene no administra el servidor. Un administrador puede cambiarlo: con /addadmin en Discord o en Staff Teams en el panel.',
  'whitelabel.bot_unknown': 'No se encontró el bot whitelabel',
  'whitelabel.token_invalid': 'Token no válido',
  'whitelabel.main_bot':
    'Este es el token del bot que todos comparten aquí. Crea una aplicación propia en el portal de desarrolladores de Discord e introduce su token.',
  'whitelabel.bot_taken':
    'Otra persona usa este bot aquí. Primero tiene que desactivarlo; si no la conoces, restablece el token en el portal de desarrolladores de Discord.',
  'whitelabel.status_length': 'El estado debe tener de 1 a 255 caracteres',
  'whitelabel.status_type': 'Tipo de estado no válido',
  'whitelabel.token_refused':
    'Discord ya no acepta el token de este bot. Restablécelo en el portal de desarrolladores de Discord e introduce aquí el nuevo.',
  'whitelabel.token_lost':
    'Se ha perdido la clave con la que se cifró el token de este bot. Introduce el token de nuevo.',
  'whitelabel.commands_cooldown':
    'Los comandos se crearon hace un momento. Inténtalo de nuevo en {seconds} segundos.',
} as const satisfies Record<ErrorCode, ErrorText>;
