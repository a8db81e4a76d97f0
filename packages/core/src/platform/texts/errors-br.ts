import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { ErrorText } from './shape.ts';

/** The contract's error texts in Brazilian Portuguese, by code. */
export const brazilianErrors = {
  'request.malformed': 'A requisição não é um JSON válido. Confira e envie de novo.',
  'request.unreadable': 'Isto não pode ser lido como uma requisição HTTP.',
  'request.too_slow': 'Demorou demais para chegar. Envie de novo.',
  'request.headers_too_large': 'Os cabeçalhos da requisição são grandes demais.',
  'request.address_invalid': 'Não dá para ler este endereço. Confira como ele está escrito.',
  'request.invalid': 'Alguns dos dados enviados não são válidos: {problems}',
  'request.missing_header': 'Falta o cabeçalho x-tickets',
  'request.too_large': 'É grande demais: no máximo {limit} por envio.',
  'request.unsupported_media_type': 'Envie o conteúdo como application/json.',
  'upload.invalid': 'Não é possível ler os arquivos: {problem}. Envie-os de novo.',
  'upload.too_many_files': 'É possível enviar no máximo {count} arquivos de uma vez. Remova alguns.',
  'upload.file_too_large': '{name} é grande demais: um arquivo pode ter no máximo {limit}.',
  'upload.file_empty': '{name} está vazio. Remova-o ou escolha outro arquivo.',
  'upload.busy': 'Há arquivos demais sendo enviados agora. Tente de novo em alguns segundos.',
  'request.rate_limited': 'Calma, você está indo rápido demais: espere alguns segundos e tente de novo',
  'route.not_found': 'Não há nada neste endereço.',
  'internal.error': 'Ocorreu um erro interno do servidor',
  'service.starting': 'O Tickets está iniciando. Tente de novo em alguns segundos.',
  'service.upgrading': 'O Tickets está sendo atualizado. Tente de novo em alguns minutos.',
  'service.database_down':
    'O Tickets não consegue acessar o banco de dados agora. Tente de novo em alguns segundos.',
  'service.database_slow':
    'O banco de dados do Tickets demorou demais para responder. Tente de novo em alguns segundos.',
  'service.disk_full':
    'O disco do Tickets está cheio, então nada pode ser salvo. Avise quem o administra e tente de novo depois.',
  'service.overloaded': 'O Tickets está sobrecarregado no momento. Tente de novo em alguns segundos.',
  'storage.denied':
    'O Tickets não tem permissão para usar o lugar onde guarda os arquivos. Avise quem o administra e tente de novo depois.',
  'storage.unreachable':
    'O lugar onde o Tickets guarda os arquivos não está respondendo agora. Tente de novo em um minuto.',
  'storage.damaged':
    'Este arquivo não é o que foi guardado, por isso não é mostrado. Avise quem administra o Tickets.',

  'session.missing': 'Entre na sua conta para continuar.',
  'session.invalid': 'Sua sessão terminou. Entre de novo.',
  'oauth.code_missing': 'Falta o parâmetro code no endereço',
  'oauth.code_invalid': 'Código inválido: tente entrar de novo',
  'oauth.scope_missing': 'Falta a permissão identify',
  'discord.unavailable': 'O Discord não está respondendo agora. Tente de novo em um minuto.',
  'discord.limited': {
    param: 'seconds',
    one: 'O Discord está ocupado. Tente de novo em {seconds} segundo.',
    other: 'O Discord está ocupado. Tente de novo em {seconds} segundos.',
  },
  'discord.missing_permissions':
    'O Discord não deixa o bot fazer isso. Dê a ele estas permissões e tente de novo: {permissions}',
  'discord.channel_permissions':
    'O Discord não deixa o bot fazer isso. Dê a ele estas permissões no canal #{channel} e tente de novo: {permissions}',
  'discord.category_permissions':
    'O Discord não deixa o bot fazer isso. Dê a ele estas permissões na categoria “{category}” e tente de novo: {permissions}',
  'discord.refused': 'O Discord recusou: {reason}',
  'guild.reload_cooldown': {
    param: 'seconds',
    one: 'Você está indo rápido demais: tente de novo em {seconds} segundo',
    other: 'Você está indo rápido demais: tente de novo em {seconds} segundos',
  },

  'outgoing_webhook.not_found': 'Webhook não encontrado',
  'outgoing_webhook.delivery_not_found': 'Esta entrega não está mais guardada',
  'outgoing_webhook.limit': 'Um servidor pode ter {count} webhooks. Exclua um para adicionar outro.',
  'outgoing_webhook.private_url': 'Este endereço não é público, então nada pode ser enviado a ele',
  'outgoing_webhook.off': 'Este webhook está desativado. Ative-o para enviar algo.',
  'integration.not_found': 'Integração não encontrada',
  'integration.view_denied': 'Você não tem permissão para ver esta integração',
  'integration.not_yours': 'Esta integração não é sua',
  'integration.delete_denied': 'Você não tem permissão para excluir esta integração',
  'integration.manage_denied': 'Você não tem permissão para gerenciar esta integração',
  'integration.add_denied': 'Você não tem permissão para ativar esta integração',
  'integration.already_public': 'Você já pediu para tornar esta integração pública',
  'integration.owned_limit': 'Você atingiu o limite de integrações ({count}/{count})',
  'integration.active_limit': 'Só é possível ter {count} integrações ativas ao mesmo tempo',
  'integration.not_active': 'A integração não está ativa',
  'integration.secrets_invalid': 'Valores secretos inválidos',
  'integration.secrets_rejected': 'A integração rejeitou os valores secretos (fale com o autor dela)',
  'integration.validation_timeout':
    'O servidor que confere os valores secretos não respondeu a tempo (fale com o autor da integração)',
  'integration.validation_failed':
    'Não foi possível alcançar o servidor que confere os valores secretos (fale com o autor da integração)',
  'integration.validation_host': 'O endereço de conferência precisa estar no mesmo host que o do webhook',
  'integration.part_unknown': 'Este ID não pertence a esta integração: {what}',
  'integration.review_over': 'Este pedido foi decidido ou mudado nesse meio-tempo. Recarregue a página.',
  'own_data.sign_in_again':
    'Entre de novo para fazer isto: seu último acesso deve ter menos de uma hora, para que ninguém faça isto por você.',
  'own_data.username_wrong': 'Digite seu nome de usuário, {username}, para confirmar.',
  'own_data.open_tickets':
    'Seus dados não podem ser apagados enquanto você tiver tickets abertos. Feche os que você abriu e devolva os que você assumiu: {tickets}',
  'own_data.being_erased': 'Seus dados estão sendo apagados. Espere até terminar, ou cancele antes.',
  'own_data.not_waiting': 'Não há nada para cancelar: a exclusão já começou ou não foi pedida.',
  'own_data.no_export': 'Não há nenhuma cópia dos seus dados para baixar. Peça uma nova.',
  'guild.invalid_id': 'ID de servidor inválido',
  'guild.full_of_these': 'Este servidor tem {count} destes e não pode ter mais. Apague um para abrir espaço.',
  'guild.texts_too_long':
    'É texto demais: todos juntos podem ter {megabytes} MB em um servidor. Encurte ou apague alguns primeiro.',
  'guild.not_found': 'Servidor não encontrado',
  'guild.without_bot':
    'Este bot não está neste servidor. Alguém que possa gerenciar o servidor precisa adicioná-lo primeiro.',
  'permission.denied': 'Você não tem permissão para fazer isso neste servidor.',
  'permission.admin_only': 'Só a administração deste produto pode fazer isso.',
  'override.not_by_bot_staff':
    'Você está aqui porque este servidor liberou seu acesso por um tempo. Só a administração do servidor pode fazer isso.',
  'premium.required': 'Para isso é preciso ter premium: {feature}.',

  'premium_key.malformed':
    'Isto não é uma chave premium. Uma chave se parece com {example}: copie tudo e tente de novo.',
  'premium_key.unknown': 'Esta chave não existe. Copie de novo ou pergunte a quem deu a chave a você.',
  'premium_key.redeemed': 'Esta chave já foi usada em outro servidor. Cada chave vale uma vez.',
  'premium_key.redeemed_here': 'Esta chave já foi usada neste servidor. Cada chave vale uma vez.',
  'premium_key.revoked': 'Quem mantém este bot retirou esta chave. Peça outra.',
  'premium_key.not_needed':
    'Este servidor tem premium sem data para acabar, então a chave não foi usada. Guarde para outro servidor.',
  'premium_key.too_many': 'Foram chaves erradas demais. Espere dez minutos e tente de novo.',
  'premium.not_subscriber': 'Sem assinatura premium',
  'premium.not_multi_server': 'A assinatura não vale para vários servidores',
  'premium.too_many_servers': 'Servidores demais escolhidos',
  'premium.server_denied': 'Faltam permissões no servidor {guild_id}',
  'settings.type_without_view': 'Para escrever, também é preciso poder ver o canal',
  'settings.notification_channel_missing': 'Escolha um canal para os avisos de tickets',
  'settings.notification_channel_invalid': 'O canal de avisos de tickets não é um canal de texto',
  'settings.panels_without_threads':
    'O Discord não tem tópicos privados em canais de anúncios. Primeiro mova os painéis de {channels} para canais de texto.',
  'settings.language_invalid': 'Idioma inválido',
  'settings.colour_invalid': 'Cor inválida',
  'colours.premium_required': 'Para personalizar a aparência das mensagens é preciso ter premium',
  'settings.auto_close_premium':
    'Fechar tickets depois de um tempo exige premium. Os prazos podem ser alterados quando o servidor tiver premium',
  'settings.auto_close_too_long': 'O prazo do fechamento automático não pode passar de 60 dias',
  'settings.context_menu_panel_invalid':
    'O painel do menu de contexto não é um painel deste servidor. Escolha outro.',
  'settings.context_menu_level_invalid': 'O nível de permissão do menu de contexto deve ser 0, 1 ou 2.',
  'settings.overflow_category_missing': 'Categoria reserva inválida',
  'settings.overflow_category_invalid': 'A categoria reserva não é uma categoria',

  'panel.not_found': 'Painel não encontrado',
  'panel.quota_exceeded':
    'Limite de painéis atingido: você tem {count}/{limit}. Assine o premium para ter mais.',
  'channel.is_ticket': 'Este é o canal de um ticket, que some quando o ticket é fechado. Escolha outro.',
  'panel.channel_not_found': 'Canal do painel não encontrado',
  'panel.category_invalid': 'Categoria de tickets inválida',
  'panel.emoji_not_found': 'Emoji não encontrado',
  'panel.emoji_invalid': 'Emoji inválido',
  'panel.emoji_missing_id': 'Falta o ID do emoji personalizado',
  'panel.emoji_name_mismatch': 'O nome do emoji não confere',
  'panel.form_not_found': 'Formulário não encontrado',
  'panel.team_invalid': 'Equipe de suporte inválida',
  'panel.exit_survey_premium': 'A pesquisa final é um recurso do premium',
  'panel.pending_category_premium': 'A categoria de tickets em espera é um recurso do premium',
  'panel.pending_category_invalid': 'Categoria de tickets em espera inválida',
  'panel.mention_not_found': 'O cargo {role_id} das menções não existe neste servidor',
  'panel.thread_channel_required':
    'Os tickets deste servidor são tópicos, e o Discord não tem tópicos privados em canais de anúncios. Escolha um canal de texto.',
  'panel.access_role_not_found': 'O cargo {role_id} da lista de acesso não existe neste servidor',
  'panel.access_everyone_missing': 'Falta a regra de @everyone na lista de acesso',
  'panel.locked':
    'Este painel está desativado e não pode ser alterado: reative o premium para usá-lo de novo',
  'panel.access_nobody':
    'A administração do servidor desativou este tipo de ticket para todos os cargos. Use outro painel ou fale com a equipe.',
  'panel.access_role_required': {
    param: 'count',
    one: 'Você precisa do cargo {roles} para abrir este tipo de ticket. Peça para a equipe.',
    other: 'Você precisa de um destes cargos para abrir este tipo de ticket: {roles}. Peça para a equipe.',
  },
  'panel.access_role_denied':
    'Você não pode abrir este tipo de ticket porque tem o cargo {role}. Fale com a equipe se achar que isso é um erro.',
  'panel.force_disabled':
    'Este painel está desativado porque o servidor tem mais painéis do que pode ter sem premium. Peça para a administração renovar o premium.',
  'panel.disabled':
    'A administração do servidor desativou este tipo de ticket. Use outro painel ou fale com a equipe.',
  'panel.gone': 'Este painel não existe mais. Use outro ou fale com a equipe.',
  'embed.empty': 'Seu embed não tem conteúdo',
  'embed.footer_premium': 'O rodapé do embed é um recurso do premium',

  'multi_panel.not_found': 'Nenhum painel com esse ID',
  'multi_panel.channel_not_found': 'Esse canal não existe',
  'multi_panel.panel_invalid': 'ID de painel inválido',
  'multi_panel.too_few': 'Um multipainel precisa de pelo menos 2 painéis',
  'multi_panel.empty':
    'Nenhum dos painéis deste multipainel existe mais. Edite-o e escolha pelo menos 2 antes de publicá-lo de novo.',
  'multi_panel.label_missing':
    'O painel “{title}” precisa de um nome no menu de seleção. Dê um texto ao botão dele.',

  'form.not_found': 'Formulário #{form_id} não encontrado',
  'form.input_count': 'Um formulário tem de 1 a 5 campos (aqui: {count})',
  'form.input_not_found': 'O campo #{input_id} ({purpose}) não existe no formulário #{form_id}',
  'form.input_deleted_and_updated': 'O campo #{input_id} não pode ser excluído e alterado ao mesmo tempo',
  'form.inputs_missing':
    'Todos os campos existentes precisam estar na lista (esperados: {count}, recebidos: {found})',
  'form.input_missing': 'O campo #{input_id} precisa estar na lista',
  'form.positions': 'As posições dos campos devem ser 1, 2, 3 etc., sem repetir nem pular nenhuma',
  'form.answer_missing': 'Responda à pergunta “{question}” e envie o formulário de novo.',
  'form.changed': 'Este formulário mudou enquanto você preenchia. Abra de novo.',
  'form.too_slow': 'Demorou demais e não deu para mostrar o formulário. Tente de novo.',
  'tag.not_found': 'Tag não encontrada: {tag_id}',
  'tag.limit_reached': 'Limite de tags (200) atingido',
  'tag.exists': 'Já existe uma tag {tag_id}. Edite no painel de controle ou escolha outro ID.',
  'tag.alias_premium': 'Comandos personalizados são um recurso do premium',
  'tag.alias_taken':
    '/{tag_id} é um comando do próprio bot. Escolha outro ID ou desative o comando personalizado.',
  'tag.alias_limit':
    'O Discord permite 100 comandos por servidor. Desative antes o comando personalizado de outra tag.',
  'tag.alias_refused':
    'O Discord não deixa o bot criar comandos neste servidor. Convide o bot de novo e depois salve a tag outra vez.',
  'tag.id_invalid': 'Um ID de tag tem de 1 a 16 caracteres e não tem espaços.',
  'tag.empty': 'A tag não tem conteúdo',
  'blacklist.user_limit': 'A lista de bloqueio está cheia (250 pessoas): prefira usar um cargo',
  'blacklist.role_limit': 'A lista de bloqueio está cheia (50 cargos)',
  'blacklist.staff': 'Você não pode bloquear alguém da equipe!',
  'blacklist.self': 'Você não pode se bloquear.',
  'blacklist.bot': 'Você não pode bloquear o próprio bot.',
  'blacklist.user_invalid': 'Isto não é o ID de uma pessoa. Digite um ID do Discord, só com números.',
  'blacklist.everyone': 'Você não pode bloquear @everyone. Escolha um membro ou outro cargo.',
  'blacklist.role_not_found': 'Este cargo não existe mais no servidor. Escolha outro.',

  'staff.owner_already_admin': 'O dono do servidor já administra o bot.',
  'staff.owner_stays': 'O dono do servidor sempre faz parte da equipe.',
  'staff.self': 'Você não pode se remover. Peça para outra pessoa da administração.',
  'staff.everyone': '@everyone não pode fazer parte da equipe. Escolha um membro ou outro cargo.',
  'staff.role_not_found': 'Este cargo não existe mais no servidor. Escolha outro.',
  'staff.support_by_role':
    'Membros não entram mais no suporte um a um. Dê um cargo a eles e inclua esse cargo, ou coloque-os no painel de controle em uma equipe que não seja a Default.',
  'staff.not_admin': '{target} não faz parte da administração. /viewstaff mostra quem faz.',
  'staff.not_support': '{target} não faz parte do suporte. /viewstaff mostra quem faz.',
  'staff.member_not_found': 'Esta pessoa não está no servidor. Escolha um dos membros.',
  'staff.owner_removes_admins': 'Só o dono do servidor pode remover administradores.',
  'team.not_found': 'Esta equipe de suporte não existe.',
  'save.outdated':
    'Outra pessoa mudou isto desde que você abriu, por isso nada foi salvo. Carregue de novo e faça suas mudanças sobre as dela.',
  'audit.entry_not_found': 'Esta entrada do registro de mudanças não existe.',
  'undo.not_possible': 'Este tipo de mudança não pode ser desfeito.',
  'undo.undone': 'Já está como antes, então não há nada a desfazer.',
  'undo.changed_since': 'Foi mudado de novo depois; desfazer perderia a mudança posterior.',
  'undo.gone': 'Foi excluído depois. Desfaça primeiro a exclusão.',
  'undo.names_gone': 'O que voltaria foi excluído depois.',
  'undo.there_again': 'Há de novo um com este nome, por isso este não pode voltar.',
  'settings.naming_scheme_invalid': 'Escolha um dos esquemas de nomes.',
  'settings.welcome_message_invalid': 'Uma mensagem de boas-vindas tem de 1 a 1000 caracteres.',
  'team.exists': 'Esta equipe já existe.',
  'team.default_stays': 'A equipe Default existe sempre, por isso não pode ser excluída.',

  'survey.not_found': 'Não há mais pesquisa para este ticket.',
  'survey.denied': 'Só quem abriu o ticket pode responder à pesquisa dele.',
  'survey.unanswered': 'Ninguém respondeu à pesquisa deste ticket.',

  'ticket.not_found': 'Ticket não encontrado',
  'ticket.message_outdated': 'Esta mensagem é de um ticket que não é mais conhecido aqui.',
  'ticket.closed': 'O ticket #{ticket_id} foi fechado e não está mais acessível',
  'ticket.limit_reached': {
    param: 'limit',
    one: 'Você só pode ter {limit} ticket aberto por vez. Feche o seu para abrir outro.',
    other: 'Você só pode ter {limit} tickets abertos por vez. Feche um deles para abrir outro.',
  },
  'ticket.too_fast': {
    param: 'seconds',
    one: 'Estão abrindo tickets rápido demais neste servidor. Tente de novo em {seconds} segundo.',
    other: 'Estão abrindo tickets rápido demais neste servidor. Tente de novo em {seconds} segundos.',
  },
  'ticket.opener_too_fast': {
    param: 'seconds',
    one: 'Você está abrindo tickets rápido demais. Tente de novo em {seconds} segundo.',
    other: 'Você está abrindo tickets rápido demais. Tente de novo em {seconds} segundos.',
  },
  'ticket.id_invalid': 'ID de ticket inválido: {id}',
  'ticket.blacklisted':
    'Você está na lista de bloqueio deste servidor, então não pode usar os tickets dele. Fale com a equipe se achar que isso é um erro.',
  'ticket.open_command_disabled':
    'O comando /{command} está desativado neste servidor. Clique no botão de um painel de tickets.',
  'ticket.guild_full':
    'Este servidor tem 500 canais, o máximo que o Discord permite. Peça para a equipe excluir alguns e tente de novo.',
  'ticket.category_full':
    'Há tickets demais na categoria (50, o máximo que o Discord permite). Tente de novo quando alguns forem fechados.',
  'ticket.thread_channel_required':
    'Os tickets deste servidor são tópicos, e tópicos só podem ser abertos em um canal de texto comum. Use um painel de tickets em um deles.',
  'ticket.thread_permission_missing':
    'Você precisa da permissão de enviar mensagens em tópicos em {channel} para abrir um ticket aqui. Peça para a equipe.',
  'ticket.close_denied': 'Você não pode fechar este ticket. Peça para a equipe de suporte fechar.',
  'ticket.close_request_gone': 'Este pedido não vale mais: alguém respondeu ou há outro mais novo.',
  'ticket.close_request_denied':
    'Só quem abriu o ticket e a equipe que o atende podem responder a este pedido.',
  'ticket.not_open': 'O ticket #{ticket_id} não está mais aberto.',
  'ticket.not_here': 'Este canal não é um ticket. Use o comando no canal de um ticket.',
  'ticket.reopen_open': 'O ticket #{ticket_id} já está aberto: {channel}',
  'ticket.reopen_open_as': 'O ticket #{ticket_id} já está aberto como ticket #{next}: {channel}',
  'ticket.reopen_unsettled':
    'O ticket #{ticket_id} está sendo aberto ou fechado agora. Tente de novo daqui a pouco.',
  'ticket.reopen_thread_gone':
    'O tópico do ticket #{ticket_id} foi excluído, então ele não pode ser reaberto. Abra um ticket novo.',
  'ticket.reopen_erased':
    'Os dados de quem abriu o ticket #{ticket_id} foram apagados, então ele não pode ser reaberto.',
  'ticket.reopen_imported':
    'O ticket #{ticket_id} foi importado e quem o abriu não está neste servidor, então ele não pode ser reaberto.',
  'ticket.reopen_limit':
    'Quem abriu o ticket #{ticket_id} tem tantos tickets abertos quanto este servidor permite ({limit}). Feche um deles antes.',
  'ticket.panel_same': 'Este ticket já pertence ao painel {panel}. Escolha outro.',
  'ticket.welcome_missing': 'Este ticket não tem uma primeira mensagem para onde ir.',
  'ticket.notes_in_thread':
    'Tickets que são tópicos não têm notas, porque o Discord não tem tópicos dentro de tópicos.',
  'ticket.notes_opener': 'Foi você quem abriu este ticket, então as notas dele são para o resto da equipe.',
  'ticket.not_claimed': 'Ninguém assumiu este ticket.',
  'ticket.unclaim_denied': 'Só quem assumiu o ticket ou a administração pode liberá-lo.',
  'ticket.already_claimed':
    '{user} está cuidando deste ticket. Peça para liberar; a administração também pode fazer isso.',
  'ticket.transfer_denied': 'Só {user}, que assumiu o ticket, ou a administração pode transferi-lo.',
  'ticket.claimed_to_write':
    'Só {user}, que assumiu este ticket, e a administração podem escrever nele. Peça para liberar ou transferir o ticket.',
  'ticket.other_team':
    'Você não tem permissão para fazer isso neste ticket: você não está em nenhuma das equipes que o atendem.',
  'ticket.claimed_to_see':
    'Só {user}, que assumiu este ticket, e a administração podem vê-lo. Peça para liberar ou transferir o ticket.',
  'ticket.claimed_of_own':
    'Foi você quem abriu este ticket. Enquanto ele estiver com {user}, você participa dele como membro, não como parte da equipe.',
  'ticket.transfer_target':
    'Escolha alguém da equipe que atende os tickets deste painel. Esta pessoa não atende.',
  'ticket.claim_in_thread':
    'Tickets que são tópicos não podem ser assumidos, porque tópicos não têm permissões próprias no Discord.',
  'ticket.staff_only': 'Só o suporte deste servidor pode fazer isso.',
  'ticket.member_denied': 'Só quem abriu o ticket e o suporte podem fazer isso.',
  'ticket.everyone_refused':
    'Você não pode adicionar nem remover @everyone. Escolha um membro ou outro cargo.',
  'ticket.member_blacklisted':
    'Não dá para adicionar {member}: {entry} está na lista de bloqueio deste servidor. Primeiro tire {entry} da lista, com /blacklist ou no painel de controle.',
  'ticket.member_refused':
    'Não dá para adicionar {member} aos tickets deste servidor. Fale com a equipe se achar que isso é um erro.',
  'ticket.role_in_thread': 'Não dá para adicionar um cargo a um tópico. Adicione os membros dele um a um.',
  'ticket.member_unknown':
    'Esse membro ou cargo não existe neste servidor. Escolha um dos que o Discord oferece.',
  'ticket.member_already': '{member} já está neste ticket.',
  'ticket.member_not_in': '{member} não está neste ticket.',
  'ticket.staff_not_removable': 'Você não pode remover o suporte de um ticket.',
  'ticket.opener_not_removable': 'Você não pode remover quem abriu o ticket. Em vez disso, feche-o.',
  'ticket.name_invalid': 'Nomes de canais têm de 1 a 100 caracteres.',
  'ticket.rename_too_fast':
    'Um ticket só pode mudar de nome duas vezes em dez minutos. Tente de novo {retry}.',
  'ticket.message_empty': 'A mensagem está vazia',
  'ticket.message_too_long': 'Mensagens têm no máximo 2000 caracteres; esta tem {length}.',
  'ticket.key_reused':
    'Outra coisa já foi enviada com esta chave, por isso isto não foi enviado. Envie como uma nova mensagem.',
  'ticket.writer_left':
    'Você não está mais neste servidor, então não pode escrever nos tickets dele. Entre nele de novo primeiro.',
  'ticket.writer_timed_out':
    'Você está de castigo neste servidor, então não pode escrever agora. Escreva de novo quando o castigo acabar.',
  'ticket.writer_denied':
    'O Discord não deixa você escrever no canal deste ticket. Fale com a equipe do servidor.',
  'ticket.files_denied':
    'O Discord não deixa você enviar arquivos no canal deste ticket. Envie sua mensagem sem eles.',
  'ticket.slow_mode':
    'O canal deste ticket está em modo lento, e você escreveu há pouco. Envie isto de novo mais tarde.',
  'ticket.channel_missing': 'O ticket #{ticket_id} não tem canal no Discord.',
  'ticket.rating_denied': 'Só quem abriu o ticket pode avaliá-lo.',
  'ticket.rating_disabled': 'As avaliações estão desativadas neste servidor.',
  'ticket.origin_erased':
    'Os dados de quem escreveu esta mensagem foram apagados desde então, então não é possível abrir um ticket a partir dela.',
  'ticket.context_menu_denied':
    'Você não pode abrir tickets a partir de mensagens neste servidor. Use um painel de tickets ou fale com a equipe.',
  'transcript.link_gone':
    'Este link não leva mais a lugar nenhum: expirou, foi revogado ou o que ele mostrava foi removido. Peça um novo.',
  'transcript.link_unknown': 'Esse link não existe. Talvez tenha sido removido com a transcrição.',
  'transcript.too_many_links':
    'Esta transcrição tem {count} links que funcionam. Revogue um deles e depois crie outro.',
  'transcript.download_running': 'Você já está preparando um download. Espere terminar ou cancele primeiro.',
  'transcript.download_gone': 'Este download não é mais guardado. Peça um novo.',
  'transcript.download_nothing':
    'Nenhuma transcrição corresponde ao filtro, então não há nada para baixar. Mude o filtro.',
  'transcript.form_too_large':
    'Esta transcrição é grande demais para uma página ou um texto, que pode ter no máximo {limit}. Leia-a no painel.',
  'transcript.form_too_slow':
    'Fazer uma página ou um texto desta transcrição leva mais de {seconds} segundos. Leia-a no painel.',
  'transcript.not_found': 'Transcrição não encontrada',
  'transcript.denied': 'Você não tem permissão para ver esta transcrição',
  'import.file_type_invalid': 'Tipo de arquivo inválido',
  'import.size_invalid': 'O tamanho de um arquivo é um número inteiro de bytes, no mínimo um.',
  'import.too_large': 'O arquivo é grande demais',
  'import.content_type_missing': 'Falta file_content_type',
  'import.content_type_invalid': 'file_content_type é inválido',
  'import.no_file': 'Escolha um arquivo para importar: pelo menos um de dados ou de transcrições',
  'import.refused': '{name} não pode ser importado: {problem}',
  'import.address_over':
    'Este endereço não aceita mais arquivo: o tempo dele acabou ou ele já foi usado. Peça outro.',
  'import.arriving':
    'Outro arquivo já está a caminho deste endereço. Espere até ele chegar ou peça um novo endereço.',
  'import.busy': 'Outros arquivos estão sendo lidos agora. Tente de novo em um minuto.',
  'import.not_as_announced':
    'Este não é o arquivo para o qual o endereço foi feito: o tamanho e o tipo de conteúdo precisam ser os mesmos.',
  'import.queue_full':
    'Cinco arquivos já esperam para serem importados neste servidor. Espere um deles terminar e envie este depois.',
  'import.no_room':
    'Os arquivos que esperam neste servidor, ou que você enviou, ocupam todo o espaço que há para eles. Importe ou descarte um deles e envie este depois.',
  'import.upload_gone': 'Este arquivo não é mais guardado. Envie-o de novo.',
  'import.not_ready': 'Este arquivo ainda está sendo verificado. Espere o relatório e depois confirme.',
  'import.done': 'Este arquivo já foi importado. Para importá-lo outra vez, envie-o de novo.',
  'import.under_way': 'Há uma importação em andamento neste servidor. Espere terminar.',
  'import.mapping_invalid':
    'Do que foi escolhido no lugar de canais e cargos, {id} não está mais neste servidor. Escolha outra coisa.',
  'export.running': 'Já está sendo feita uma exportação deste servidor. Espere terminar ou cancele primeiro.',
  'export.gone': 'Esta exportação não é mais guardada. Peça outra.',
  'copy.same_server': 'Este é o próprio servidor. Escolha outro de onde copiar.',
  'copy.source_denied': 'Você não administra o servidor de onde quer copiar.',
  'attachment.not_found': 'Este arquivo não está mais aqui, ou o link dele expirou. Recarregue a página.',
  'members.query_invalid': 'Busca inválida',
  'search.operator':
    'Não existe {operator}: em uma pesquisa. Para procurar exatamente isso, coloque entre aspas.',
  'search.minus': '{operator}: não aceita sinal de menos. Só palavras podem ser excluídas.',
  'search.from': 'from: pede um nome, um ID ou me.',
  'search.panel': '{operator}: pede o título de um painel, entre aspas se tiver espaços.',
  'search.panel_unknown': 'Não há painel chamado {panel} neste servidor.',
  'search.date': '{operator}: pede uma data como 2026-03-01.',
  'search.has': 'has: pede file, para mensagens com arquivos.',
  'search.rating': 'rating: pede um número de 1 a 5, ou 4+ para 4 ou mais.',
  'settings.ticket_limit_invalid': 'O limite de tickets deve ficar entre 1 e 10.',
  'settings.archive_channel_invalid':
    'Os tickets fechados só podem ser registrados em um canal de texto deste servidor. Escolha outro.',
  'on_call.threads_only':
    'O plantão só existe onde os tickets são tópicos. A administração ativa isso com /setup use-threads.',
  'whitelabel.premium_required': 'Você precisa do premium whitelabel',
  'whitelabel.no_bot': 'Nenhum bot encontrado',
  'whitelabel.not_trusted':
    'Este bot não faz nada neste servidor, porque quem o mantém não administra o servidor. Um administrador pode mudar isso: com /addadmin no Discord ou em Staff Teams no painel.',
  'whitelabel.bot_unknown': 'Bot whitelabel não encontrado',
  'whitelabel.token_invalid': 'Token inválido',
  'whitelabel.main_bot':
    'Este é o token do bot que todos compartilham aqui. Crie uma aplicação sua no portal de desenvolvedores do Discord e informe o token dela.',
  'whitelabel.bot_taken':
    'Outra pessoa usa este bot aqui. Ela precisa desativá-lo primeiro; se você não a conhece, redefina o token no portal de desenvolvedores do Discord.',
  'whitelabel.status_length': 'O status deve ter de 1 a 255 caracteres',
  'whitelabel.status_type': 'Tipo de status inválido',
  'whitelabel.token_refused':
    'O Discord não aceita mais o token deste bot. Redefina-o no portal de desenvolvedores do Discord e informe o novo aqui.',
  'whitelabel.token_lost': 'A chave que protegia o token deste bot se perdeu. Informe o token de novo.',
  'whitelabel.commands_cooldown': 'Os comandos foram criados há pouco. Tente de novo em {seconds} segundos.',
} as const satisfies Record<ErrorCode, ErrorText>;
