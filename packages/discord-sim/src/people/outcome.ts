import { type APIModalInteractionResponseCallbackData, MessageFlags } from 'discord-api-types/v10';
import type { SimInteraction, SimMessage } from '../world/entities.ts';
import { compareIds } from '../world/snowflake.ts';
import type { World } from '../world/world.ts';
import { until } from './until.ts';

interface Afterwards {
  interaction_id: string;
  /** The nth message that followed the first answer, waited for. */
  followUp(n?: number): Promise<SimMessage>;
}

/** What someone sees after a press, a choice, a command or a form. */
export type Outcome = Afterwards &
  (
    | { kind: 'message'; message: SimMessage }
    /** "is thinking", or, for `update`, nothing to be seen yet. */
    | { kind: 'deferred'; update: boolean; settled(): Promise<SimMessage> }
    | { kind: 'update'; message: SimMessage }
    | { kind: 'modal'; modal: APIModalInteractionResponseCallbackData }
    | { kind: 'choices'; choices: { name: string; value: string | number }[] }
    /** "This interaction failed": no answer within three seconds. */
    | { kind: 'failed' }
  );

/** Waits for the application's first word. */
export async function outcomeOf(world: World, id: string): Promise<Outcome> {
  const row = await until(
    world,
    () => {
      const current = rowOf(world, id);
      return current.state !== 'waiting' && current;
    },
    'the answer to an interaction',
  );
  const after: Afterwards = { interaction_id: id, followUp: (n = 1) => followUp(world, id, n) };
  if (row.state === 'failed') return { ...after, kind: 'failed' };
  if (row.modal) return { ...after, kind: 'modal', modal: row.modal };
  if (row.choices) return { ...after, kind: 'choices', choices: row.choices };
  if (row.state === 'deferred' || row.deferred_update) {
    return { ...after, kind: 'deferred', update: row.deferred_update, settled: () => settled(world, id) };
  }
  const original = world.messages.get(row.original_message_id ?? row.message_id ?? '');
  if (!original) throw new Error(`the answer to interaction ${id} is a message that is gone already`);
  return { ...after, kind: original.id === row.message_id ? 'update' : 'message', message: original };
}

/** The message that a deferred answer became. */
function settled(world: World, id: string): Promise<SimMessage> {
  const started = rowOf(world, id);
  const before = world.messages.get(started.message_id ?? '');
  return until(
    world,
    () => {
      const row = rowOf(world, id);
      if (row.deferred_update) {
        const now = world.messages.get(row.message_id ?? '');
        return now !== before && now;
      }
      const message = world.messages.get(row.original_message_id ?? '');
      return message && !(message.flags & MessageFlags.Loading) && message;
    },
    'the rest of a deferred answer',
  );
}

function followUp(world: World, id: string, n: number): Promise<SimMessage> {
  return until(world, () => answersTo(world, id)[n - 1], `follow-up ${n} to an interaction`);
}

/** Follow-up messages of an interaction, oldest first. */
function answersTo(world: World, id: string): SimMessage[] {
  const row = rowOf(world, id);
  const shown = world.messages.in('ephemeral', `${row.channel_id}:${row.user_id}`);
  const open = world.messages
    .keysIn('channel', row.channel_id)
    .slice(-100)
    .flatMap((key) => world.messages.get(key) ?? []);
  return [...shown, ...open]
    .filter((message) => message.interaction?.id === id && message.id !== row.original_message_id)
    .sort((a, b) => compareIds(a.id, b.id));
}

function rowOf(world: World, id: string): SimInteraction {
  const row = world.interactions.get(id);
  if (!row) throw new Error(`interaction ${id} is over and forgotten`);
  return row;
}
