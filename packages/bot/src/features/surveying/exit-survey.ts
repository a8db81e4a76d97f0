import { fillText } from '@tickets/contract/platform/errors';
import { customId } from '@tickets/core/platform/discord/custom-ids';
import { fillInSurveyButton, viewSurveyButton } from '@tickets/core/tickets/closing/closed-messages';
import { answerSurvey, openSurvey, readSurvey } from '@tickets/core/tickets/closing/exit-survey';
import { answerEmbeds } from '@tickets/core/tickets/model/answer-embeds';
import { successEmbed } from '@tickets/core/wording/look';
import { formModal, sentForm, shownNow } from '../../interactions/form-modal.ts';
import type { ComponentHandler, ModalHandler } from '../../interactions/handlers.ts';
import { ticketNamedIn } from '../../interactions/named-ticket.ts';

/** "Complete survey" in the direct message about a closed ticket. */
export const fillInSurvey: ComponentHandler = {
  kind: 'component',
  name: fillInSurveyButton,
  action: 'survey.answer',
  answers: 'itself',
  run: {
    where: 'direct_message',
    async execute(input) {
      const { call } = input;
      const { guild_id, ticket_id } = await ticketNamedIn(input, input.args[1]);
      const survey = await openSurvey(call, { guild_id, ticket_id });
      await input.answer.modal(
        formModal(customId(fillInSurveyButton, guild_id, ticket_id, shownNow(call)), survey),
      );
    },
  },
};

export const surveyForm: ModalHandler = {
  kind: 'modal',
  name: fillInSurveyButton,
  action: 'survey.answer',
  answers: 'privately',
  run: {
    where: 'direct_message',
    async execute(input) {
      const { call, interaction, args, server, answer } = input;
      const { t, look } = server;
      const key = await ticketNamedIn(input, args[1]);
      await answerSurvey(call, key, sentForm(call, interaction, args));
      await answer.send({ embeds: [successEmbed(look, { description: t.survey.thanks })] });
    },
  },
};

/** "View Exit Survey" in the archive channel. */
export const viewSurvey: ComponentHandler = {
  kind: 'component',
  name: viewSurveyButton,
  answers: 'privately',
  action: 'survey.read',
  run: {
    where: 'guild',
    async execute(input) {
      const { call, server, answer } = input;
      const { t, look } = server;
      const { guild_id, ticket_id } = await ticketNamedIn(input, input.args[0]);
      const answers = await readSurvey(call, { guild_id, ticket_id });
      // What one message cannot hold is told by the transcript page.
      const title = fillText(t.survey.title, { ticket: `#${ticket_id}` });
      const [first, ...more] = answerEmbeds(answers, look.success, title);
      const link = `${call.config.dashboard_url}/manage/${guild_id}/transcripts/view/${ticket_id}`;
      await answer.send({
        content: more.length ? fillText(t.survey.rest, { link }) : '',
        embeds: first && [first],
      });
    },
  },
};
