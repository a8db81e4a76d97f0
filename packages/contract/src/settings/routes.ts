import { GuildPath, Ok, type Route } from '../platform/route.ts';
import { Colours, ColoursSave, SettingsAnswer, SettingsSave, SettingsSaved } from './settings.ts';

export const settingsRoutes = {
  'settings.get': {
    summary: 'All settings of the server, with the languages to choose from.',
    subject: 'Settings',
    access: 'settings.read',
    params: GuildPath,
    answers: { 200: SettingsAnswer },
  },
  'settings.save': {
    summary:
      'Saves all settings. Five fields are checked softly: a false flag means that this one was not saved. With the `version` that was read as `based_on`, a change of somebody else is not written over.',
    subject: 'Settings',
    access: 'settings.update',
    params: GuildPath,
    body: SettingsSave,
    answers: { 200: SettingsSaved },
  },
  'colours.get': {
    summary: "The colours of the bot's messages in the server: 0 success, 1 failure.",
    subject: 'Settings',
    access: 'colours.read',
    params: GuildPath,
    answers: { 200: Colours },
    answer_headers: {
      'x-version': 'The `version` of the settings, which hold the colours: for `based_on`.',
    },
  },
  'colours.save': {
    summary:
      "Saves the colours of the bot's messages. One that is left out goes back to its default. With the `version` of the settings as `based_on`, a change of somebody else is not written over.",
    subject: 'Settings',
    access: 'colours.update',
    params: GuildPath,
    body: ColoursSave,
    answers: { 200: Ok },
  },
} as const satisfies Record<string, Route>;
