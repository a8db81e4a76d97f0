import { fillText } from '@tickets/contract/platform/errors';
import { errorText } from '@tickets/core/platform/texts/texts';
import { type StepResult, setUpServer } from '@tickets/core/setup/set-up';
import { failureEmbed, successEmbed } from '@tickets/core/wording/look';
import type { AnswerMessage } from '../../interactions/answer.ts';
import type { GuildInput, Server } from '../../interactions/handlers.ts';
import { linkAnswer } from '../general/link-answer.ts';

/** One message, to which each step adds what came of it. */
export async function setUpStepByStep({ call, user, server, answer }: GuildInput<unknown>): Promise<void> {
  const results: StepResult[] = [];
  await answer.send(progress(server, results));
  const who = { guild_id: server.guild_id, user_id: user.id };
  await setUpServer(call, who, async (result) => {
    results.push(result);
    await answer.send(progress(server, results));
  });
  await answer.send(outcome(server, results, call.config.dashboard_url));
}

function progress(server: Server, results: readonly StepResult[]): AnswerMessage {
  const { setup: t } = server.t;
  const description = [`⏳ ${t.working}`, '', ...linesOf(server, results)].join('\n');
  return { embeds: [successEmbed(server.look, { title: t.title, description })] };
}

function outcome(server: Server, results: readonly StepResult[], dashboard_url: string): AnswerMessage {
  const { setup: t, general } = server.t;
  const isDone = results.every((result) => 'id' in result);
  const description = [...linesOf(server, results), '', isDone ? t.done : t.incomplete].join('\n');
  const embed = { title: t.title, description };
  if (!isDone) return { embeds: [failureEmbed(server.look, embed)] };
  const url = `${dashboard_url}/manage/${server.guild_id}/panels`;
  return linkAnswer(successEmbed(server.look, embed), [{ label: general.panels_button, url }]);
}

function linesOf({ t, settings }: Server, results: readonly StepResult[]): string[] {
  return results.map((result) => {
    const { step } = result;
    if ('error' in result) {
      const reason = errorText(settings.text_language, result.error);
      return `❌ ${fillText(t.setup[`${step}_failed`], { reason })}`;
    }
    const isRole = step === 'admin_role' || step === 'support_role';
    return `✅ ${fillText(t.setup[step], { target: isRole ? `<@&${result.id}>` : `<#${result.id}>` })}`;
  });
}
