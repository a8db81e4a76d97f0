import { AppError, fillText } from '@tickets/contract/platform/errors';
import { tagLimits } from '@tickets/contract/tags/tag-limits';
import { TagId, TagInput } from '@tickets/contract/tags/tags';
import { listTags, removeTag, saveTag } from '@tickets/core/tags/tags';
import { successEmbed } from '@tickets/core/wording/look';
import {
  type APIApplicationCommandStringOption,
  type APIApplicationCommandSubcommandOption,
  type APIChatInputApplicationCommandInteraction,
  type APIEmbed,
  ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { commandData, described, type TextKey } from '../../interactions/command-data.ts';
import type { CommandHandler, GuildInput } from '../../interactions/handlers.ts';
import { subcommandOf } from '../../interactions/options.ts';
import { suggestTagIds } from './suggest-tag-ids.ts';

type Input = GuildInput<APIChatInputApplicationCommandInteraction>;

export const manageTagsCommand: CommandHandler = {
  kind: 'command',
  answers: 'privately',
  action: 'tag.save',
  data: commandData('managetags', {
    options: [
      subcommand('add', 'managetags_add', [
        text('id', 'managetags_add_id', { max_length: tagLimits.id }),
        text('content', 'managetags_add_content', { max_length: tagLimits.content }),
      ]),
      subcommand('delete', 'managetags_delete', [text('id', 'managetags_delete_id', { autocomplete: true })]),
      subcommand('list', 'managetags_list'),
    ],
  }),
  run: {
    where: 'guild',
    async execute(input) {
      const { name, options } = subcommandOf(input.interaction);
      if (name === 'add') await add(input, { id: options.id ?? '', content: options.content ?? '' });
      else if (name === 'delete') await remove(input, options.id ?? '');
      else await list(input);
    },
  },
  autocomplete: suggestTagIds,
};

async function add({ call, server, answer }: Input, given: { id: string; content: string }) {
  const id = TagId.safeParse(given.id);
  if (!id.success) throw new AppError('tag.id_invalid');
  const input = TagInput.safeParse(given);
  if (!input.success) throw new AppError('tag.empty');
  await saveTag(call, server.guild_id, input.data, { only_new: true });
  const { added_title: title, added } = server.t.tags;
  const description = fillText(added, { tag: code(input.data.id), command: code(`/tag ${input.data.id}`) });
  await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
}

async function remove({ call, server, answer }: Input, id: string) {
  await removeTag(call, server.guild_id, id);
  const { deleted_title: title, deleted } = server.t.tags;
  const description = fillText(deleted, { tag: code(id.trim().toLowerCase()) });
  await answer.send({ embeds: [successEmbed(server.look, { title, description })] });
}

async function list({ call, server, answer }: Input) {
  const ids = Object.keys(await listTags(call, server.guild_id)).sort((a, b) => a.localeCompare(b));
  const { list_title: title, none } = server.t.tags;
  const lines = ids.map((id) => `- ${code(id)}`);
  // All 200 are more than one embed holds, and less than one message does.
  const embeds: APIEmbed[] = [{ title, description: lines.slice(0, 100).join('\n') || none }];
  if (lines.length > 100) embeds.push({ description: lines.slice(100).join('\n') });
  await answer.send({ embeds: embeds.map((embed) => successEmbed(server.look, embed)) });
}

/** An id as it is, whatever it holds: nothing in code is markdown, and two marks allow one inside. */
function code(id: string): string {
  return id.includes('`') ? `\`\` ${id} \`\`` : `\`${id}\``;
}

function subcommand(
  name: string,
  key: TextKey,
  options: APIApplicationCommandStringOption[] = [],
): APIApplicationCommandSubcommandOption {
  return {
    type: ApplicationCommandOptionType.Subcommand,
    name,
    ...described(key),
    options,
  };
}

function text(
  name: string,
  key: TextKey,
  more: { max_length: number } | { autocomplete: true },
): APIApplicationCommandStringOption {
  return {
    type: ApplicationCommandOptionType.String,
    name,
    ...described(key),
    required: true,
    ...more,
  };
}
