import { forgeZip } from './forge.ts';

const repeated = (text: string, count: number) => text.repeat(Math.round(count) - 1) + text.slice(0, -1);
const server = '987654321098765432';

/** A zip of the product whose archives are signed, with a server's data in it. */
const dataZip = (rest: string) =>
  forgeZip([{ name: 'data.json', data: Buffer.from(`{"guild_id":"${server}",${rest}}`) }]);
const transcriptZip = (transcript: string) =>
  forgeZip([
    { name: 'guild_id.txt', data: Buffer.from(server) },
    { name: 'transcripts/1.json', data: Buffer.from(transcript) },
  ]);
const numbered = (count: number, thing: (number: number) => string) =>
  Array.from({ length: Math.round(count) }, (_, index) => thing(index)).join(',');

/** Archives that hold much in little, each with what its sender is told of it. Another `size` makes so many times as much of it. */
export const archiveAttacks: [what: string, make: (size?: number) => Buffer, told: RegExp][] = [
  [
    '5.5 million empty tags in 16 kB',
    (size = 1) => dataZip(`"tags":[${repeated('{},', 5_500_000 * size)}]`),
    /data\.json holds more than 10000 tags that are not understood/,
  ],
  [
    '2.5 million tags that differ',
    (size = 1) => dataZip(`"tags":[${numbered(2_500_000 * size, (number) => `{"id":${number}}`)}]`),
    /data\.json holds more than 10000 tags that are not understood/,
  ],
  [
    'five million things that are no tags in 250 kB',
    (size = 1) => dataZip(`"tags":[${numbered(5_000_000 * size, (number) => `{"a":${number % 1000}}`)}]`),
    /data\.json holds more than 10000 tags that are not understood/,
  ],
  [
    'more good tags than are read',
    (size = 1) => dataZip(`"tags":[${numbered(60_000 * size, (number) => `{"id":"${number}"}`)}]`),
    /data\.json holds more than 50000 things/,
  ],
  [
    'millions of things of a kind that is not read',
    (size = 1) => dataZip(`"labels":[${repeated('{},', 5_500_000 * size)}]`),
    /data\.json holds too many values for its size/,
  ],
  [
    'one tag of millions of lists',
    (size = 1) => dataZip(`"tags":[{"embed":[${repeated('[],', 5_500_000 * size)}]}]`),
    /data\.json holds something of more than 20000 values/,
  ],
  [
    'settings that are millions of lists',
    (size = 1) => dataZip(`"settings":[${repeated('[],', 5_500_000 * size)}]`),
    /data\.json holds something of more than 20000 values/,
  ],
  [
    'a text of sixteen megabytes',
    (size = 1) => dataZip(`"welcome_message":"${'a'.repeat(size * 16 * 1024 * 1024 - 100)}"`),
    /data\.json holds something that is too long/,
  ],
  [
    'a million brackets',
    (size = 1) => dataZip(`"tags":[${'['.repeat(1_000_000 * size)}${']'.repeat(1_000_000 * size)}]`),
    /data\.json is nested too deeply/,
  ],
  [
    '5.5 million empty messages',
    (size = 1) => transcriptZip(`[${repeated('{},', 5_500_000 * size)}]`),
    /transcripts\/1\.json, message 1: message_id cannot be read|holds too many values for its size/,
  ],
  [
    'millions of people',
    (size = 1) =>
      transcriptZip(
        `{"version":2,"entities":{"users":{${numbered(300_000 * size, (n) => `"${n}":{}`)}}},"messages":[]}`,
      ),
    /transcripts\/1\.json names more than 20000 people/,
  ],
  ['249,000 empty entries', (size = 1) => emptyEntries(249_000 * size), /no manifest\.json/],
];

/** Nearly as many as an archive may hold. */
function emptyEntries(count: number): Buffer {
  return forgeZip(
    Array.from({ length: count }, (_, index) => ({
      name: `files/${String(index).padStart(64, '0')}`,
      data: Buffer.alloc(0),
      method: 0,
    })),
  );
}
