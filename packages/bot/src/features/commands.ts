import { type Handler, isMainOnly } from '../interactions/handlers.ts';
import { definitionsOf } from '../interactions/register.ts';
import { autoCloseCommand } from './autoclose/autoclose.command.ts';
import { keepOpenButton } from './autoclose/keep-open.button.ts';
import { blacklistCommand } from './blacklist/blacklist.command.ts';
import { claimButton, claimCommand } from './claiming/claim.ts';
import { transferCommand } from './claiming/transfer.command.ts';
import { unclaimButton, unclaimCommand } from './claiming/unclaim.ts';
import { acceptCloseRequestButton, denyCloseRequestButton } from './close-requests/answer.buttons.ts';
import { closeRequestCommand } from './close-requests/closerequest.command.ts';
import { closeButton, closeCancelButton, closeConfirmButton } from './closing/close.buttons.ts';
import { closeCommand } from './closing/close.command.ts';
import { closeWithReasonButton, closeWithReasonForm } from './closing/close-with-reason.ts';
import { editReasonButton, editReasonForm } from './closing/edit-reason.ts';
import { aboutCommand, gdprCommand, inviteCommand, panelCommand } from './general/links.commands.ts';
import { createHelpCommand } from './help/help.command.ts';
import { languageCommand, languageSelect } from './language/language.command.ts';
import { notesCommand } from './notes/notes.command.ts';
import { onCallCommand } from './on-call/on-call.command.ts';
import { joinButton } from './opening/join.button.ts';
import { multiPanelSelect } from './opening/multi-panel.select.ts';
import { newCommand, openCommand } from './opening/open.command.ts';
import { panelButton } from './opening/panel.button.ts';
import { panelForm } from './opening/panel-form.modal.ts';
import { startTicketMenu } from './opening/start-ticket.menu.ts';
import { addCommand, removeCommand } from './participants/add-remove.ts';
import { premiumCommand } from './premium/premium.command.ts';
import { redeemButton, redeemForm } from './premium/redeem.ts';
import { rateButton } from './rating/rate.button.ts';
import { renameCommand } from './renaming/rename.command.ts';
import { reopenCommand } from './reopening/reopen.command.ts';
import { setupCommand } from './setup/setup.command.ts';
import { addAdminButton, addAdminCommand, addSupportButton, addSupportCommand } from './staff/add-staff.ts';
import { removeAdminCommand, removeSupportCommand } from './staff/remove-staff.ts';
import { viewStaffButton, viewStaffCommand } from './staff/view-staff.ts';
import { statsCommand } from './stats/stats.command.ts';
import { fillInSurvey, surveyForm, viewSurvey } from './surveying/exit-survey.ts';
import { jumpToTopCommand } from './switching/jumptotop.command.ts';
import { switchPanelCommand } from './switching/switchpanel.command.ts';
import { aliasCommand } from './tags/alias.command.ts';
import { manageTagsCommand } from './tags/managetags.command.ts';
import { tagCommand } from './tags/tag.command.ts';

const all: Handler[] = [
  openCommand,
  newCommand,
  panelButton,
  multiPanelSelect,
  panelForm,
  startTicketMenu,
  joinButton,
  claimCommand,
  claimButton,
  unclaimCommand,
  unclaimButton,
  transferCommand,
  addCommand,
  removeCommand,
  renameCommand,
  blacklistCommand,
  addAdminCommand,
  addAdminButton,
  removeAdminCommand,
  addSupportCommand,
  addSupportButton,
  removeSupportCommand,
  viewStaffCommand,
  viewStaffButton,
  tagCommand,
  aliasCommand,
  manageTagsCommand,
  closeCommand,
  closeButton,
  closeConfirmButton,
  closeCancelButton,
  closeWithReasonButton,
  closeWithReasonForm,
  editReasonButton,
  editReasonForm,
  closeRequestCommand,
  acceptCloseRequestButton,
  denyCloseRequestButton,
  reopenCommand,
  switchPanelCommand,
  jumpToTopCommand,
  notesCommand,
  rateButton,
  fillInSurvey,
  surveyForm,
  viewSurvey,
  aboutCommand,
  inviteCommand,
  gdprCommand,
  panelCommand,
  premiumCommand,
  redeemButton,
  redeemForm,
  languageCommand,
  languageSelect,
  setupCommand,
  autoCloseCommand,
  keepOpenButton,
  statsCommand,
  onCallCommand,
];

/** Everything that people can do to the bot. */
export const handlers: readonly Handler[] = [createHelpCommand(all), ...all];

/** What Discord is told of the commands of a bot that a user runs. */
export const ownBotCommands = definitionsOf(handlers.filter((handler) => !isMainOnly(handler)));
