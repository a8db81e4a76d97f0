import { overrideEnd } from '../bot-staff/override.ts';
import { leftovers } from '../leftovers/leftovers.ts';
import { onCallRoles } from '../on-call/roles.ts';
import { ownerNotices } from '../owner-notices/owner-notices.ts';
import { multiPanelKind } from '../panels/multi/message.ts';
import { panelKind } from '../panels/posted/message.ts';
import type { EffectKind } from '../platform/effects/effects.ts';
import { discardedMessages } from '../posted-messages/discarded.ts';
import { postedEffect } from '../posted-messages/follow.ts';
import { premiumEffect } from '../premium/follow.ts';
import { duties } from '../staff/duties.ts';
import { staffPlaces } from '../staff/follow-staff.ts';
import { formerStaff } from '../staff/left.ts';
import { tagCommands } from '../tags/commands.ts';
import { ticketName } from '../tickets/channel/claim-name.ts';
import { joinNotice } from '../tickets/channel/join-notice.ts';
import { openerInThread } from '../tickets/channel/opener-in-thread.ts';
import { ticketCategory } from '../tickets/channel/waiting-category.ts';
import { closingNotices } from '../tickets/closing/announce-closing.ts';
import { lateNotice } from '../tickets/closing/late-notice.ts';
import { threadLock } from '../tickets/closing/thread-lock.ts';
import { claimedTickets } from '../tickets/following/follow-claims.ts';
import { ticketChannel } from '../tickets/following/follow-ticket.ts';
import { greetingFollows } from '../tickets/opening/greeting-follows.ts';
import { historyFollows } from '../tickets/opening/joined-history.ts';
import { formerGuests } from '../tickets/participants/left.ts';
import { serverTickets } from '../tickets/recovery/compare.ts';
import { ticketSteps } from '../tickets/recovery/continue.ts';
import { reopenedThread } from '../tickets/reopening/reopen.ts';
import { setupBots } from '../whitelabel/let-in.ts';
import { servingBot } from '../whitelabel/serving-bot.ts';
import { ownBotLookAgain, ownBotOut, ownBots } from '../whitelabel/trust.ts';

/** Everything in which Discord follows our rows. */
export const effects: readonly EffectKind[] = [
  ticketSteps,
  ticketChannel,
  ticketName,
  ticketCategory,
  joinNotice,
  openerInThread,
  lateNotice,
  closingNotices,
  historyFollows,
  greetingFollows,
  threadLock,
  reopenedThread,
  claimedTickets,
  formerStaff,
  formerGuests,
  staffPlaces,
  duties,
  onCallRoles,
  tagCommands,
  postedEffect(panelKind),
  postedEffect(multiPanelKind),
  discardedMessages,
  serverTickets,
  overrideEnd,
  leftovers,
  ownerNotices,
  premiumEffect,
  servingBot,
  setupBots,
  ownBots,
  ownBotOut,
  ownBotLookAgain,
];
