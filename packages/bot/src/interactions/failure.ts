import { randomUUID } from 'node:crypto';
import { AppError, fillText } from '@tickets/contract/platform/errors';
import { inMessages } from '@tickets/core/embeds/size';
import type { Context } from '@tickets/core/platform/context';
import { toldOfDatabase } from '@tickets/core/platform/db/outage';
import { toldOfDiscord } from '@tickets/core/platform/discord/ask';
import { isRefusal } from '@tickets/core/platform/discord/failures';
import { warnUnlessOutage } from '@tickets/core/platform/outages';
import type { Texts } from '@tickets/core/platform/texts/shape';
import { errorText, texts } from '@tickets/core/platform/texts/texts';
import { answerEmbeds } from '@tickets/core/tickets/model/answer-embeds';
import { defaultLook, failureEmbed, type Look } from '@tickets/core/wording/look';
import { explainRefusal } from '@tickets/core/wording/refusals';
import { type APIEmbed, type APIInteraction, InteractionType } from 'discord-api-types/v10';
import type { InteractionAnswer } from './answer.ts';
import { ownLanguageOf, serverOf } from './facts.ts';
import { textsOf } from './form-modal.ts';

/**
 * Tells the person what went wrong: our own refusals in their words, everything else with a reference to the log. It is
 * said as the server speaks that it is about, also in direct messages.
 */
export async function fail(
  ctx: Context,
  interaction: APIInteraction,
  answer: InteractionAnswer,
  error: unknown,
  { handler, guild_id }: { handler: string; guild_id: string | undefined },
): Promise<void> {
  const facts = {
    handler,
    guild_id,
    user_id: (interaction.member?.user ?? interaction.user)?.id,
  };
  try {
    const known = await knownError(ctx, interaction, error);
    const ref = randomUUID().slice(0, 8);
    if (!known) ctx.log.error({ err: error, ref, ...facts }, 'an interaction failed');
    else if (known !== error)
      warnUnlessOutage(ctx.log, known.cause ?? known, 'an interaction was refused', facts);
    const wording = guild_id ? await serverOf(ctx, guild_id) : undefined;
    const language = wording?.settings.text_language ?? ownLanguageOf(interaction);
    const t = texts(language);
    const description = known ? errorText(language, known) : fillText(t.common.something_wrong, { ref });
    const look = wording?.look ?? defaultLook;
    const embed = failureEmbed(look, { title: t.common.error_title, description });
    const [first, ...more] = inMessages([embed, ...writtenIn(interaction, look, t)]);
    await answer.whisper({ embeds: first });
    for (const embeds of more) await answer.also({ embeds });
  } catch (unsaid) {
    warnUnlessOutage(
      ctx.log,
      unsaid,
      'a person could not be told what went wrong',
      { first: error, ...facts },
      'error',
    );
  }
}

/** What was typed into a form comes back with its refusal, because Discord closes the form and forgets it. */
function writtenIn(interaction: APIInteraction, look: Look, t: Texts): APIEmbed[] {
  if (interaction.type !== InteractionType.ModalSubmit) return [];
  const values = [...textsOf(interaction).values()].filter((value) => value.trim());
  return answerEmbeds(
    values.map((value) => ({ label: NO_LABEL, value })),
    look.failure,
    t.common.what_you_wrote,
  );
}

/** Discord sends no labels with what was typed, and takes no field without a name. */
const NO_LABEL = '\u200b';

/** Undefined for what is a fault of ours. */
async function knownError(
  ctx: Context,
  interaction: APIInteraction,
  error: unknown,
): Promise<AppError | undefined> {
  if (error instanceof AppError) return error;
  if (isRefusal(error) && interaction.guild_id)
    return explainRefusal(ctx, error, {
      guild_id: interaction.guild_id,
      channel_id: interaction.channel?.id,
      needs: 0n,
    });
  return toldOfDatabase(error) ?? toldOfDiscord(error);
}
