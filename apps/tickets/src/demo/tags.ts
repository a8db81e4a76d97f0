import { CustomEmbedInput } from '@tickets/contract/embeds/embeds';
import type { TagFields } from '@tickets/contract/tags/tags';
import type { Tx } from '@tickets/core/platform/db/db';
import { columnsOf, writeTag } from '@tickets/core/tags/rows';
import type { DemoServer, ServerKey } from './servers.ts';

const tags: Record<'harbour' | 'pixel', DemoTag[]> = {
  harbour: [
    {
      tag_id: 'docs',
      content: 'Everything about our servers stands in the guide: https://harbour.example/guide',
      use_guild_command: true,
    },
    {
      tag_id: 'proof',
      content:
        'Hi %user%, to look into this we need a picture or a short video of what happened. Add it here, and we go on.',
    },
    {
      tag_id: 'refund',
      content: null,
      embed: {
        title: 'Refunds',
        description: 'A purchase can be given back within 14 days, as long as nothing of it was used.',
        colour: '#5865F2',
        fields: [
          { name: 'What we need', value: 'The number of the order, as it stands in the mail.', inline: true },
          { name: 'How long it takes', value: 'Three to five working days.', inline: true },
        ],
        footer: { text: 'Harbour Games' },
      },
    },
    {
      tag_id: 'rules',
      content: 'Please read the rules before you play on:',
      embed: {
        title: 'House rules',
        description:
          '**1.** Be kind.\n**2.** No cheats, no advertising.\n**3.** Moderators have the last word.',
        colour: '#E67E22',
      },
      use_guild_command: true,
    },
    {
      tag_id: 'thanks',
      content:
        'Glad that we could help, %nickname%! You can close ticket #%ticket_id% with the button above.',
    },
  ],
  pixel: [
    { tag_id: 'faq', content: 'Most questions are answered in the channel #faq. Have a look there first.' },
    {
      tag_id: 'hours',
      content: 'We answer from Monday to Friday. Your ticket %channel% stays open until then.',
    },
  ],
};

/** Answers that the teams of two servers give often. */
export async function addTags(tx: Tx, servers: Record<ServerKey, DemoServer>): Promise<void> {
  for (const server of ['harbour', 'pixel'] as const)
    for (const said of tags[server]) {
      const embed = said.embed ? CustomEmbedInput.parse(said.embed) : null;
      const tag: TagFields = {
        id: said.tag_id,
        content: said.content,
        use_guild_command: said.use_guild_command ?? false,
        use_embed: embed !== null,
        embed,
      };
      await writeTag(tx, { guild_id: servers[server].guild_id, ...columnsOf(tag), command_id: null });
    }
}

interface DemoTag {
  tag_id: string;
  content: string | null;
  embed?: object;
  use_guild_command?: boolean;
}
