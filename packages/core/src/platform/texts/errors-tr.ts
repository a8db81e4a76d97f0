import type { ErrorCode } from '@tickets/contract/platform/errors';
import type { ErrorText } from './shape.ts';

/** The contract's error texts in Turkish, by code. */
export const turkishErrors = {
  'request.malformed': 'İstek geçerli bir JSON değil. Kontrol edip yeniden gönder.',
  'request.unreadable': 'Bu, bir HTTP isteği olarak okunamıyor.',
  'request.too_slow': 'Ulaşması çok uzun sürdü. Yeniden gönder.',
  'request.headers_too_large': 'İsteğin başlıkları çok büyük.',
  'request.address_invalid': 'Bu adres okunamıyor. Nasıl yazıldığını kontrol et.',
  'request.invalid': 'Gönderilenlerin bir kısmı geçersiz: {problems}',
  'request.missing_header': 'x-tickets üst bilgisi eksik',
  'request.too_large': 'Bu çok büyük: tek seferde en fazla {limit} gönderilebilir.',
  'request.unsupported_media_type': 'İçeriği application/json olarak gönder.',
  'upload.invalid': 'Dosyalar okunamıyor: {problem}. Onları tekrar gönder.',
  'upload.too_many_files': 'Tek seferde en fazla {count} dosya gönderilebilir. Birkaçını kaldır.',
  'upload.file_too_large': '{name} çok büyük: bir dosya en fazla {limit} olabilir.',
  'upload.file_empty': '{name} boş. Onu kaldır ya da başka bir dosya seç.',
  'upload.busy': 'Şu anda çok fazla dosya gönderiliyor. Birkaç saniye sonra tekrar dene.',
  'request.rate_limited': 'Bunu çok hızlı yapıyorsun: birkaç saniye bekleyip tekrar dene',
  'route.not_found': 'Bu adreste hiçbir şey yok.',
  'internal.error': 'Sunucuda bir iç hata oluştu',
  'service.starting': 'Tickets başlatılıyor. Birkaç saniye sonra tekrar dene.',
  'service.upgrading': 'Tickets güncelleniyor. Birkaç dakika sonra tekrar dene.',
  'service.database_down': 'Tickets şu anda veritabanına ulaşamıyor. Birkaç saniye sonra tekrar dene.',
  'service.database_slow': 'Tickets’ın veritabanı çok geç yanıt verdi. Birkaç saniye sonra tekrar dene.',
  'service.disk_full':
    'Tickets’ın diski dolu olduğu için hiçbir şey kaydedilemiyor. Tickets’ı yöneten kişiye haber ver, sonra tekrar dene.',
  'service.overloaded': 'Tickets şu anda aşırı yüklü. Birkaç saniye sonra tekrar dene.',
  'storage.denied':
    'Tickets’ın, dosyalarının saklandığı yeri kullanmasına izin verilmiyor. Tickets’ı yöneten kişiye haber ver, sonra tekrar dene.',
  'storage.unreachable':
    'Tickets’ın dosyaları sakladığı yer şu anda yanıt vermiyor. Bir dakika sonra tekrar dene.',
  'storage.damaged':
    'Bu dosya saklanan dosya değil, bu yüzden gösterilmiyor. Tickets’ı yöneten kişiye haber ver.',

  'session.missing': 'Devam etmek için giriş yap.',
  'session.invalid': 'Oturumun sona erdi. Yeniden giriş yap.',
  'oauth.code_missing': 'Adreste kod eksik',
  'oauth.code_invalid': 'Geçersiz kod: yeniden giriş yapmayı dene',
  'oauth.scope_missing': 'identify izni eksik',
  'discord.unavailable': 'Discord şu anda yanıt vermiyor. Bir dakika sonra tekrar dene.',
  'discord.limited': 'Discord şu anda meşgul. {seconds} saniye sonra yeniden dene.',
  'discord.missing_permissions':
    'Discord, botun bunu yapmasına izin vermiyor. Bota şu izinleri verip tekrar dene: {permissions}',
  'discord.channel_permissions':
    'Discord, botun bunu yapmasına izin vermiyor. Bota #{channel} kanalında şu izinleri verip tekrar dene: {permissions}',
  'discord.category_permissions':
    'Discord, botun bunu yapmasına izin vermiyor. Bota “{category}” kategorisinde şu izinleri verip tekrar dene: {permissions}',
  'discord.refused': 'Discord bunu reddetti: {reason}',
  'guild.reload_cooldown': 'Bunu çok hızlı yapıyorsun: {seconds} saniye sonra tekrar dene',

  'outgoing_webhook.not_found': 'Webhook bulunamadı',
  'outgoing_webhook.delivery_not_found': 'Bu gönderim artık saklanmıyor',
  'outgoing_webhook.limit': 'Bir sunucunun {count} webhook’u olabilir. Başka eklemek için birini sil.',
  'outgoing_webhook.private_url': 'Bu adres herkese açık değil, bu yüzden oraya bir şey gönderilemez',
  'outgoing_webhook.off': 'Bu webhook kapalı. Bir şey göndermek için onu aç.',
  'integration.not_found': 'Entegrasyon bulunamadı',
  'integration.view_denied': 'Bu entegrasyonu görme iznin yok',
  'integration.not_yours': 'Bu entegrasyon senin değil',
  'integration.delete_denied': 'Bu entegrasyonu silme iznin yok',
  'integration.manage_denied': 'Bu entegrasyonu yönetme iznin yok',
  'integration.add_denied': 'Bu entegrasyonu etkinleştirme iznin yok',
  'integration.already_public': 'Bu entegrasyonun herkese açık olmasını zaten istedin',
  'integration.owned_limit': 'Entegrasyon sınırına ulaştın ({count}/{count})',
  'integration.active_limit': 'Aynı anda yalnızca {count} entegrasyon etkin olabilir',
  'integration.not_active': 'Entegrasyon etkin değil',
  'integration.secrets_invalid': 'Gizli değerler geçersiz',
  'integration.secrets_rejected': 'Entegrasyon gizli değerleri reddetti (yazarıyla iletişime geç)',
  'integration.validation_timeout':
    'Gizli değerleri denetleyen sunucu zamanında yanıt vermedi (entegrasyonun yazarıyla iletişime geç)',
  'integration.validation_failed':
    'Gizli değerleri denetleyen sunucuya ulaşılamadı (entegrasyonun yazarıyla iletişime geç)',
  'integration.validation_host': 'Denetim adresi webhook adresiyle aynı sunucuda olmalı',
  'integration.part_unknown': 'Bu ID bu entegrasyona ait değil: {what}',
  'integration.review_over': 'Bu istek bu arada karara bağlandı veya değişti. Sayfayı yenile.',
  'own_data.sign_in_again':
    'Bunu yapmak için yeniden giriş yap: senin yerine başkası yapmasın diye son girişin bir saatten eski olmamalı.',
  'own_data.username_wrong': 'Onaylamak için kullanıcı adını yaz: {username}.',
  'own_data.open_tickets':
    'Açık taleplerin varken verilerin silinemez. Açtıklarını kapat ve üstlendiklerini geri ver: {tickets}',
  'own_data.being_erased': 'Verilerin siliniyor. Bitmesini bekle veya önce iptal et.',
  'own_data.not_waiting': 'İptal edilecek bir şey yok: silme başladı veya istenmedi.',
  'own_data.no_export': 'İndirilecek bir veri kopyan yok. Yenisini iste.',
  'guild.invalid_id': 'Geçersiz sunucu ID’si',
  'guild.full_of_these':
    'Bu sunucuda bunlardan {count} tane var ve daha fazlası olamaz. Yer açmak için birini sil.',
  'guild.texts_too_long':
    'Bu kadar metin fazla: bir sunucuda hepsi birlikte {megabytes} MB olabilir. Önce bazılarını kısalt ya da sil.',
  'guild.not_found': 'Sunucu bulunamadı',
  'guild.without_bot': 'Bu bot bu sunucuda değil. Önce sunucuyu yönetebilen birinin onu eklemesi gerekiyor.',
  'permission.denied': 'Bu sunucuda bunu yapmaya yetkin yok.',
  'permission.admin_only': 'Bunu yalnızca bu ürünün yöneticileri yapabilir.',
  'override.not_by_bot_staff':
    'Bu sunucu sana bir süreliğine erişim verdiği için buradasın. Bunu yalnızca sunucunun kendi yöneticileri yapabilir.',
  'premium.required': 'Bunun için premium gerekiyor: {feature}.',

  'premium_key.malformed':
    'Bu bir premium anahtarı değil. Bir anahtar şöyle görünür: {example}. Tamamını kopyala ve yeniden dene.',
  'premium_key.unknown': 'Böyle bir anahtar yok. Yeniden kopyala ya da sana verene sor.',
  'premium_key.redeemed': 'Bu anahtar başka bir sunucu için kullanıldı. Her anahtar bir kez geçerlidir.',
  'premium_key.redeemed_here': 'Bu anahtar bu sunucu için zaten kullanıldı. Her anahtar bir kez geçerlidir.',
  'premium_key.revoked': 'Bu botu işleten kişi bu anahtarı geri aldı. Ondan başka bir anahtar iste.',
  'premium_key.not_needed':
    'Bu sunucunun premiumu süresiz, bu yüzden anahtar kullanılmadı. Başka bir sunucu için sakla.',
  'premium_key.too_many': 'Çok fazla yanlış anahtar. On dakika bekle, sonra yeniden dene.',
  'premium.not_subscriber': 'Premium aboneliği yok',
  'premium.not_multi_server': 'Abonelik birden çok sunucu için değil',
  'premium.too_many_servers': 'Çok fazla sunucu seçildi',
  'premium.server_denied': '{guild_id} sunucusunda izinlerin eksik',
  'settings.type_without_view': 'Yazabilmek için kanalı da görebilmek gerekir',
  'settings.notification_channel_missing': 'Talep bildirimleri için bir kanal seçmelisin',
  'settings.notification_channel_invalid': 'Talep bildirimleri kanalı bir metin kanalı değil',
  'settings.panels_without_threads':
    'Discord’un duyuru kanallarında özel alt başlık yoktur. Önce {channels} içindeki panelleri metin kanallarına taşı.',
  'settings.language_invalid': 'Geçersiz dil',
  'settings.colour_invalid': 'Geçersiz renk',
  'colours.premium_required': 'Mesajların görünümünü özelleştirmek için premium gerekiyor',
  'settings.auto_close_premium':
    'Talepleri belli bir süre sonra kapatmak premium gerektirir. Sunucunun premium’u olduğunda süreler değiştirilebilir',
  'settings.auto_close_too_long': 'Otomatik kapatma süresi 60 günden uzun olamaz',
  'settings.context_menu_panel_invalid': 'Bağlam menüsünün paneli bu sunucuya ait değil. Başka birini seç.',
  'settings.context_menu_level_invalid': 'Bağlam menüsünün yetki düzeyi 0, 1 veya 2 olmalı.',
  'settings.overflow_category_missing': 'Geçersiz yedek kategori',
  'settings.overflow_category_invalid': 'Yedek kategori bir kategori değil',

  'panel.not_found': 'Panel bulunamadı',
  'panel.quota_exceeded':
    'Panel sınırına ulaştın: {count}/{limit} panelin var. Daha fazlası için premium al.',
  'channel.is_ticket': 'Bu, talep kapanınca silinen bir talep kanalı. Başka bir kanal seç.',
  'panel.channel_not_found': 'Panelin kanalı bulunamadı',
  'panel.category_invalid': 'Geçersiz talep kategorisi',
  'panel.emoji_not_found': 'Emoji bulunamadı',
  'panel.emoji_invalid': 'Geçersiz emoji',
  'panel.emoji_missing_id': 'Özel emojinin ID’si eksik',
  'panel.emoji_name_mismatch': 'Emojinin adı uyuşmuyor',
  'panel.form_not_found': 'Form bulunamadı',
  'panel.team_invalid': 'Geçersiz destek ekibi',
  'panel.exit_survey_premium': 'Kapanış anketi bir premium özelliğidir',
  'panel.pending_category_premium': 'Yanıt bekleyen talepler kategorisi bir premium özelliğidir',
  'panel.pending_category_invalid': 'Yanıt bekleyen talepler için geçersiz kategori',
  'panel.mention_not_found': 'Bahsetmelerdeki {role_id} rolü bu sunucuda yok',
  'panel.thread_channel_required':
    'Bu sunucuda talepler alt başlık olarak açılır ve Discord’un duyuru kanallarında özel alt başlık yoktur. Bir metin kanalı seç.',
  'panel.access_role_not_found': 'Erişim listesindeki {role_id} rolü bu sunucuda yok',
  'panel.access_everyone_missing': 'Erişim listesinde @everyone kuralı yok',
  'panel.locked': 'Bu panel kapalı ve değiştirilemez: yeniden açmak için premium’u yenile',
  'panel.access_nobody':
    'Sunucu yöneticileri bu tür talepleri tüm rollere kapattı. Başka bir panel kullan ya da ekibe sor.',
  'panel.access_role_required': {
    param: 'count',
    one: 'Bu tür bir talep açmak için {roles} rolüne ihtiyacın var. Ekipten isteyebilirsin.',
    other: 'Bu tür bir talep açmak için şu rollerden birine ihtiyacın var: {roles}. Ekipten isteyebilirsin.',
  },
  'panel.access_role_denied':
    '{role} rolüne sahip olduğun için bu tür bir talep açamazsın. Bir yanlışlık olduğunu düşünüyorsan ekibe sor.',
  'embed.empty': 'Embed mesajında hiç içerik yok',
  'embed.footer_premium': 'Embed alt bilgisi bir premium özelliğidir',

  'multi_panel.not_found': 'Bu ID ile bir panel bulunamadı',
  'multi_panel.channel_not_found': 'Böyle bir kanal yok',
  'multi_panel.panel_invalid': 'Geçersiz panel ID’si',
  'multi_panel.too_few': 'Çoklu panelde en az 2 panel olmalı',
  'multi_panel.empty':
    'Bu çoklu panelin panellerinden hiçbiri kalmadı. Yeniden göndermeden önce düzenle ve en az 2 panel seç.',
  'multi_panel.label_missing':
    '“{title}” panelinin açılır menüde bir ada ihtiyacı var. Panelin düğmesine bir metin ver.',

  'form.not_found': '#{form_id} numaralı form bulunamadı',
  'form.input_count': 'Bir formda 1 ile 5 arasında alan olmalı (şu an: {count})',
  'form.input_not_found': '#{form_id} numaralı formda #{input_id} numaralı alan ({purpose}) yok',
  'form.input_deleted_and_updated': '#{input_id} numaralı alan aynı anda hem silinip hem değiştirilemez',
  'form.inputs_missing': 'Var olan {count} alanın hepsi belirtilmeli (bulunan: {found})',
  'form.input_missing': '#{input_id} numaralı alan belirtilmeli',
  'form.positions': 'Alanların sırası 1, 2, 3 diye artmalı ve tekrar etmemeli',
  'form.answer_missing': 'Lütfen “{question}” sorusunu yanıtla ve formu yeniden gönder.',
  'form.changed': 'Sen doldururken bu form değişti. Yeniden aç.',
  'form.too_slow': 'Bu çok uzun sürdü, form gösterilemedi. Tekrar dene.',
  'tag.not_found': 'Etiket bulunamadı: {tag_id}',
  'tag.limit_reached': 'Etiket sınırına (200) ulaşıldı',
  'tag.exists': '{tag_id} diye bir etiket zaten var. Onu kontrol panelinden düzenle ya da başka bir ID seç.',
  'tag.alias_premium': 'Özel komutlar için premium gerekiyor',
  'tag.alias_taken': '/{tag_id} botun kendi komutu. Başka bir ID seç ya da özel komutu kapat.',
  'tag.alias_limit':
    'Discord bir sunucuda 100 komuta izin veriyor. Önce başka bir etiketin özel komutunu kapat.',
  'tag.alias_refused':
    'Discord, botun bu sunucuda komut oluşturmasına izin vermiyor. Botu bir kez daha davet et, sonra etiketi yeniden kaydet.',
  'tag.id_invalid': 'Etiket ID’si 1 ile 16 karakter arasında olmalı ve boşluk içermemeli.',
  'tag.empty': 'Etiketin içeriği yok',
  'blacklist.user_limit': 'Kara liste sınırına (250 kişi) ulaşıldı: bunun yerine bir rol kullan',
  'blacklist.role_limit': 'Kara liste sınırına (50 rol) ulaşıldı',
  'blacklist.staff': 'Ekip üyelerini kara listeye ekleyemezsin!',
  'blacklist.self': 'Kendini kara listeye ekleyemezsin.',
  'blacklist.bot': 'Botun kendisini kara listeye ekleyemezsin.',
  'blacklist.user_invalid': 'Bu bir kişinin ID’si değil. Discord’daki bir ID’yi gir: yalnızca rakamlar.',
  'blacklist.everyone': '@everyone kara listeye eklenemez. Bir üye ya da başka bir rol seç.',
  'blacklist.role_not_found': 'Bu rol artık sunucuda yok. Başka birini seç.',

  'staff.owner_already_admin': 'Sunucunun sahibi botu zaten yönetiyor.',
  'staff.owner_stays': 'Sunucunun sahibi her zaman ekipte kalır.',
  'staff.self': 'Kendini ekipten çıkaramazsın. Bunu başka bir yöneticiden iste.',
  'staff.everyone': '@everyone ekipte olamaz. Bir üye ya da başka bir rol seç.',
  'staff.role_not_found': 'Bu rol artık sunucuda yok. Başka birini seç.',
  'staff.support_by_role':
    'Üyeler artık tek tek destek ekibine eklenmiyor. Onlara bir rol verip o rolü ekle ya da kontrol panelinde Default dışında bir ekibe al.',
  'staff.not_admin': '{target} yöneticiler arasında değil. Kimlerin olduğunu /viewstaff gösterir.',
  'staff.not_support': '{target} destek ekibinde değil. Kimlerin olduğunu /viewstaff gösterir.',
  'staff.member_not_found': 'Bu kişi sunucuda değil. Sunucunun üyelerinden birini seç.',
  'staff.owner_removes_admins': 'Yöneticileri yalnızca sunucunun sahibi çıkarabilir.',
  'team.not_found': 'Böyle bir destek ekibi yok.',
  'save.outdated':
    'Sen açtıktan sonra bunu başka biri değiştirdi, bu yüzden hiçbir şey kaydedilmedi. Yeniden yükle ve değişikliklerini onunkinin üzerine yap.',
  'audit.entry_not_found': 'Bu kayıt değişiklik günlüğünde yok.',
  'undo.not_possible': 'Bu tür bir değişiklik geri alınamaz.',
  'undo.undone': 'Zaten eskisi gibi, geri alınacak bir şey yok.',
  'undo.changed_since': 'O zamandan beri yine değiştirildi; geri almak sonraki değişikliği kaybettirir.',
  'undo.gone': 'O zamandan beri silindi. Önce silme işlemini geri al.',
  'undo.names_gone': 'Geri gelecek olan o zamandan beri silindi.',
  'undo.there_again': 'Bu adda yine bir tane var, bu yüzden bu geri gelemez.',
  'settings.naming_scheme_invalid': 'Adlandırma düzenlerinden birini seç.',
  'settings.welcome_message_invalid': 'Karşılama mesajı 1 ile 1000 karakter arasındadır.',
  'team.exists': 'Bu ekip zaten var.',
  'team.default_stays': 'Default ekibi her zaman vardır, bu yüzden silinemez.',

  'survey.not_found': 'Bu talep için artık bir anket yok.',
  'survey.denied': 'Anketi yalnızca talebi açan kişi doldurabilir.',
  'survey.unanswered': 'Bu talebin anketi doldurulmadı.',

  'panel.force_disabled':
    'Bu panel kapalı, çünkü sunucuda premium olmadan izin verilenden fazla panel var. Yöneticilerden premium’u yenilemelerini iste.',
  'panel.disabled': 'Sunucu yöneticileri bu tür talepleri kapattı. Başka bir panel kullan ya da ekibe sor.',
  'panel.gone': 'Bu panel artık yok. Başka bir panel kullan ya da ekibe sor.',

  'ticket.not_found': 'Talep bulunamadı',
  'ticket.message_outdated': 'Bu mesaj, burada artık bilinmeyen bir talebe ait.',
  'ticket.closed': '#{ticket_id} numaralı talep kapatıldı ve artık erişilemiyor',
  'ticket.limit_reached': {
    param: 'limit',
    one: 'Aynı anda yalnızca {limit} açık talebin olabilir. Yenisini açmak için onu kapat.',
    other: 'Aynı anda en fazla {limit} açık talebin olabilir. Yenisini açmak için birini kapat.',
  },
  'ticket.too_fast': 'Bu sunucuda talepler çok hızlı açılıyor. {seconds} saniye sonra tekrar dene.',
  'ticket.opener_too_fast': 'Çok hızlı talep açıyorsun. {seconds} saniye sonra tekrar dene.',
  'ticket.id_invalid': 'Geçersiz talep ID’si: {id}',
  'ticket.blacklisted':
    'Bu sunucunun kara listesindesin, bu yüzden taleplerini kullanamazsın. Bir yanlışlık olduğunu düşünüyorsan ekibe sor.',
  'ticket.open_command_disabled':
    '/{command} komutu bu sunucuda kapalı. Bunun yerine bir talep panelinin düğmesine bas.',
  'ticket.guild_full':
    'Bu sunucuda 500 kanal var; Discord daha fazlasına izin vermiyor. Ekipten birkaçını silmesini iste, sonra tekrar dene.',
  'ticket.category_full':
    'Kategoride çok fazla talep var (50; Discord daha fazlasına izin vermiyor). Birkaçı kapanınca tekrar dene.',
  'ticket.thread_channel_required':
    'Bu sunucuda talepler alt başlık olarak açılır, bunlar da yalnızca düz bir metin kanalında açılabilir. Öyle bir kanaldaki talep panelini kullan.',
  'ticket.thread_permission_missing':
    'Burada talep açmak için {channel} kanalında alt başlıklara mesaj gönderme iznine ihtiyacın var. Ekipten isteyebilirsin.',
  'ticket.close_denied': 'Bu talebi kapatamazsın. Destek ekibinden kapatmasını iste.',
  'ticket.close_request_gone': 'Bu istek artık geçerli değil: Yanıtlandı ya da yerini daha yenisi aldı.',
  'ticket.close_request_denied': 'Bu isteği yalnızca talebi açan kişi ve talebe bakan ekip yanıtlayabilir.',
  'ticket.not_open': '#{ticket_id} numaralı talep artık açık değil.',
  'ticket.not_here': 'Bu kanal bir talep değil. Komutu bir talep kanalında kullan.',
  'ticket.reopen_open': '#{ticket_id} numaralı talep zaten açık: {channel}',
  'ticket.reopen_open_as': '#{ticket_id} numaralı talep zaten #{next} numarasıyla açık: {channel}',
  'ticket.reopen_unsettled':
    '#{ticket_id} numaralı talep şu anda açılıyor veya kapatılıyor. Birazdan tekrar dene.',
  'ticket.reopen_thread_gone':
    '#{ticket_id} numaralı talebin alt başlığı silindiği için yeniden açılamaz. Yeni bir talep aç.',
  'ticket.reopen_erased':
    '#{ticket_id} numaralı talebi açan kişinin verileri silindi, bu yüzden yeniden açılamaz.',
  'ticket.reopen_imported':
    '#{ticket_id} numaralı talep içe aktarıldı ve açan kişi bu sunucuda değil, bu yüzden yeniden açılamaz.',
  'ticket.reopen_limit':
    '#{ticket_id} numaralı talebi açan kişinin, bu sunucunun izin verdiği kadar ({limit}) açık talebi var. Önce birini kapat.',
  'ticket.panel_same': 'Bu talep zaten {panel} paneline ait. Başka birini seç.',
  'ticket.welcome_missing': 'Bu talebin gidilecek bir ilk mesajı yok.',
  'ticket.notes_in_thread':
    'Alt başlık olan taleplerin notları olmaz, çünkü Discord’da alt başlık içinde alt başlık yoktur.',
  'ticket.notes_opener': 'Bu talebi sen açtın, bu yüzden notları ekibin geri kalanı içindir.',
  'ticket.not_claimed': 'Bu talebi kimse üstlenmedi.',
  'ticket.unclaim_denied': 'Talebi yalnızca üstlenen kişi veya bir yönetici bırakabilir.',
  'ticket.already_claimed': 'Bu talebi {user} üstlendi. Bırakmasını iste; bir yönetici de bıraktırabilir.',
  'ticket.transfer_denied': 'Talebi yalnızca onu üstlenen {user} veya bir yönetici devredebilir.',
  'ticket.claimed_to_write':
    'Bu talebe yalnızca onu üstlenen {user} ve yöneticiler yazabilir. Bırakmasını veya devretmesini iste.',
  'ticket.other_team': 'Bu talepte bunu yapmaya yetkin yok: onunla ilgilenen ekiplerin hiçbirinde değilsin.',
  'ticket.claimed_to_see':
    'Bu talebi yalnızca onu üstlenen {user} ve yöneticiler görebilir. Bırakmasını veya devretmesini iste.',
  'ticket.claimed_of_own':
    'Bu talebi sen açtın. {user} onu üstlendiği sürece burada ekip olarak değil, üye olarak yer alırsın.',
  'ticket.transfer_target':
    'Ekipten, bu panelin talepleriyle ilgilenen birini seç. Bu kişi onlarla ilgilenmiyor.',
  'ticket.claim_in_thread':
    'Alt başlık olan talepler üstlenilemez, çünkü Discord’da alt başlıkların kendi izinleri yoktur.',
  'ticket.staff_only': 'Bunu yalnızca bu sunucunun destek ekibi yapabilir.',
  'ticket.member_denied': 'Bunu yalnızca talebi açan kişi ve destek ekibi yapabilir.',
  'ticket.everyone_refused': '@everyone eklenemez veya çıkarılamaz. Bir üye ya da başka bir rol seç.',
  'ticket.member_blacklisted':
    '{member} eklenemez: {entry} bu sunucunun kara listesinde. Önce {entry} girdisini /blacklist ile ya da kontrol panelinde listeden çıkar.',
  'ticket.member_refused':
    '{member} bu sunucunun taleplerine eklenemez. Bir yanlışlık olduğunu düşünüyorsan ekibe sor.',
  'ticket.role_in_thread': 'Alt başlığa rol eklenemez. Üyelerini tek tek ekle.',
  'ticket.member_unknown': 'Bu sunucuda böyle bir üye veya rol yok. Discord’un önerdiklerinden birini seç.',
  'ticket.member_already': '{member} zaten bu talepte.',
  'ticket.member_not_in': '{member} bu talepte değil.',
  'ticket.staff_not_removable': 'Destek ekibini bir talepten çıkaramazsın.',
  'ticket.opener_not_removable': 'Talebi açan kişiyi çıkaramazsın. Bunun yerine talebi kapat.',
  'ticket.name_invalid': 'Kanal adları 1 ile 100 karakter arasında olmalı.',
  'ticket.rename_too_fast':
    'Bir talebin adı on dakikada yalnızca iki kez değiştirilebilir. Tekrar dene: {retry}.',
  'ticket.message_empty': 'Mesaj boş olamaz',
  'ticket.message_too_long': 'Mesajlar en fazla 2000 karakter olabilir; bu mesaj {length} karakter.',
  'ticket.key_reused':
    'Bu anahtarla daha önce başka bir şey gönderildi, bu yüzden bu gönderilmedi. Yeni bir mesaj olarak gönder.',
  'ticket.writer_left':
    'Artık bu sunucuda değilsin, bu yüzden taleplerine yazamazsın. Önce sunucuya yeniden katıl.',
  'ticket.writer_timed_out':
    'Bu sunucuda zaman aşımındasın, bu yüzden şimdi yazamazsın. Zaman aşımı bitince yeniden yaz.',
  'ticket.writer_denied': 'Discord bu talebin kanalına yazmana izin vermiyor. Sunucunun ekibine sor.',
  'ticket.files_denied':
    'Discord bu talebin kanalına dosya göndermene izin vermiyor. Mesajını dosyasız gönder.',
  'ticket.slow_mode': 'Bu talebin kanalı yavaş modda ve az önce yazdın. Bunu daha sonra yeniden gönder.',
  'ticket.channel_missing': '#{ticket_id} numaralı talebin Discord’da kanalı yok.',
  'ticket.rating_denied': 'Talebi yalnızca onu açan kişi puanlayabilir.',
  'ticket.rating_disabled': 'Puanlama bu sunucuda kapalı.',
  'ticket.origin_erased':
    'Bu mesajı yazan kişinin verileri o zamandan beri silindi, bu yüzden ondan talep açılamaz.',
  'ticket.context_menu_denied':
    'Bu sunucuda mesajlardan talep açamazsın. Bunun yerine bir talep paneli kullan ya da ekibe sor.',
  'transcript.link_gone':
    'Bu bağlantı artık hiçbir yere götürmüyor: süresi doldu, iptal edildi ya da gösterdiği şey kaldırıldı. Yeni bir bağlantı iste.',
  'transcript.link_unknown': 'Böyle bir bağlantı yok. Dökümüyle birlikte kaldırılmış olabilir.',
  'transcript.too_many_links':
    'Bu dökümün çalışan {count} bağlantısı var. Birini iptal et, sonra yenisini oluştur.',
  'transcript.download_running': 'Zaten bir indirme hazırlıyorsun. Bitmesini bekle ya da önce onu iptal et.',
  'transcript.download_gone': 'Bu indirme artık saklanmıyor. Yenisini iste.',
  'transcript.download_nothing': 'Filtreye uyan döküm yok, indirilecek bir şey de yok. Filtreyi değiştir.',
  'transcript.form_too_large':
    'Bu konuşma dökümü bir sayfa ya da metin için çok büyük: en fazla {limit} olabilir. Onu kontrol panelinde oku.',
  'transcript.form_too_slow':
    'Bu konuşma dökümünden bir sayfa ya da metin yapmak {seconds} saniyeden uzun sürüyor. Onu kontrol panelinde oku.',
  'transcript.not_found': 'Konuşma dökümü bulunamadı',
  'transcript.denied': 'Bu konuşma dökümünü görüntüleme iznin yok',
  'import.file_type_invalid': 'Geçersiz dosya türü',
  'import.size_invalid': 'Bir dosyanın boyutu en az bir olan bir bayt sayısıdır.',
  'import.too_large': 'Dosya çok büyük',
  'import.content_type_missing': 'file_content_type eksik',
  'import.content_type_invalid': 'file_content_type geçersiz',
  'import.no_file': 'İçe aktarılacak bir dosya seç: veri ya da döküm dosyalarından en az biri',
  'import.refused': '{name} içe aktarılamıyor: {problem}',
  'import.address_over': 'Bu adres artık dosya almıyor: süresi doldu ya da kullanıldı. Yenisini iste.',
  'import.arriving': 'Bu adrese başka bir dosya gönderiliyor. Ulaşmasını bekle ya da yeni bir adres iste.',
  'import.busy': 'Şu anda başka arşivler okunuyor. Bir dakika sonra yeniden dene.',
  'import.not_as_announced': 'Bu, adresin yapıldığı dosya değil: boyutu ve içerik türü aynı olmalı.',
  'import.queue_full':
    'Bu sunucuya aktarılmayı bekleyen beş dosya zaten var. Biri bitene kadar bekle, sonra bunu gönder.',
  'import.no_room':
    'Bu sunucuda bekleyen ya da senin gönderdiğin dosyalar, onlara ayrılan yerin tamamını kaplıyor. Birini içe aktar ya da at, sonra bunu gönder.',
  'import.upload_gone': 'Bu dosya artık saklanmıyor. Yeniden yükle.',
  'import.not_ready': 'Bu dosya hâlâ denetleniyor. Raporunu bekle, sonra onayla.',
  'import.done': 'Bu dosya zaten içe aktarıldı. Bir kez daha içe aktarmak için yeniden yükle.',
  'import.under_way': 'Bu sunucuda bir içe aktarma sürüyor. Bitmesini bekle.',
  'import.mapping_invalid':
    'Kanal ve rollerin yerine seçilenlerden {id} artık bu sunucuda değil. Başka bir şey seç.',
  'export.running':
    'Bu sunucunun bir dışa aktarımı zaten hazırlanıyor. Bitmesini bekle ya da önce onu iptal et.',
  'export.gone': 'Bu dışa aktarım artık saklanmıyor. Yenisini iste.',
  'copy.same_server': 'Bu, sunucunun kendisi. Kopyalanacak başka bir sunucu seç.',
  'copy.source_denied': 'Kopyalamak istediğin sunucunun yöneticisi değilsin.',
  'attachment.not_found': 'Bu dosya artık yok ya da bağlantısının süresi doldu. Sayfayı yenile.',
  'members.query_invalid': 'Geçersiz arama',
  'search.operator': 'Aramada {operator}: diye bir şey yok. Olduğu gibi aramak için tırnak içine al.',
  'search.minus': '{operator}: önüne eksi konmaz. Yalnızca kelimeler hariç tutulabilir.',
  'search.from': 'from: bir ad, bir ID ya da me ister.',
  'search.panel': '{operator}: bir panelin başlığını ister; boşluk varsa tırnak içinde.',
  'search.panel_unknown': 'Bu sunucuda {panel} adında bir panel yok.',
  'search.date': '{operator}: 2026-03-01 gibi bir tarih ister.',
  'search.has': 'has: dosyalı mesajlar için file ister.',
  'search.rating': 'rating: 1 ile 5 arası bir sayı, ya da 4 ve üstü için 4+ ister.',
  'settings.ticket_limit_invalid': 'Talep sınırı 1 ile 10 arasında olmalı.',
  'settings.archive_channel_invalid':
    'Kapanan talepler yalnızca bu sunucunun bir metin kanalında bildirilebilir. Başka bir kanal seç.',
  'on_call.threads_only':
    'Nöbet yalnızca taleplerin alt başlık olduğu yerde vardır. Yöneticiler bunu /setup use-threads ile açar.',
  'whitelabel.premium_required': 'Bunun için whitelabel premium gerekir',
  'whitelabel.no_bot': 'Bot bulunamadı',
  'whitelabel.not_trusted':
    'Bu bot bu sunucuda hiçbir şey yapmaz, çünkü onu çalıştıran kişi sunucunun yöneticisi değil. Bir yönetici bunu değiştirebilir: Discord’da /addadmin ile veya panelde Staff Teams altında.',
  'whitelabel.bot_unknown': 'Whitelabel botu bulunamadı',
  'whitelabel.token_invalid': 'Geçersiz token',
  'whitelabel.main_bot':
    'Bu, burada herkesin paylaştığı botun tokenı. Discord geliştirici portalında kendi uygulamanı oluştur ve onun tokenını gir.',
  'whitelabel.bot_taken':
    'Bu botu burada başka biri çalıştırıyor. Önce onun kapatması gerekir; onu tanımıyorsan Discord geliştirici portalında tokenı sıfırla.',
  'whitelabel.status_length': 'Durum 1 ile 255 karakter arasında olmalı',
  'whitelabel.status_type': 'Geçersiz durum türü',
  'whitelabel.token_refused':
    'Discord bu botun tokenını artık kabul etmiyor. Discord geliştirici portalında tokenı sıfırla ve yenisini buraya gir.',
  'whitelabel.token_lost': 'Bu botun tokenını şifreleyen anahtar kayboldu. Tokenı yeniden gir.',
  'whitelabel.commands_cooldown': 'Komutlar az önce oluşturuldu. {seconds} saniye sonra yeniden dene.',
} as const satisfies Record<ErrorCode, ErrorText>;
