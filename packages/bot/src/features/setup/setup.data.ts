import { limits } from '@tickets/contract/platform/limits';
import { ChannelType, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { commandData, described } from '../../interactions/command-data.ts';

const textChannel = { type: Type.Channel as const, channel_types: [ChannelType.GuildText as const] };

export const setupData = commandData('setup', {
  options: [
    { type: Type.Subcommand, name: 'auto', ...described('setup_auto') },
    {
      type: Type.Subcommand,
      name: 'limit',
      ...described('setup_limit'),
      options: [
        {
          type: Type.Integer,
          name: 'limit',
          ...described('setup_limit_limit'),
          min_value: limits.ticket_limit.min,
          max_value: limits.ticket_limit.max,
          required: true,
        },
      ],
    },
    {
      type: Type.Subcommand,
      name: 'transcripts',
      ...described('setup_transcripts'),
      options: [
        { ...textChannel, name: 'channel', ...described('setup_transcripts_channel'), required: true },
      ],
    },
    {
      type: Type.Subcommand,
      name: 'use-threads',
      ...described('setup_threads'),
      options: [
        { type: Type.Boolean, name: 'use_threads', ...described('setup_threads_use'), required: true },
        { ...textChannel, name: 'ticket_notification_channel', ...described('setup_threads_channel') },
      ],
    },
  ],
});
