import { clip } from '../../embeds/payload.ts';

/** https://discord.com/developers/docs/resources/webhook#create-webhook */
const lengthMax = 80;

const hidden = '\\p{Default_Ignorable_Code_Point}*';
/** Matches letters with or without characters between them that nobody sees, as Discord does. */
const spelled = (letters: string) => [...letters].join(hidden);
/**
 * What Discord refuses in the names of webhooks: "clyde" and "discord" anywhere, "everyone" and "here" alone, and three
 * backticks. The last three stand in https://discord.com/developers/docs/resources/user#usernames-and-nicknames; that
 * they hold for webhooks too shows https://github.com/MinnDevelopment/discord-webhooks/issues/100
 */
const refused = new RegExp(
  [spelled('discord'), spelled('clyde'), `^${spelled('everyone')}$`, `^${spelled('here')}$`, '`(?=``)'].join(
    '|',
  ),
  'giu',
);
const unseen = new RegExp(hidden, 'gu');

/** A name as a webhook may have it: a hair space keeps apart what Discord refuses together, and hardly shows. */
export function webhookName(name: string): string {
  const parted = name
    .trim()
    .replace(refused, (match) => match.replace(unseen, '').replace(/^./u, '$&\u200a'));
  return clip(parted, lengthMax);
}
