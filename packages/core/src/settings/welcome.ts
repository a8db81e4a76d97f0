import type { Language } from '@tickets/contract/platform/locales';

/** What a server says in a new ticket until it chose its own words. */
export const defaultWelcome: Record<Language, string> = {
  en: 'Thank you for contacting support.\nPlease describe your issue and await a response.',
  de: 'Danke, dass du dich an den Support wendest.\nBitte beschreibe dein Anliegen und warte auf eine Antwort.',
  fr: 'Merci d’avoir contacté le support.\nExplique-nous ta demande, puis patiente jusqu’à notre réponse.',
  nl: 'Bedankt dat je contact opneemt met support.\nBeschrijf je probleem of vraag en wacht op een reactie.',
  es: 'Gracias por contactar con el soporte.\nCuéntanos qué necesitas y espera nuestra respuesta.',
  pl: 'Dzięki za kontakt z zespołem wsparcia.\nOpisz swoją sprawę i poczekaj na odpowiedź.',
  br: 'Obrigado por entrar em contato com o suporte.\nConte o que você precisa e aguarde nossa resposta.',
  tr: 'Destek ekibiyle iletişime geçtiğin için teşekkürler.\nLütfen sorununu anlat ve yanıt bekle.',
};
