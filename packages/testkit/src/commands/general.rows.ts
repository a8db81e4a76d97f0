import { type Row, slash } from './table.ts';

export const generalRows: readonly Row[] = [
  {
    ...slash('help'),
    level: 'everyone',
    where: 'anywhere',
    says: 'These are the commands that you can use here.',
    seenBy: 'oneself',
  },
  {
    ...slash('about'),
    level: 'everyone',
    where: 'anywhere',
    says: 'A support desk inside your server',
    seenBy: 'oneself',
  },
  {
    ...slash('invite'),
    level: 'everyone',
    where: 'anywhere',
    says: 'Use this link to add the bot to a server that you manage.',
    seenBy: 'oneself',
  },
  {
    ...slash('gdpr'),
    level: 'everyone',
    where: 'anywhere',
    says: 'See what is kept of you, get a copy of it, or have it erased.',
    seenBy: 'oneself',
    alsoBlacklisted: true,
  },
  {
    ...slash('jumptotop'),
    level: 'everyone',
    where: 'ticket',
    says: 'The ticket begins with this message.',
    seenBy: 'oneself',
    refuses: {
      'a ticket without a first message': {
        before: (s) => s.change({ welcome_message_id: null }),
        says: 'This ticket has no first message to jump to.',
      },
    },
  },
];
