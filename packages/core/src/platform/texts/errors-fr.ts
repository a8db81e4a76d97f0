import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { ErrorText } from './shape.ts';

/** The contract's error texts in French, by code. */
export const frenchErrors = {
  'request.malformed': 'La requête n’est pas du JSON valide. Vérifie-la et renvoie-la.',
  'request.unreadable': 'Ceci ne peut pas être lu comme une requête HTTP.',
  'request.too_slow': 'Cela a mis trop de temps à arriver. Envoie-le à nouveau.',
  'request.headers_too_large': 'Les en-têtes de la requête sont trop volumineux.',
  'request.address_invalid': 'Cette adresse est illisible. Vérifie comment elle est écrite.',
  'request.invalid': 'Certaines des informations envoyées ne sont pas valides : {problems}',
  'request.missing_header': 'L’en-tête x-tickets est manquant',
  'request.too_large': 'C’est trop volumineux : {limit} au maximum par envoi.',
  'request.unsupported_media_type': 'Envoie le contenu en application/json.',
  'upload.invalid': 'Les fichiers sont illisibles : {problem}. Envoie-les à nouveau.',
  'upload.too_many_files': '{count} fichiers au maximum par envoi. Retires-en quelques-uns.',
  'upload.file_too_large': '{name} est trop volumineux : un fichier fait au plus {limit}.',
  'upload.file_empty': '{name} est vide. Retire ce fichier ou choisis-en un autre.',
  'upload.busy': 'Trop de fichiers sont en cours d’envoi. Réessaie dans quelques secondes.',
  'request.rate_limited': 'Tu vas trop vite : attends quelques secondes et réessaie',
  'route.not_found': 'Il n’y a rien à cette adresse.',
  'internal.error': 'Une erreur interne du serveur s’est produite',
  'service.starting': 'Tickets démarre. Réessaie dans quelques secondes.',
  'service.upgrading': 'Tickets est en cours de mise à jour. Réessaie dans quelques minutes.',
  'service.database_down':
    'Tickets ne peut pas accéder à sa base de données pour le moment. Réessaie dans quelques secondes.',
  'service.database_slow':
    'La base de données de Tickets a mis trop de temps à répondre. Réessaie dans quelques secondes.',
  'service.disk_full':
    'Le disque de Tickets est plein, donc rien ne peut être enregistré. Préviens la personne qui gère Tickets, puis réessaie.',
  'service.overloaded': 'Tickets est surchargé pour le moment. Réessaie dans quelques secondes.',
  'storage.denied':
    'Tickets n’a pas le droit d’utiliser l’endroit où ses fichiers sont conservés. Préviens la personne qui gère Tickets, puis réessaie.',
  'storage.unreachable':
    'L’endroit où Tickets conserve les fichiers ne répond pas pour le moment. Réessaie dans une minute.',
  'storage.damaged':
    'Ce fichier n’est pas celui qui a été conservé, il n’est donc pas affiché. Préviens la personne qui gère Tickets.',

  'session.missing': 'Connecte-toi pour continuer.',
  'session.invalid': 'Ta session est terminée. Reconnecte-toi.',
  'oauth.code_missing': 'Le paramètre code manque dans l’adresse',
  'oauth.code_invalid': 'Code non valide : essaie de te reconnecter',
  'oauth.scope_missing': 'L’autorisation identify est manquante',
  'discord.unavailable': 'Discord ne répond pas pour le moment. Réessaie dans une minute.',
  'discord.limited': {
    param: 'seconds',
    one: 'Discord est occupé. Réessaie dans {seconds} seconde.',
    other: 'Discord est occupé. Réessaie dans {seconds} secondes.',
  },
  'discord.missing_permissions':
    'Discord ne laisse pas le bot faire ça. Donne-lui ces permissions et réessaie : {permissions}',
  'discord.channel_permissions':
    'Discord ne laisse pas le bot faire ça. Donne-lui ces permissions dans le salon #{channel} et réessaie : {permissions}',
  'discord.category_permissions':
    'Discord ne laisse pas le bot faire ça. Donne-lui ces permissions dans la catégorie « {category} » et réessaie : {permissions}',
  'discord.refused': 'Discord a refusé : {reason}',
  'guild.reload_cooldown': {
    param: 'seconds',
    one: 'Tu vas trop vite : réessaie dans {seconds} seconde',
    other: 'Tu vas trop vite : réessaie dans {seconds} secondes',
  },

  'outgoing_webhook.not_found': 'Webhook introuvable',
  'outgoing_webhook.delivery_not_found': 'Cet envoi n’est plus conservé',
  'outgoing_webhook.limit':
    'Un serveur peut avoir {count} webhooks. Supprimes-en un pour en ajouter un autre.',
  'outgoing_webhook.private_url': 'Cette adresse n’est pas publique, rien ne peut y être envoyé',
  'outgoing_webhook.off': 'Ce webhook est désactivé. Active-le pour envoyer quelque chose.',
  'integration.not_found': 'Intégration introuvable',
  'integration.view_denied': 'Tu n’as pas la permission de voir cette intégration',
  'integration.not_yours': 'Cette intégration ne t’appartient pas',
  'integration.delete_denied': 'Tu n’as pas la permission de supprimer cette intégration',
  'integration.manage_denied': 'Tu n’as pas la permission de gérer cette intégration',
  'integration.add_denied': 'Tu n’as pas la permission d’activer cette intégration',
  'integration.already_public': 'Tu as déjà demandé que cette intégration soit publique',
  'integration.owned_limit': 'Tu as atteint la limite d’intégrations ({count}/{count})',
  'integration.active_limit': 'Tu ne peux avoir que {count} intégrations actives à la fois',
  'integration.not_active': 'L’intégration n’est pas active',
  'integration.secrets_invalid': 'Valeurs secrètes non valides',
  'integration.secrets_rejected': 'L’intégration a refusé les valeurs secrètes (contacte son auteur)',
  'integration.validation_timeout':
    'Le serveur qui vérifie les valeurs secrètes n’a pas répondu à temps (contacte l’auteur de l’intégration)',
  'integration.validation_failed':
    'Le serveur qui vérifie les valeurs secrètes est injoignable (contacte l’auteur de l’intégration)',
  'integration.validation_host': 'L’adresse de vérification doit être sur le même hôte que celle du webhook',
  'integration.part_unknown': 'Cet identifiant n’appartient pas à cette intégration : {what}',
  'integration.review_over': 'Cette demande a été traitée ou modifiée entre-temps. Recharge la page.',
  'own_data.sign_in_again':
    'Reconnecte-toi pour faire cela : ta dernière connexion doit dater de moins d’une heure, pour que personne ne le fasse à ta place.',
  'own_data.username_wrong': 'Saisis ton nom d’utilisateur, {username}, pour confirmer.',
  'own_data.open_tickets':
    'Tes données ne peuvent pas être effacées tant que tu as des tickets ouverts. Ferme ceux que tu as ouverts et rends ceux que tu as pris en charge : {tickets}',
  'own_data.being_erased': 'Tes données sont en cours d’effacement. Attends la fin, ou annule avant.',
  'own_data.not_waiting': 'Il n’y a rien à annuler : l’effacement a commencé ou n’a pas été demandé.',
  'own_data.no_export': 'Il n’y a aucune copie de tes données à télécharger. Demandes-en une nouvelle.',
  'guild.invalid_id': 'ID de serveur non valide',
  'guild.full_of_these':
    'Ce serveur en a {count} et ne peut pas en avoir plus. Supprime-en un pour faire de la place.',
  'guild.texts_too_long':
    'C’est trop de texte : à eux tous, ils peuvent contenir {megabytes} Mo sur un serveur. Raccourcis-en ou supprimes-en d’abord.',
  'guild.not_found': 'Serveur introuvable',
  'guild.without_bot':
    'Ce bot n’est pas sur ce serveur. Quelqu’un qui peut gérer le serveur doit d’abord l’y ajouter.',
  'permission.denied': 'Tu n’as pas la permission de faire ça sur ce serveur.',
  'permission.admin_only': 'Seule l’administration de ce produit peut faire ça.',
  'override.not_by_bot_staff':
    'Tu es ici parce que ce serveur t’a donné accès pour un temps. Seule sa propre administration peut faire cela.',
  'premium.required': 'Il faut le premium pour ça : {feature}.',

  'premium_key.malformed':
    'Ce n’est pas une clé premium. Une clé ressemble à {example} : copie-la en entier, puis réessaie.',
  'premium_key.unknown':
    'Cette clé n’existe pas. Copie-la encore une fois, ou demande à la personne qui te l’a donnée.',
  'premium_key.redeemed': 'Cette clé a déjà servi pour un autre serveur. Chaque clé sert une fois.',
  'premium_key.redeemed_here': 'Cette clé a déjà servi pour ce serveur. Chaque clé sert une fois.',
  'premium_key.revoked': 'La personne qui exploite ce bot a repris cette clé. Demande-lui-en une autre.',
  'premium_key.not_needed':
    'Ce serveur a le premium sans limite de temps, la clé n’a donc pas été utilisée. Garde-la pour un autre serveur.',
  'premium_key.too_many': 'Trop de clés fausses. Attends dix minutes, puis réessaie.',
  'premium.not_subscriber': 'Pas d’abonnement premium',
  'premium.not_multi_server': 'L’abonnement ne vaut pas pour plusieurs serveurs',
  'premium.too_many_servers': 'Trop de serveurs choisis',
  'premium.server_denied': 'Il te manque des permissions sur le serveur {guild_id}',
  'settings.type_without_view': 'Pour écrire, il faut aussi pouvoir voir le salon',
  'settings.notification_channel_missing': 'Choisis un salon pour les notifications de tickets',
  'settings.notification_channel_invalid': 'Le salon des notifications de tickets n’est pas un salon textuel',
  'settings.panels_without_threads':
    'Discord n’a pas de fils privés dans les salons d’annonces. Déplace d’abord les panneaux de {channels} vers des salons textuels.',
  'settings.language_invalid': 'Langue non valide',
  'settings.colour_invalid': 'Couleur non valide',
  'colours.premium_required': 'Il faut le premium pour personnaliser l’apparence des messages',
  'settings.auto_close_premium':
    'Fermer les tickets au bout d’un certain temps fait partie du premium. Tu pourras changer les délais dès que le serveur aura le premium',
  'settings.auto_close_too_long': 'Le délai de fermeture automatique ne peut pas dépasser 60 jours',
  'settings.context_menu_panel_invalid':
    'Le panneau du menu contextuel n’est pas un panneau de ce serveur. Choisis-en un autre.',
  'settings.context_menu_level_invalid': 'Le niveau de permission du menu contextuel doit être 0, 1 ou 2.',
  'settings.overflow_category_missing': 'Catégorie de débordement non valide',
  'settings.overflow_category_invalid': 'La catégorie de débordement n’est pas une catégorie',

  'panel.not_found': 'Panneau introuvable',
  'panel.quota_exceeded':
    'Limite de panneaux atteinte : tu as {count}/{limit} panneaux. Passe au premium pour en avoir plus.',
  'channel.is_ticket':
    'C’est le salon d’un ticket, il disparaît à la fermeture du ticket. Choisis-en un autre.',
  'panel.channel_not_found': 'Salon du panneau introuvable',
  'panel.category_invalid': 'Catégorie de tickets non valide',
  'panel.emoji_not_found': 'Émoji introuvable',
  'panel.emoji_invalid': 'Émoji non valide',
  'panel.emoji_missing_id': 'Il manque l’ID de l’émoji personnalisé',
  'panel.emoji_name_mismatch': 'Le nom de l’émoji ne correspond pas',
  'panel.form_not_found': 'Formulaire introuvable',
  'panel.team_invalid': 'Équipe de support non valide',
  'panel.exit_survey_premium': 'Le questionnaire de fin fait partie du premium',
  'panel.pending_category_premium': 'La catégorie des tickets en attente fait partie du premium',
  'panel.pending_category_invalid': 'Catégorie des tickets en attente non valide',
  'panel.mention_not_found': 'Le rôle {role_id} des mentions n’existe pas sur ce serveur',
  'panel.thread_channel_required':
    'Les tickets de ce serveur sont des fils, et Discord n’a pas de fils privés dans les salons d’annonces. Choisis un salon textuel.',
  'panel.access_role_not_found': 'Le rôle {role_id} de la liste d’accès n’existe pas sur ce serveur',
  'panel.access_everyone_missing': 'La liste d’accès ne contient pas de règle pour @everyone',
  'panel.locked':
    'Ce panneau est désactivé et ne peut pas être modifié : réactive le premium pour le récupérer',
  'panel.access_nobody':
    'L’administration du serveur a désactivé l’ouverture de ce type de tickets pour tous les rôles. Utilise un autre panneau, ou demande à l’équipe.',
  'panel.access_role_required': {
    param: 'count',
    one: 'Il te faut le rôle {roles} pour ouvrir ce type de ticket. Demande-le à l’équipe.',
    other: 'Il te faut un de ces rôles pour ouvrir ce type de ticket : {roles}. Demande-le à l’équipe.',
  },
  'panel.access_role_denied':
    'Tu ne peux pas ouvrir ce type de ticket, car tu as le rôle {role}. Demande à l’équipe si ça te semble être une erreur.',
  'embed.empty': 'Ton embed est vide',
  'embed.footer_premium': 'Le pied de page de l’embed fait partie du premium',

  'multi_panel.not_found': 'Aucun panneau n’a cet ID',
  'multi_panel.channel_not_found': 'Ce salon n’existe pas',
  'multi_panel.panel_invalid': 'ID de panneau non valide',
  'multi_panel.too_few': 'Un multi-panneau contient au moins 2 panneaux',
  'multi_panel.empty':
    'Aucun des panneaux de ce multi-panneau n’existe encore. Modifie-le et choisis-en au moins 2 avant de le republier.',
  'multi_panel.label_missing':
    'Le panneau « {title} » a besoin d’un nom dans le menu déroulant. Donne un texte à son bouton.',

  'form.not_found': 'Formulaire #{form_id} introuvable',
  'form.input_count': 'Un formulaire contient de 1 à 5 champs (ici : {count})',
  'form.input_not_found': 'Le champ #{input_id} ({purpose}) n’existe pas dans le formulaire #{form_id}',
  'form.input_deleted_and_updated': 'Le champ #{input_id} ne peut pas être à la fois supprimé et modifié',
  'form.inputs_missing':
    'Tous les champs existants doivent être indiqués (attendus : {count}, reçus : {found})',
  'form.input_missing': 'Le champ #{input_id} doit être indiqué',
  'form.positions': 'Les positions des champs doivent se suivre sans doublon ni trou (1, 2, 3, etc.)',
  'form.answer_missing': 'Réponds à la question « {question} », puis renvoie le formulaire.',
  'form.changed': 'Ce formulaire a changé pendant que tu le remplissais. Ouvre-le à nouveau.',
  'form.too_slow': 'C’était trop long, le formulaire n’a pas pu s’afficher. Réessaie.',
  'tag.not_found': 'Tag introuvable : {tag_id}',
  'tag.limit_reached': 'Limite de tags (200) atteinte',
  'tag.exists': 'Il y a déjà un tag {tag_id}. Modifie-le dans le tableau de bord, ou choisis un autre ID.',
  'tag.alias_premium': 'Les commandes personnalisées font partie du premium',
  'tag.alias_taken':
    '/{tag_id} est une commande du bot lui-même. Choisis un autre ID, ou désactive la commande personnalisée.',
  'tag.alias_limit':
    'Discord autorise 100 commandes par serveur. Désactive d’abord la commande personnalisée d’un autre tag.',
  'tag.alias_refused':
    'Discord ne laisse pas le bot créer de commandes sur ce serveur. Invite à nouveau le bot, puis enregistre encore le tag.',
  'tag.id_invalid': 'Un ID de tag contient de 1 à 16 caractères, sans espace.',
  'tag.empty': 'Le tag n’a pas de contenu',
  'blacklist.user_limit': 'La liste noire est pleine (250 personnes) : utilise plutôt un rôle',
  'blacklist.role_limit': 'La liste noire est pleine (50 rôles)',
  'blacklist.staff': 'Tu ne peux pas mettre l’équipe sur la liste noire !',
  'blacklist.self': 'Tu ne peux pas te mettre toi-même sur la liste noire.',
  'blacklist.bot': 'Tu ne peux pas mettre le bot lui-même sur la liste noire.',
  'blacklist.user_invalid':
    'Ce n’est pas l’ID d’une personne. Saisis un ID de Discord, en chiffres seulement.',
  'blacklist.everyone':
    'Tu ne peux pas mettre @everyone sur la liste noire. Choisis un membre ou un autre rôle.',
  'blacklist.role_not_found': 'Ce rôle n’existe plus sur le serveur. Choisis-en un autre.',

  'staff.owner_already_admin': 'Le propriétaire du serveur administre déjà le bot.',
  'staff.owner_stays': 'Le propriétaire du serveur fait toujours partie de l’équipe.',
  'staff.self': 'Tu ne peux pas te retirer toi-même. Demande à quelqu’un d’autre de l’administration.',
  'staff.everyone': '@everyone ne peut pas faire partie de l’équipe. Choisis un membre ou un autre rôle.',
  'staff.role_not_found': 'Ce rôle n’existe plus sur le serveur. Choisis-en un autre.',
  'staff.support_by_role':
    'On n’ajoute plus les membres un par un au support. Donne-leur un rôle et ajoute ce rôle, ou mets-les depuis le tableau de bord dans une autre équipe que Default.',
  'staff.not_admin': '{target} ne fait pas partie de l’administration. /viewstaff montre qui en fait partie.',
  'staff.not_support': '{target} ne fait pas partie du support. /viewstaff montre qui en fait partie.',
  'staff.member_not_found': 'Cette personne n’est pas sur le serveur. Choisis un de ses membres.',
  'staff.owner_removes_admins': 'Seul le propriétaire du serveur peut retirer des administrateurs.',
  'team.not_found': 'Cette équipe de support n’existe pas.',
  'save.outdated':
    'Quelqu’un d’autre a modifié cela depuis que tu l’as ouvert, rien n’a donc été enregistré. Recharge, puis refais tes modifications.',
  'audit.entry_not_found': 'Cette entrée du journal n’existe pas.',
  'undo.not_possible': 'Ce type de modification ne peut pas être annulé.',
  'undo.undone': 'C’est déjà comme avant, il n’y a donc rien à annuler.',
  'undo.changed_since':
    'Cela a été modifié de nouveau depuis ; annuler ferait perdre la modification suivante.',
  'undo.gone': 'Cela a été supprimé depuis. Annule d’abord la suppression.',
  'undo.names_gone': 'Ce qui reviendrait a été supprimé depuis.',
  'undo.there_again': 'Il y en a de nouveau un de ce nom, celui-ci ne peut donc pas revenir.',
  'settings.naming_scheme_invalid': 'Choisis l’un des schémas de nommage.',
  'settings.welcome_message_invalid': 'Un message de bienvenue compte de 1 à 1000 caractères.',
  'team.exists': 'Cette équipe existe déjà.',
  'team.default_stays': 'L’équipe Default existe toujours, elle ne peut donc pas être supprimée.',

  'survey.not_found': 'Il n’y a plus de questionnaire pour ce ticket.',
  'survey.denied': 'Seule la personne qui a ouvert le ticket peut répondre à son questionnaire.',
  'survey.unanswered': 'Personne n’a répondu au questionnaire de ce ticket.',

  'panel.force_disabled':
    'Ce panneau est désactivé, car le serveur a plus de panneaux que permis sans premium. Demande à son administration de renouveler le premium.',
  'panel.disabled':
    'L’administration du serveur a désactivé l’ouverture de ce type de tickets. Utilise un autre panneau, ou demande à l’équipe.',
  'panel.gone': 'Ce panneau n’existe plus. Utilises-en un autre, ou demande à l’équipe.',

  'ticket.not_found': 'Ticket introuvable',
  'ticket.message_outdated': 'Ce message concerne un ticket qui n’est plus connu ici.',
  'ticket.closed': 'Le ticket #{ticket_id} est fermé et n’est plus accessible',
  'ticket.limit_reached': {
    param: 'limit',
    one: 'Tu ne peux avoir que {limit} ticket ouvert à la fois. Ferme le tien pour en ouvrir un autre.',
    other: 'Tu ne peux avoir que {limit} tickets ouverts à la fois. Fermes-en un pour en ouvrir un autre.',
  },
  'ticket.too_fast': {
    param: 'seconds',
    one: 'Les tickets s’ouvrent trop vite sur ce serveur. Réessaie dans {seconds} seconde.',
    other: 'Les tickets s’ouvrent trop vite sur ce serveur. Réessaie dans {seconds} secondes.',
  },
  'ticket.opener_too_fast': {
    param: 'seconds',
    one: 'Tu ouvres des tickets trop vite. Réessaie dans {seconds} seconde.',
    other: 'Tu ouvres des tickets trop vite. Réessaie dans {seconds} secondes.',
  },
  'ticket.id_invalid': 'ID de ticket non valide : {id}',
  'ticket.blacklisted':
    'Tu es sur la liste noire de ce serveur, tu ne peux donc pas utiliser ses tickets. Demande à l’équipe si ça te semble être une erreur.',
  'ticket.open_command_disabled':
    'La commande /{command} est désactivée sur ce serveur. Clique plutôt sur le bouton d’un panneau de tickets.',
  'ticket.guild_full':
    'Ce serveur a 500 salons, le maximum autorisé par Discord. Demande à l’équipe d’en supprimer, puis réessaie.',
  'ticket.category_full':
    'Il y a trop de tickets dans la catégorie (50, le maximum autorisé par Discord). Réessaie quand certains seront fermés.',
  'ticket.thread_channel_required':
    'Les tickets de ce serveur sont des fils, et un fil ne s’ouvre que dans un salon textuel classique. Utilise un panneau de tickets dans un de ces salons.',
  'ticket.thread_permission_missing':
    'Il te faut la permission d’envoyer des messages dans les fils de {channel} pour ouvrir un ticket ici. Demande-la à l’équipe.',
  'ticket.close_denied': 'Tu ne peux pas fermer ce ticket. Demande à l’équipe du support de le faire.',
  'ticket.close_request_gone':
    'Cette demande est terminée : quelqu’un y a répondu, ou une plus récente l’a remplacée.',
  'ticket.close_request_denied':
    'Seules la personne qui a ouvert le ticket et l’équipe qui s’en occupe peuvent répondre à cette demande.',
  'ticket.not_open': 'Le ticket #{ticket_id} n’est plus ouvert.',
  'ticket.not_here': 'Ce salon n’est pas un ticket. Utilise la commande dans le salon d’un ticket.',
  'ticket.reopen_open': 'Le ticket #{ticket_id} est déjà ouvert : {channel}',
  'ticket.reopen_open_as': 'Le ticket #{ticket_id} est déjà rouvert sous le numéro #{next} : {channel}',
  'ticket.reopen_unsettled':
    'Le ticket #{ticket_id} est en train de s’ouvrir ou de se fermer. Réessaie dans un instant.',
  'ticket.reopen_thread_gone':
    'Le fil du ticket #{ticket_id} a été supprimé, il ne peut donc pas être rouvert. Ouvre un nouveau ticket.',
  'ticket.reopen_erased':
    'Les données de la personne qui a ouvert le ticket #{ticket_id} ont été effacées, il ne peut donc pas être rouvert.',
  'ticket.reopen_imported':
    'Le ticket #{ticket_id} a été importé et la personne qui l’a ouvert n’est pas sur ce serveur, il ne peut donc pas être rouvert.',
  'ticket.reopen_limit':
    'La personne qui a ouvert le ticket #{ticket_id} a autant de tickets ouverts que ce serveur le permet ({limit}). Ferme d’abord l’un d’eux.',
  'ticket.panel_same': 'Ce ticket fait déjà partie du panneau {panel}. Choisis-en un autre.',
  'ticket.welcome_missing': 'Ce ticket n’a pas de premier message où aller.',
  'ticket.notes_in_thread':
    'Les tickets dans des fils n’ont pas de notes, car Discord n’a pas de fils dans les fils.',
  'ticket.notes_opener':
    'C’est toi qui as ouvert ce ticket : ses notes sont donc réservées au reste de l’équipe.',
  'ticket.not_claimed': 'Personne n’a pris ce ticket en charge.',
  'ticket.unclaim_denied':
    'Seule la personne qui a pris le ticket en charge ou l’administration peut le libérer.',
  'ticket.already_claimed':
    '{user} s’occupe de ce ticket. Demande-lui de le libérer ; l’administration peut aussi le faire.',
  'ticket.transfer_denied':
    '{user} s’occupe de ce ticket. Seule cette personne ou l’administration peut le transférer.',
  'ticket.claimed_to_write':
    '{user} s’occupe de ce ticket. Seules cette personne et l’administration peuvent y écrire. Demande-lui de le libérer ou de le transférer.',
  'ticket.other_team':
    'Tu n’as pas la permission de faire ça dans ce ticket : tu n’es dans aucune des équipes qui le traitent.',
  'ticket.claimed_to_see':
    '{user} s’occupe de ce ticket. Seules cette personne et l’administration peuvent le voir. Demande-lui de le libérer ou de le transférer.',
  'ticket.claimed_of_own':
    'C’est toi qui as ouvert ce ticket. Tant que {user} s’en occupe, tu y participes comme membre, pas comme membre de l’équipe.',
  'ticket.transfer_target':
    'Choisis quelqu’un de l’équipe qui traite les tickets de ce panneau. Ce n’est pas le cas de cette personne.',
  'ticket.claim_in_thread':
    'Les tickets dans des fils ne peuvent pas être pris en charge, car les fils n’ont pas de permissions à eux sur Discord.',
  'ticket.staff_only': 'Seul le support de ce serveur peut faire ça.',
  'ticket.member_denied': 'Seuls la personne qui a ouvert le ticket et le support peuvent faire ça.',
  'ticket.everyone_refused':
    'Tu ne peux ni ajouter ni retirer @everyone. Choisis un membre ou un autre rôle.',
  'ticket.member_blacklisted':
    'Impossible d’ajouter {member} : {entry} est sur la liste noire de ce serveur. Retire d’abord {entry} de la liste, avec /blacklist ou dans le tableau de bord.',
  'ticket.member_refused':
    'Impossible d’ajouter {member} aux tickets de ce serveur. Demande à l’équipe si ça te semble être une erreur.',
  'ticket.role_in_thread': 'Un rôle ne peut pas être ajouté à un fil. Ajoute ses membres un par un.',
  'ticket.member_unknown':
    'Ce membre ou ce rôle n’existe pas sur ce serveur. Choisis-en un parmi ceux que Discord propose.',
  'ticket.member_already': '{member} est déjà dans ce ticket.',
  'ticket.member_not_in': '{member} n’est pas dans ce ticket.',
  'ticket.staff_not_removable': 'Tu ne peux pas retirer le support d’un ticket.',
  'ticket.opener_not_removable':
    'Tu ne peux pas retirer la personne qui a ouvert le ticket. Ferme-le plutôt.',
  'ticket.name_invalid': 'Un nom de salon contient de 1 à 100 caractères.',
  'ticket.rename_too_fast': 'Un ticket ne peut être renommé que deux fois en dix minutes. Réessaie {retry}.',
  'ticket.message_empty': 'Le message est vide',
  'ticket.message_too_long': 'Un message contient au plus 2000 caractères ; celui-ci en a {length}.',
  'ticket.key_reused':
    'Autre chose a déjà été envoyé sous cette clé, ceci n’a donc pas été envoyé. Envoie-le comme un nouveau message.',
  'ticket.writer_left':
    'Tu n’es plus sur ce serveur, tu ne peux donc pas écrire dans ses tickets. Rejoins-le d’abord.',
  'ticket.writer_timed_out':
    'Tu es exclu temporairement sur ce serveur, tu ne peux donc pas écrire maintenant. Écris à nouveau quand l’exclusion sera terminée.',
  'ticket.writer_denied':
    'Discord ne te laisse pas écrire dans le salon de ce ticket. Demande à l’équipe du serveur.',
  'ticket.files_denied':
    'Discord ne te laisse pas envoyer de fichiers dans le salon de ce ticket. Envoie ton message sans eux.',
  'ticket.slow_mode': 'Le salon de ce ticket est en mode lent et tu viens d’écrire. Renvoie ceci plus tard.',
  'ticket.channel_missing': 'Le ticket #{ticket_id} n’a pas de salon sur Discord.',
  'ticket.rating_denied': 'Seule la personne qui a ouvert le ticket peut le noter.',
  'ticket.rating_disabled': 'Les notes sont désactivées sur ce serveur.',
  'ticket.origin_erased':
    'Les données de la personne qui a écrit ce message ont été effacées depuis, on ne peut donc pas en ouvrir un ticket.',
  'ticket.context_menu_denied':
    'Tu ne peux pas ouvrir de tickets à partir de messages sur ce serveur. Utilise plutôt un panneau de tickets, ou demande à l’équipe.',
  'transcript.link_gone':
    'Ce lien ne mène plus nulle part : il a expiré, a été révoqué, ou ce qu’il montrait a été supprimé. Demandes-en un nouveau.',
  'transcript.link_unknown': 'Ce lien n’existe pas. Il a peut-être été supprimé avec sa transcription.',
  'transcript.too_many_links':
    'Cette transcription a {count} liens valides. Révoques-en un, puis crées-en un autre.',
  'transcript.download_running':
    'Tu prépares déjà un téléchargement. Attends qu’il soit terminé, ou annule-le d’abord.',
  'transcript.download_gone': 'Ce téléchargement n’est plus conservé. Demandes-en un nouveau.',
  'transcript.download_nothing':
    'Aucune transcription ne correspond au filtre, il n’y a donc rien à télécharger. Change le filtre.',
  'transcript.form_too_large':
    'Cette transcription est trop grande pour une page ou un texte, qui peut faire au plus {limit}. Lis-la dans le tableau de bord.',
  'transcript.form_too_slow':
    'Faire une page ou un texte de cette transcription prend plus de {seconds} secondes. Lis-la dans le tableau de bord.',
  'transcript.not_found': 'Transcription introuvable',
  'transcript.denied': 'Tu n’as pas la permission de voir cette transcription',
  'import.file_type_invalid': 'Type de fichier non valide',
  'import.size_invalid': 'La taille d’un fichier est un nombre entier d’octets, au moins un.',
  'import.too_large': 'Le fichier est trop volumineux',
  'import.content_type_missing': 'file_content_type manque',
  'import.content_type_invalid': 'file_content_type n’est pas valide',
  'import.no_file': 'Choisis un fichier à importer : au moins un de données ou de transcriptions',
  'import.refused': '{name} ne peut pas être importé : {problem}',
  'import.address_over':
    'Cette adresse n’accepte plus de fichier : son délai est passé, ou elle a servi. Demande-en une autre.',
  'import.arriving':
    'Un autre fichier est en route vers cette adresse. Attends qu’il soit arrivé, ou demande une nouvelle adresse.',
  'import.busy': 'D’autres archives sont en cours de lecture. Réessaie dans une minute.',
  'import.not_as_announced':
    'Ce n’est pas le fichier pour lequel cette adresse a été faite : sa taille et son type de contenu doivent être les mêmes.',
  'import.queue_full':
    'Cinq fichiers attendent déjà d’être importés sur ce serveur. Attends que l’un d’eux soit terminé, puis envoie celui-ci.',
  'import.no_room':
    'Les fichiers qui attendent sur ce serveur, ou que tu as envoyés, occupent toute la place prévue pour eux. Importe ou abandonne l’un d’eux, puis envoie celui-ci.',
  'import.upload_gone': 'Ce fichier n’est plus conservé. Envoie-le de nouveau.',
  'import.not_ready':
    'Ce fichier est encore en cours de vérification. Attends son rapport, puis confirme-le.',
  'import.done': 'Ce fichier a déjà été importé. Pour l’importer une nouvelle fois, envoie-le de nouveau.',
  'import.under_way': 'Une importation est en cours sur ce serveur. Attends qu’elle soit terminée.',
  'import.mapping_invalid':
    'Parmi ce qui a été choisi à la place de salons et de rôles, {id} n’est plus sur ce serveur. Choisis autre chose.',
  'export.running':
    'Une exportation de ce serveur est déjà en préparation. Attends qu’elle soit terminée, ou annule-la d’abord.',
  'export.gone': 'Cette exportation n’est plus conservée. Demandes-en une autre.',
  'copy.same_server': 'C’est le serveur lui-même. Choisis-en un autre à copier.',
  'copy.source_denied': 'Tu n’administres pas le serveur que tu veux copier.',
  'attachment.not_found': 'Ce fichier n’est plus là, ou son lien a expiré. Recharge la page.',
  'members.query_invalid': 'Recherche non valide',
  'search.operator':
    'Il n’y a pas de “{operator}:” dans une recherche. Pour le chercher tel quel, mets-le entre guillemets.',
  'search.minus': '“{operator}:” ne prend pas de signe moins. Seuls des mots peuvent être exclus.',
  'search.from': '“from:” prend un nom, un ID ou me.',
  'search.panel':
    '“{operator}:” prend le titre d’un panneau de tickets, entre guillemets s’il contient des espaces.',
  'search.panel_unknown': 'Aucun panneau de tickets de ce serveur ne s’appelle {panel}.',
  'search.date': '“{operator}:” prend une date comme 2026-03-01.',
  'search.has': '“has:” prend file, pour les messages avec des fichiers.',
  'search.rating': '“rating:” prend un nombre de 1 à 5, ou 4+ pour 4 et plus.',
  'settings.ticket_limit_invalid': 'La limite de tickets doit être comprise entre 1 et 10.',
  'settings.archive_channel_invalid':
    'Les tickets fermés ne peuvent être signalés que dans un salon textuel de ce serveur. Choisis-en un autre.',
  'on_call.threads_only':
    'L’astreinte n’existe que là où les tickets sont des fils. L’administration l’active avec /setup use-threads.',
  'whitelabel.premium_required': 'Il te faut le premium whitelabel',
  'whitelabel.no_bot': 'Aucun bot trouvé',
  'whitelabel.not_trusted':
    'Ce bot ne fait rien sur ce serveur, car la personne qui l’exploite n’administre pas le serveur. Un administrateur peut y remédier : avec /addadmin sur Discord ou sous Staff Teams dans le tableau de bord.',
  'whitelabel.bot_unknown': 'Bot whitelabel introuvable',
  'whitelabel.token_invalid': 'Jeton invalide',
  'whitelabel.main_bot':
    'C’est le jeton du bot que tout le monde partage ici. Crée ta propre application dans le portail développeur de Discord et saisis son jeton.',
  'whitelabel.bot_taken':
    'Quelqu’un d’autre fait tourner ce bot ici. Cette personne doit d’abord le désactiver ; si tu ne la connais pas, réinitialise le jeton dans le portail développeur de Discord.',
  'whitelabel.status_length': 'Le statut doit avoir de 1 à 255 caractères',
  'whitelabel.status_type': 'Type de statut invalide',
  'whitelabel.token_refused':
    'Discord n’accepte plus le jeton de ce bot. Réinitialise-le dans le portail développeur de Discord et saisis le nouveau ici.',
  'whitelabel.token_lost': 'La clé qui chiffrait le jeton de ce bot est perdue. Saisis le jeton à nouveau.',
  'whitelabel.commands_cooldown':
    'Les commandes slash viennent d’être créées. Réessaie dans {seconds} secondes.',
} as const satisfies Record<ErrorCode, ErrorText>;
