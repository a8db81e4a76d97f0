import type { Random } from './random.ts';

/** Who speaks: the member who opened the ticket, or the staff who answer. */
export type Line = { by: 'member' | 'staff'; text: string; minutes: number };

export interface Conversation {
  subject: string;
  lines: Line[];
  /** Why it was closed; null when nobody gave a reason. */
  reason: string | null;
}

type Script = {
  about: 'general' | 'billing' | 'report';
  reasons: (string | null)[];
  /** One line: who, and the ways to say it. `?` before the speaker makes it optional. */
  lines: [speaker: 'm' | 's' | '?m' | '?s', ...ways: string[]][];
};

const words = {
  item: ['the lantern skin', 'my founder badge', 'the harbour map', 'the storm sail', 'the winter pack'],
  device: ['my phone', 'the desktop app', 'a laptop with Linux', 'the web version', 'an old tablet'],
  amount: ['4.99', '9.99', '14.50', '29.00'],
  when: ['yesterday evening', 'this morning', 'about an hour ago', 'since the last update', 'on Sunday'],
  order: ['#88213', '#90417', '#77120', '#91508', '#86034'],
  nick: ['a player called **driftwood**', 'somebody named `xx_gull_xx`', 'a person in crew 7'],
} as const;

const scripts: Script[] = [
  {
    about: 'general',
    reasons: ['Solved', 'Fixed by reinstalling', null],
    lines: [
      [
        'm',
        'Hi! The game does not start on {device} {when}.',
        'hello, since {when} I only get a black screen on {device}',
      ],
      ['m', 'I already restarted it twice.', 'Restarting did not help.'],
      [
        's',
        'Hey, thanks for writing in. Which version do you see in the bottom left corner?',
        'Hello! Could you tell me the version number in the corner of the menu?',
      ],
      ['m', 'It says 2.14.1', '2.14.1 I think', '`2.14.1`'],
      [
        's',
        'There is a newer one, **2.14.3**, which mends exactly this. Please update and try again.',
        'That build has a known problem. Update to 2.14.3 and it should start again.',
      ],
      ['?m', 'downloading…', 'one moment'],
      ['?m', 'It takes a while on my connection, sorry'],
      ['?s', 'No hurry, we keep this open.'],
      ['m', 'Works now, thank you!', 'That was it. Thanks a lot 🙏', 'it starts again :)'],
      [
        's',
        'Great! Have fun. I will close this one.',
        'Glad to hear. Write again whenever something is off.',
      ],
    ],
  },
  {
    about: 'general',
    reasons: ['Answered', 'Role given', null],
    lines: [
      [
        'm',
        'How do I get the supporter role? I linked my account {when}.',
        'My supporter role is missing, account is linked {when}.',
      ],
      [
        's',
        'Let me look. Which address did you use in the shop?',
        'Hi! Is the shop account the same one that you linked here?',
      ],
      ['m', 'The same as always, ends with .org', 'Yes, the same.'],
      ['?s', 'Found it. The link was there but the role was not given.'],
      ['s', 'You should have it now. Could you check?', 'I synced it by hand: please have a look.'],
      ['m', 'I see it. Thanks!', 'Yes! The colour is lovely.'],
      ['?s', 'Enjoy!'],
    ],
  },
  {
    about: 'general',
    reasons: ['Recovered', 'Account restored'],
    lines: [
      [
        'm',
        'I lost access to my account, the mail with the code never comes',
        'The login code does not arrive {when}.',
      ],
      [
        's',
        'Sorry about that. Please look in the spam folder first; some providers are quick to judge.',
        'Hi, which provider is the mailbox at? Only the part after the @, please.',
      ],
      ['m', 'Nothing there.', 'checked, nothing', 'outlook'],
      [
        's',
        'I have sent a new one from our second address.',
        'Thanks. I have put you on the other sender, try once more.',
      ],
      ['m', 'Got it!!', 'There it is.'],
      ['?s', 'It is good for 15 minutes.'],
      ['m', 'I am in again. While I am here: can I change the nickname too?'],
      ['s', 'Yes: Settings, then Profile. Once in 30 days.'],
      ['m', 'perfect', 'Thank you for the quick help'],
    ],
  },
  {
    about: 'general',
    reasons: ['Passed on to the developers', 'Known problem'],
    lines: [
      [
        'm',
        'Found a bug: when I open the map {when} the ship turns by itself.',
        'The sound is gone as soon as I join a crew, {when}.',
      ],
      ['m', '1. join a crew\n2. open the map\n3. wait ten seconds\n\nHappens **every** time on {device}.'],
      [
        's',
        'That is a very good report, thank you. Does it happen alone as well?',
        'Thanks for the steps! Can you try the same without a crew?',
      ],
      ['m', 'Only in a crew.', 'Alone it is fine.'],
      [
        's',
        'I could repeat it. It is with the developers now as `HG-1042`.',
        'Seen here too. I filed it; the next patch should have it.',
      ],
      ['?m', 'cool, anything I can do until then?'],
      ['?s', 'Turning off *dynamic weather* avoids it for now.'],
      ['m', 'ok thanks', 'Thanks, I will watch the notes.'],
    ],
  },
  {
    about: 'billing',
    reasons: ['Refunded', 'Refund sent', 'Bank statement explained'],
    lines: [
      [
        'm',
        'I was charged {amount} twice {when}.',
        'There are two payments of {amount} on my card, order {order}.',
      ],
      [
        's',
        'Hi, I am sorry about this. Could you send the order number? It begins with #.',
        'Hello! Let me check that. Is the order {order}?',
      ],
      ['m', '{order}', 'yes'],
      [
        's',
        'I see both. One of them is only *reserved* and is released by itself within three days.',
        'You are right, it went through twice. I have refunded one of them.',
      ],
      ['m', 'How long does it take?', 'And when will I see it?'],
      ['s', 'Three to five working days, depending on the bank.', 'Mostly within three days.'],
      ['m', 'Alright, thank you.', 'ok, I will wait. Thanks!'],
      ['?m', 'It arrived today 👍'],
      ['?s', 'Thank you for telling us. Closing this.'],
    ],
  },
  {
    about: 'billing',
    reasons: ['Item delivered', 'Resent'],
    lines: [
      [
        'm',
        'Bought {item} {when} but it is not in my inventory.',
        'I paid {amount} for {item} and it is not there.',
      ],
      [
        's',
        'Thanks for writing. What is the order number?',
        'That should not happen. The order number, please?',
      ],
      ['m', '{order}'],
      [
        's',
        'The delivery failed because the inventory was full. I have sent it again.',
        'It was stuck in the queue. I pushed it, please log out and in.',
      ],
      ['m', 'There it is! ❤️', 'yes it is there now', 'got it'],
      ['?s', 'Have fun with it.'],
    ],
  },
  {
    about: 'billing',
    reasons: ['Cancelled', null],
    lines: [
      ['m', 'I want to cancel my subscription.', 'How can I stop the monthly payment?'],
      [
        's',
        'You can do it under Shop > Subscriptions. It then runs to the end of the month. Shall I do it for you?',
        'I can do that for you. It would stay active until the end of the period, is that fine?',
      ],
      ['m', 'Yes please.', 'yes, do it please'],
      ['s', 'Done. You get a mail that confirms it.', 'Cancelled. Nothing more will be charged.'],
      ['?m', 'Thanks, nothing against you, I just have no time at the moment.'],
      ['?s', 'We hope to see you again!'],
    ],
  },
  {
    about: 'report',
    reasons: ['Player warned', 'Player banned', 'Not enough evidence'],
    lines: [
      [
        'm',
        'I want to report {nick}. They keep following us and shouting.',
        'Please look at {nick}, cheating {when}.',
      ],
      [
        's',
        'Thank you for the report. Do you have a picture or a clip?',
        'We look into it. When was that, and in which harbour?',
      ],
      [
        'm',
        'I have a clip, about 20 seconds: https://clips.example.com/v/8842',
        '{when}, north harbour. Pictures: https://clips.example.com/a/311',
      ],
      ['?m', 'There were three of us, the others can confirm.'],
      [
        's',
        'Thank you. I have seen it and talk to the team.',
        'That is clear enough. Please do not answer them in the meantime.',
      ],
      ['?s', 'We have decided. I cannot tell details of others, but it will not happen again.'],
      ['m', 'Thanks for taking it seriously.', 'thank you!'],
      ['s', 'Thank **you**. Closing this now.', 'Fair winds!'],
    ],
  },
  {
    about: 'report',
    reasons: ['Apology accepted', 'Ban explained', 'Appeal refused'],
    lines: [
      ['m', 'I got muted {when} and do not know why.', 'Why was I muted?'],
      [
        's',
        'Hi. I see a note of a moderator: advertising in #general.',
        'It was for posting the same link five times.',
      ],
      ['m', 'Oh. That was meant to be funny.', 'I did not know that it is forbidden'],
      [
        's',
        'It is in the rules, point 4: > No advertising outside of the channel for it.',
        'Please read rule 4 once more.',
      ],
      ['m', 'Understood, will not happen again. Sorry.', 'ok sorry'],
      [
        's',
        'Alright. It ends in two hours. Welcome back then.',
        'Thanks for being reasonable. I shortened it to an hour.',
      ],
    ],
  },
];

/** Makes one conversation about a subject; about the same length as real ones, never quite the same twice. */
export function converse(random: Random, about: Script['about']): Conversation {
  const script = random.pick(scripts.filter((candidate) => candidate.about === about));
  const chosen = new Map<string, string>();
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, key: keyof typeof words) => {
      const value = chosen.get(key) ?? random.pick<string>(words[key]);
      chosen.set(key, value);
      return value;
    });
  const lines: Line[] = [];
  for (const [speaker, ...ways] of script.lines) {
    if (speaker.startsWith('?') && random.chance(0.45)) continue;
    const by = speaker.endsWith('m') ? 'member' : 'staff';
    const sameSpeaker = lines.at(-1)?.by === by;
    lines.push({
      by,
      text: fill(random.pick(ways)),
      minutes: sameSpeaker ? random.int(0, 2) : random.int(1, 45),
    });
  }
  return {
    subject: { general: 'General Support', billing: 'Billing', report: 'Report a Player' }[about],
    lines,
    reason: random.pick(script.reasons),
  };
}
