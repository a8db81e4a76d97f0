import { autoCloseCommand } from './features/autoclose/autoclose.command.ts';
import { keepOpenButton } from './features/autoclose/keep-open.button.ts';
import { blacklistCommand } from './features/blacklist/blacklist.command.ts';
import { claimButton, claimCommand } from './features/claiming/claim.ts';
import { transferCommand } from './features/claiming/transfer.command.ts';
import { unclaimButton, unclaimCommand } from './features/claiming/unclaim.ts';
import {
  acceptCloseRequestButton,
  denyCloseRequestButton,
} from './features/close-requests/answer.buttons.ts';
import { closeRequestCommand } from './features/close-requests/closerequest.command.ts';
import { closeButton, closeCancelButton, closeConfirmButton } from './features/closing/close.buttons.ts';
import { closeCommand } from './features/closing/close.command.ts';
import { closeWithReasonButton, closeWithReasonForm } from './features/closing/close-with-reason.ts';
import { editReasonButton, editReasonForm } from './features/closing/edit-reason.ts';
import { aboutCommand, gdprCommand, inviteCommand, panelCommand } from './features/general/links.commands.ts';
import { createHelpCommand } from './features/help/help.command.ts';
import { languageCommand, languageSelect } from './features/language/language.command.ts';
import { notesCommand } from './features/notes/notes.command.ts';
import { onCallCommand } from './features/on-call/on-call.command.ts';
import { joinButton } from './features/opening/join.button.ts';
import { multiPanelSelect } from './features/opening/multi-panel.select.ts';
import { newCommand, openCommand } from './features/opening/open.command.ts';
import { panelButton } from './features/opening/panel.button.ts';
import { panelForm } from './features/opening/panel-form.modal.ts';
import { startTicketMenu } from './features/opening/start-ticket.menu.ts';
import { addCommand, removeCommand } from './features/participants/add-remove.ts';
import { premiumCommand } from './features/premium/premium.command.ts';
import { redeemButton, redeemForm } from './features/premium/redeem.ts';
import { rateButton } from './features/rating/rate.button.ts';
import { renameCommand } from './features/renaming/rename.command.ts';
import { reopenCommand } from './features/reopening/reopen.command.ts';
import { setupCommand } from './features/setup/setup.command.ts';
import {
  addAdminButton,
  addAdminCommand,
  addSupportButton,
  addSupportCommand,
} from './features/staff/add-staff.ts';
import { removeAdminCommand, removeSupportCommand } from './features/staff/remove-staff.ts';
import { viewStaffButton, viewStaffCommand } from './features/staff/view-staff.ts';
import { statsCommand } from './features/stats/stats.command.ts';
import { fillInSurvey, surveyForm, viewSurvey } from './features/surveying/exit-survey.ts';
import { jumpToTopCommand } from './features/switching/jumptotop.command.ts';
import { switchPanelCommand } from './features/switching/switchpanel.command.ts';
import { aliasCommand } from './features/tags/alias.command.ts';
import { manageTagsCommand } from './features/tags/managetags.command.ts';
import { tagCommand } from './features/tags/tag.command.ts';
import { type Handler, isMainOnly } from './handlers.ts';
import { definitionsOf } from './register.ts';

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
