import { AppError, errorTable } from '@tickets/contract/platform/errors';
import { type Language, locales } from '@tickets/contract/platform/locales';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { allTexts, errorText, errorTexts } from './texts.ts';

/** Every text with its path. */
function spoken(node: object, path = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(node)) {
    const at = `${path}${key}`;
    if (typeof value === 'string') found[at] = value;
    else Object.assign(found, spoken(value as object, `${at}.`));
  }
  return found;
}

/** The parameters that every text names. */
function parameters(node: object): Record<string, string> {
  const named = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  return Object.fromEntries(Object.entries(spoken(node)).map(([path, text]) => [path, named(text)]));
}

describe('texts', () => {
  const others = locales.filter(({ iso_short_code }) => iso_short_code !== 'en');

  test.each(others)('$local_name has every text, with the parameters of the original', (locale) => {
    expect(parameters(allTexts[locale.iso_short_code])).toEqual(parameters(en));
  });

  test.each(others)('$local_name says every error, with the parameters of the original', (locale) => {
    const said = errorTexts[locale.iso_short_code];
    expect(Object.keys(errorTable).filter((code) => !(code in said))).toEqual([]);
    for (const [code, text] of Object.entries(said)) {
      const original = parameters({ [code]: errorTable[code as keyof typeof errorTable][1] }); // the keys are the table's
      const forms =
        typeof text === 'string' ? [text] : [text.other, text.few ?? text.other, text.many ?? text.other];
      for (const form of forms) expect(parameters({ [code]: form }), code).toEqual(original);
    }
  });

  test('no text is empty', () => {
    expect(JSON.stringify([allTexts, errorTexts])).not.toContain('""');
  });

  test.each(locales)('$local_name keeps to the limits that Discord has for what it shows', (locale) => {
    const t = allTexts[locale.iso_short_code];
    const { opening, joining, closing, close_request, survey, staff, general, auto_close, language } = t;
    const atMost: Record<number, readonly string[]> = {
      32: [t.commands.start_ticket],
      45: [
        t.premium.redeem,
        t.premium.key_label,
        opening.close_with_reason,
        closing.edit_reason,
        closing.reason_label,
      ],
      80: [
        ...[opening.close, opening.claim, opening.unclaim, joining.button, survey.fill_in, survey.view],
        ...[closing.confirm_button, closing.cancel_button, closing.view_transcript, closing.view_thread],
        ...[close_request.accept, close_request.deny, t.switching.jump],
        ...[staff.confirm_button, staff.previous, staff.next],
        ...[general.dashboard, general.guide, general.invite_button],
        ...[general.panels_button, general.premium_button],
        ...[auto_close.configure_button, auto_close.keep_open],
      ],
      100: [
        opening.panel_locked,
        opening.panel_disabled,
        ...Object.values(t.commands),
        closing.reason_placeholder,
        language.automatic,
        t.notes.thread_name,
      ],
      150: [language.placeholder],
      // Titles and names of fields in embeds; where a parameter is filled in, it takes its room.
      200: Object.entries(spoken(t)).flatMap(([path, text]) =>
        /title$|^(joining|reopening|stats|help)\./.test(path) ? [text] : [],
      ),
    };
    for (const [limit, said] of Object.entries(atMost))
      expect(said.filter((text) => text.length > Number(limit))).toEqual([]);
    expect(opening.ticket_word, 'channels are named in lower case').toMatch(/^\p{Ll}+$/u);
  });

  test.each(others)('$local_name has a form for every number that it counts with', (locale) => {
    const { iso_short_code, bcp47 } = locale;
    const plurals = new Intl.PluralRules(bcp47);
    const needed = new Set(Array.from({ length: 101 }, (_, count) => plurals.select(count)));
    for (const [code, text] of Object.entries(errorTexts[iso_short_code]))
      if (typeof text !== 'string' && text.other.includes(`{${text.param}}`))
        expect(Object.keys(text), code).toEqual(expect.arrayContaining([...needed]));
  });

  test.each(others)(
    '$local_name is set as its readers are used to: no typewriter quotation marks',
    (locale) => {
      const said = Object.entries(spoken([allTexts, errorTexts].map((all) => all[locale.iso_short_code])));
      expect(said.filter(([, text]) => /['"]|\.{3}/.test(text))).toEqual([]);
    },
  );

  test('French sets its signs off with no-break spaces', () => {
    const said = Object.entries(spoken([allTexts.fr, errorTexts.fr]));
    expect(said.filter(([, text]) => /[^\u00a0][;!?»]|[^\u00a0]:(\s|$)|«[^\u00a0]/.test(text))).toEqual([]);
  });

  test.each<[string, Language, RegExp]>([
    ['German says du', 'de', /\b(Ihnen|Ihre?[mnrs]?)\b|\p{L}en Sie\b/u],
    ['French says tu', 'fr', /\b(vous|votre|vos)\b|\b(?!chez|assez)\p{L}+ez\b/iu],
    ['Spanish says tú', 'es', /\busted(es)?\b/i],
    ['Dutch says je', 'nl', /\b(u|uw)\b/i],
    ['Polish says ty', 'pl', /(?<!\p{L})(Pan|Pani|Państwo|Państwa)(?!\p{L})/u],
    ['Turkish says sen', 'tr', /(?<!\p{L})(siz|sizin|size)(?!\p{L})|[ıiuü]n[ıiuü]z(?!\p{L})/iu],
  ])('%s, everywhere', (_, language, formal) => {
    const said = Object.entries(spoken([allTexts[language], errorTexts[language]]));
    expect(said.filter(([, text]) => formal.test(text))).toEqual([]);
  });

  test.each<[string, Language, RegExp]>([
    ['a server is something that one is on in German', 'de', /\b(in (diesem|einem|deinem)|im) Server\b/],
    ['a server is something that one is on in Dutch', 'nl', /\bin (deze|een|je|de) server\b/i],
    ['a panel has one name in Dutch', 'nl', /\bpaneel\b/i],
    ['a panel has one name in French', 'fr', /(?<!\{)\bpanels?\b/i],
    ['a tag has one gender in German', 'de', /\b(der|einen|diesen|welcher) Tag\b/i],
    ['a command has one name in Polish', 'pl', /polecen(?!.* aplikacji)/i], // as Discord names a permission
    ['an id has one name in Turkish', 'tr', /kimli[kğ]/i],
  ])('%s', (_, language, another) => {
    const said = Object.entries(spoken([allTexts[language], errorTexts[language]]));
    expect(said.filter(([, text]) => another.test(text))).toEqual([]);
  });

  test.each(locales)('what an error names is named in $local_name too', ({ iso_short_code: language }) => {
    const t = allTexts[language];
    const said = (error: AppError) => errorText(language, error);
    const code = 'premium.required';
    expect(said(new AppError(code, { details: { feature: 'statistics' } }))).toContain(t.features.statistics);
    const details = { purpose: 'delete' };
    const unknown = new AppError('form.input_not_found', { params: { input_id: 1, form_id: 2 }, details });
    expect(said(unknown)).toContain(t.input_purposes.delete);
    const several = [
      { code: 'tag.not_found', params: { tag_id: 'hi' } },
      { code: 'panel.not_found' },
    ] as const;
    for (const one of several)
      expect(said(new AppError('request.invalid', { several }))).toContain(errorText(language, one));
  });

  test('a limit of one is said in the singular', () => {
    const refused = (limit: number) => new AppError('ticket.limit_reached', { params: { limit } });
    expect(errorText('en', refused(1))).toContain('open 1 ticket at once');
    expect(errorText('en', refused(2))).toContain('open 2 tickets at once');
    expect(errorText('de', refused(1))).toContain('nur 1 Ticket gleichzeitig');
  });

  // Turkish leaves a noun as it is after a number.
  test.each(locales.filter(({ iso_short_code }) => iso_short_code !== 'tr'))(
    'one second is not said like two in $local_name',
    ({ iso_short_code: language }) => {
      const after = (seconds: number) =>
        errorText(language, { code: 'ticket.too_fast', params: { seconds } });
      expect(after(2)).not.toBe(after(1).replace('1', '2'));
    },
  );

  test.each([
    [1, 'otwarty tylko 1 ticket naraz'],
    [2, 'otwarte tylko 2 tickety naraz'],
    [5, 'otwartych tylko 5 ticketów naraz'],
    [22, 'otwarte tylko 22 tickety naraz'],
  ])('a limit of %d is said in the form that Polish has for it', (limit, said) => {
    expect(errorText('pl', { code: 'ticket.limit_reached', params: { limit } })).toContain(said);
  });
});
