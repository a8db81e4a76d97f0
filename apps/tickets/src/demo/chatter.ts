import type { World } from '@tickets/discord-sim/world/world';
import type { Person } from './people.ts';
import type { DemoServer, ServerKey } from './servers.ts';

const minute = 60_000;

/** What people said in the open channels, so that the servers do not stand empty: minutes ago, who, what. */
const chatter: Record<ServerKey, Record<string, [ago: number, who: Person, text: string][]>> = {
  harbour: {
    welcome: [
      [40_000, 'olive', '# Welcome aboard! ⚓\nHere you find crews, pictures and help.'],
      [
        39_990,
        'olive',
        'Questions about your account or a payment? Open a ticket in <#open-a-ticket>: only you and the team read it.',
      ],
    ],
    announcements: [
      [
        9_000,
        'olive',
        '**Patch 2.14.3** is out. It mends the black screen after the last update and makes the map quicker.',
      ],
      [1_500, 'olive', 'Servers rest on Tuesday from 06:00 to 07:00 UTC. Your ships stay where they are.'],
    ],
    general: [
      [300, 'maple', 'anyone sailing tonight?'],
      [297, 'otter', 'me! after eight'],
      [290, 'heron', 'The new harbour at night is so pretty'],
      [120, 'rowan', 'how do I get the yellow name colour?'],
      [
        116,
        'poppy',
        '@rowan link your account, and if it does not come, open a ticket. Took them ten minutes for me',
      ],
      [40, 'badger', 'gg everybody, that was close'],
    ],
    screenshots: [[700, 'heron', 'Fog at north harbour, six in the morning.']],
    'looking-for-crew': [
      [500, 'lynx', 'Two free places, weekends, wording optional'],
      [480, 'sparrow', 'I would join!'],
    ],
    'staff-chat': [
      [600, 'sage', 'The double payments are all released now.'],
      [590, 'basil', 'Thanks. I take the reports this afternoon.'],
    ],
  },
  pixel: {
    rules: [
      [
        50_000,
        'juniper',
        '1. Be kind.\n2. Show your own work.\n3. Say what you would like to hear when you ask for critique.',
      ],
    ],
    lounge: [
      [200, 'wren', 'finished my first 64x64 today'],
      [190, 'finch', 'show it!!'],
    ],
    'show-and-tell': [[150, 'wren', 'A lighthouse with 12 colours. The light took me longest.']],
  },
  kitchen: {
    menu: [[20_000, 'sage', 'This week: **soups**. Tell us what you cook.']],
    chat: [
      [260, 'hazel', 'Pumpkin with orange and a little chili.'],
      [250, 'clover', 'oh that sounds good'],
    ],
  },
  readers: {
    lobby: [[400, 'indigo', 'Tonight we read the second chapter, from nine.']],
    'now-reading': [[380, 'moss', 'Half way through and I have no idea who did it.']],
  },
};

/** Fills the open channels. `<#name>` in a text stands for the channel of that name. */
export function addChatter(
  world: World,
  servers: Record<ServerKey, DemoServer>,
  ids: Record<Person, string>,
  now: number,
): void {
  for (const [key, server] of Object.entries(servers)) {
    for (const [name, messages] of Object.entries(chatter[key as ServerKey])) {
      for (const [ago, who, text] of messages) {
        const content = text
          .replace(/<#([\w-]+)>/g, (whole, channel: string) =>
            server.channels[channel] ? `<#${server.channels[channel]}>` : whole,
          )
          .replace(/@(\w+)/g, (whole, handle: string) =>
            handle in ids ? `<@${ids[handle as Person]}>` : whole,
          );
        world.addMessage({
          channel_id: server.channels[name] ?? '',
          author_id: ids[who],
          content,
          sent_at: now - ago * minute,
        });
      }
    }
  }
}
