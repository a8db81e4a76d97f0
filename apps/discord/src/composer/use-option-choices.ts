import type { Choice } from '@tickets/discord-ui/live/choices.tsx';
import { matching } from '@tickets/discord-ui/live/matching';
import { useEffect, useEffectEvent, useState } from 'react';
import { channelChoices, mentionableChoices, roleChoices, userChoices } from '../client/choices.tsx';
import { type Client, useClient, useSelected } from '../client/client.ts';
import { autocomplete, ownChoice } from '../client/interactions.ts';
import { openServer } from '../client/state.ts';
import type { Channel, CommandOption, OptionValue, Server } from '../simulator/types.ts';
import { type CommandWay, givenBy, type OptionEntries } from './command-uses.ts';

/** An option of a command, and what was filled in so far. */
export interface FilledOption {
  option: CommandOption;
  draft: CommandWay;
  channel: Channel;
  entries: OptionEntries;
}

/** An application is asked when the writer pauses. */
const AUTOCOMPLETE_MS = 150;
const SHOWN_MAX = 25;
const STRING = 3;

export type ValueChoice = Choice<OptionValue>;

/** What the field of an option offers: what is known of it, or what its application says. */
export function useOptionChoices(props: FilledOption, isOpen: boolean) {
  const client = useClient();
  const server = useSelected(openServer);
  const { option, entries } = props;
  const entry = entries[option.name] ?? { text: '' };
  const found = useAutocomplete(props, isOpen);
  const fixed = fixedChoices(client, option, server);
  // What was picked is no search.
  const query = entry.picked === undefined ? entry.text : '';
  const loading = option.autocomplete && !found ? 'Loading…' : 'No suggestions';
  return {
    items: fixed ? matching(fixed, query).slice(0, SHOWN_MAX) : (found ?? []),
    hasChoices: fixed !== undefined || option.autocomplete === true,
    empty: option.autocomplete ? loading : 'Nothing found',
  };
}

const yesNo: readonly ValueChoice[] = [
  { value: true, label: 'True' },
  { value: false, label: 'False' },
];

/** What an option offers without asking the application; undefined when it is free text. */
function fixedChoices(
  client: Client,
  option: CommandOption,
  server: Server | null,
): readonly ValueChoice[] | undefined {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ value, label: name }));
  switch (option.type) {
    case 5:
      return yesNo;
    case 6:
      return server ? userChoices(server) : [ownChoice(client)];
    case 7:
      return channelChoices(server, option.channel_types);
    case 8:
      return roleChoices(server);
    case 9:
      return mentionableChoices(server);
    default:
      return undefined;
  }
}

function useAutocomplete(props: FilledOption, isOpen: boolean): ValueChoice[] | null {
  const client = useClient();
  const { option, draft, channel, entries } = props;
  const [found, setFound] = useState<ValueChoice[] | null>(null);
  const text = entries[option.name]?.text ?? '';
  const ask = useEffectEvent(async () => {
    const others = draft.options.flatMap((other) => {
      const entry = entries[other.name];
      const value = entry && givenBy(other, entry);
      return value === undefined || other.name === option.name ? [] : [[other.name, value] as const];
    });
    const typed = option.type === STRING ? text : Number(text) || 0;
    return autocomplete(client, {
      channel_id: channel.id,
      command_id: draft.command.id,
      path: draft.path,
      options: { ...Object.fromEntries(others), [option.name]: typed },
      focused: option.name,
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again for another text
  useEffect(() => {
    if (!option.autocomplete || !isOpen) return undefined;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const choices = (await ask()) ?? [];
      if (isWanted) setFound(choices.map(({ name, value }) => ({ value, label: name })));
    }, AUTOCOMPLETE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [option.autocomplete, isOpen, text]);
  return found;
}
