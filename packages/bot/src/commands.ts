import { claimButton, claimCommand } from './features/claiming/claim.ts';
import { unclaimButton, unclaimCommand } from './features/claiming/unclaim.ts';
import { closeButton, closeConfirmButton } from './features/closing/close.buttons.ts';
import { closeCommand } from './features/closing/close.command.ts';
import { closeWithReasonButton, closeWithReasonForm } from './features/closing/close-with-reason.ts';
import { editReasonButton, editReasonForm } from './features/closing/edit-reason.ts';
import { createHelpCommand } from './features/help/help.command.ts';
import { joinButton } from './features/opening/join.button.ts';
import { openCommand } from './features/opening/open.command.ts';
import { panelButton } from './features/opening/panel.button.ts';
import { startTicketMenu } from './features/opening/start-ticket.menu.ts';
import { addCommand, removeCommand } from './features/participants/add-remove.ts';
import { rateButton } from './features/rating/rate.button.ts';
import { renameCommand } from './features/renaming/rename.command.ts';
import type { Handler } from './handlers.ts';

const all: Handler[] = [
  openCommand,
  panelButton,
  startTicketMenu,
  joinButton,
  claimCommand,
  claimButton,
  unclaimCommand,
  unclaimButton,
  addCommand,
  removeCommand,
  renameCommand,
  closeCommand,
  closeButton,
  closeConfirmButton,
  closeWithReasonButton,
  closeWithReasonForm,
  editReasonButton,
  editReasonForm,
  rateButton,
];

/** Everything that people can do to the bot. */
export const handlers: readonly Handler[] = [createHelpCommand(all), ...all];
