import { en } from '@tickets/core/platform/texts/en';
import type { Texts } from '@tickets/core/platform/texts/shape';
import { localizations } from '@tickets/core/platform/texts/texts';
import {
  InteractionContextType,
  type LocalizationMap,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';

type Data = RESTPostAPIChatInputApplicationCommandsJSONBody;
export type TextKey = keyof Texts['commands'];

/** What Discord shows beside a command, a sub-command or an option, in every language. */
export function described(key: TextKey): { description: string; description_localizations: LocalizationMap } {
  return {
    description: en.commands[key],
    description_localizations: localizations((t) => t.commands[key]),
  };
}

/** A command by the name of its text, for use in servers. */
export function commandData(
  key: TextKey,
  {
    name = key,
    contexts = [InteractionContextType.Guild],
    ...more
  }: Partial<Pick<Data, 'name' | 'contexts' | 'options'>> = {},
): Data {
  return { name, ...described(key), contexts, ...more };
}
