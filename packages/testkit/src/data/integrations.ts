import { IntegrationInput } from '@tickets/contract/integrations/integrations';
import { createIntegration } from '@tickets/core/integrations/own';
import { secretContext } from '@tickets/core/integrations/run';
import type { Context } from '@tickets/core/platform/context';

/** As its creator would send it. */
export const integrationInput = (values: object = {}) =>
  IntegrationInput.parse({
    name: 'Game facts',
    description: 'What a player has done',
    http_method: 'GET',
    webhook_url: 'https://facts.example/of?user=%user_id%',
    ...values,
  });

/** An integration, and where a server is named, added there. */
export async function buildIntegration(
  ctx: Context,
  {
    owner_id,
    guild_id,
    filled = {},
    review,
    ...values
  }: {
    owner_id: string;
    guild_id?: string;
    /** The values of its secrets in that server. */
    filled?: Record<string, string>;
    review?: 'waiting' | 'approved' | 'refused';
  } & Record<string, unknown>,
): Promise<number> {
  const made = await createIntegration(ctx, owner_id, integrationInput(values));
  if (review)
    await ctx.db.updateTable('integrations').set({ review }).where('integration_id', '=', made.id).execute();
  if (guild_id) {
    const key = { guild_id, integration_id: made.id };
    await ctx.db
      .insertInto('guild_integrations')
      .values({ ...key, added_by: owner_id })
      .execute();
    for (const { id: secret_id, name } of made.secrets) {
      const value = ctx.sealer.seal(filled[name] ?? '', secretContext(guild_id, secret_id));
      await ctx.db
        .insertInto('guild_integration_secrets')
        .values({ ...key, secret_id, value })
        .execute();
    }
  }
  return made.id;
}
