import { claimedBy, inThread, ofAnotherTeam, otherTeam } from './situations.ts';
import { discordIsDown, type Row } from './table.ts';

/** A command and a button do the same. */
type Use = Pick<Row, 'of' | 'does'>;

export const claimsInThreads =
  'Tickets that are threads cannot be claimed, because Discord gives threads no permissions of their own.';

export const claiming = (use: Use): Row => ({
  ...use,
  level: 'support',
  where: 'ticket',
  says: (s) => `Your ticket will be handled by <@${s.by.id}>`,
  seenBy: 'everybody',
  refuses: {
    'a ticket that somebody else has': {
      before: claimedBy('admin'),
      says: (s) =>
        `This ticket is claimed by <@${s.admin.id}>. Ask them to unclaim it; an administrator can do it too.`,
    },
    'staff of other panels': { before: ofAnotherTeam, says: otherTeam },
    'a thread': inThread(claimsInThreads),
    'while Discord is down': discordIsDown('PATCH', '/channels/:channel'),
  },
});

export const unclaiming = (use: Use): Row => ({
  ...use,
  level: 'support',
  where: 'ticket',
  before: claimedBy('staff'),
  says: 'All support representatives can now respond',
  seenBy: 'everybody',
  refuses: {
    'a ticket that nobody has': {
      before: (s) => s.change({ claimed_by: null, claimed_at: null }),
      says: 'This ticket is not claimed.',
    },
    'who has not claimed it': {
      before: claimedBy('admin'),
      says: 'Only the person who claimed the ticket or an administrator can unclaim it.',
    },
    'staff of other panels': {
      before: async (s) => {
        await claimedBy('admin')(s);
        await ofAnotherTeam(s);
      },
      says: otherTeam,
    },
    'a thread': inThread(claimsInThreads),
    'while Discord is down': discordIsDown('PATCH', '/channels/:channel'),
  },
});
