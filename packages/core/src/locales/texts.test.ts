import { AppError, errorTable } from '@tickets/contract/errors';
import { locales } from '@tickets/contract/locales';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { allTexts, errorText, errorTexts } from './texts.ts';

/** Every text with its path, and the parameters that it names. */
function parameters(node: object, path = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(node)) {
    const at = `${path}${key}`;
    if (typeof value === 'string') found[at] = (value.match(/\{\w+\}/g) ?? []).sort().join();
    else Object.assign(found, parameters(value as object, `${at}.`));
  }
  return found;
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

  test.each(others)(
    '$local_name keeps to the limits that Discord has for commands, buttons and forms',
    (locale) => {
      const { opening, joining, closing, close_request, survey, staff, commands, general, auto_close } =
        allTexts[locale.iso_short_code];
      const atMost: Record<number, readonly string[]> = {
        32: [commands.start_ticket],
        45: [opening.close_with_reason, closing.edit_reason, closing.reason_label],
        80: [
          ...[opening.close, opening.claim, opening.unclaim, joining.button, survey.fill_in, survey.view],
          ...[closing.confirm_button, closing.view_transcript, closing.view_thread],
          ...[close_request.accept, close_request.deny],
          ...[staff.confirm_button, staff.previous, staff.next],
          ...[general.dashboard, general.guide, general.invite_button],
          ...[general.panels_button, general.premium_button],
          ...[auto_close.configure_button, auto_close.keep_open],
        ],
        100: [...Object.values(commands), closing.reason_placeholder],
      };
      for (const [limit, said] of Object.entries(atMost))
        expect(said.filter((text) => text.length > Number(limit))).toEqual([]);
    },
  );

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

  test('a panel has one name in French', () => {
    const said = JSON.stringify([allTexts.fr, errorTexts.fr]).replace(/\{panel\}|"[\w.]+":/g, '');
    expect(said.match(/.{20}\bpanels?\b.{20}/gi)).toBeNull();
  });

  test('a limit of one is said in the singular', () => {
    const refused = (limit: number) => new AppError('ticket.limit_reached', { params: { limit } });
    expect(errorText('en', refused(1))).toContain('open 1 ticket at once');
    expect(errorText('en', refused(2))).toContain('open 2 tickets at once');
    expect(errorText('de', refused(1))).toContain('nur 1 Ticket gleichzeitig');
  });

  test.each([
    [1, 'otwarty tylko 1 ticket naraz'],
    [2, 'otwarte tylko 2 tickety naraz'],
    [5, 'otwartych tylko 5 ticketów naraz'],
    [22, 'otwarte tylko 22 tickety naraz'],
  ])('a limit of %d is said in the form that Polish has for it', (limit, said) => {
    expect(errorText('pl', { code: 'ticket.limit_reached', params: { limit } })).toContain(said);
  });
});
