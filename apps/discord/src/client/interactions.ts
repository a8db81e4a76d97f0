import { wordsOf } from '../simulator/refused.ts';
import type {
  Command,
  CommandUse,
  InteractionInput,
  InteractionOutcome,
  Message,
  OptionChoice,
} from '../simulator/types.ts';
import type { Client, Waiting } from './client.ts';
import { meIn, pressKey } from './state.ts';

/** Sends a press, a choice, a command or a form; the outcome comes over the live line. */
export async function interact(client: Client, input: InteractionInput, waiting: Waiting): Promise<void> {
  const nonce = crypto.randomUUID();
  client.waiting.set(nonce, waiting);
  drawBusy(client);
  try {
    await client.api.interact({ ...input, nonce });
  } catch (error) {
    client.waiting.delete(nonce);
    waiting.onFail(wordsOf(error));
    drawBusy(client);
  }
}

function drawBusy(client: Client): void {
  const keys = [...client.waiting.values()].flatMap((waiting) => waiting.pressKey ?? []);
  client.set({ busy: new Set(keys) });
}

/** Asks an application what it offers for an option. Null when it says nothing. */
export async function autocomplete(
  client: Client,
  input: Omit<CommandUse, 'kind'> & { focused: string },
): Promise<OptionChoice[] | null> {
  const nonce = crypto.randomUUID();
  const choices = new Promise<OptionChoice[] | null>((resolve) => client.choices.set(nonce, resolve));
  try {
    await client.api.interact({ ...input, kind: 'autocomplete', nonce });
  } catch {
    client.choices.delete(nonce);
    return null;
  }
  return choices;
}

export function pressComponent(
  client: Client,
  { id, channel_id }: Message,
  customId: string,
  values?: string[],
): Promise<void> {
  const setTrouble = (text: string | undefined) => {
    const troubles = new Map(client.state.troubles);
    if (text === undefined) troubles.delete(id);
    else troubles.set(id, text);
    client.set({ troubles });
  };
  setTrouble(undefined);
  return interact(
    client,
    {
      kind: 'component',
      channel_id,
      message_id: id,
      custom_id: customId,
      ...(values ? { values } : {}),
    },
    {
      pressKey: pressKey(id, customId),
      onFail: (text) => setTrouble(text === 'failed' ? 'This interaction failed' : text),
    },
  );
}

type Use = Omit<CommandUse, 'kind' | 'command_id'>;

/** Uses a command; while its application is silent a line of the page's own stands in the channel. */
export function runCommand(client: Client, command: Command, use: Use, shown = command.name): Promise<void> {
  const { channel_id } = use;
  const id = crypto.randomUUID();
  const line = { id, app: command.app, name: shown, slash: command.type === 1, problem: null };
  client.setLog(channel_id, { locals: [...client.log(channel_id).locals, line] });
  return interact(
    client,
    { kind: 'command', command_id: command.id, ...use },
    {
      onDone: () => dismissLine(client, channel_id, id),
      onFail(text) {
        const problem = text === 'failed' ? 'The application did not respond' : text;
        const { locals } = client.log(channel_id);
        client.setLog(channel_id, {
          locals: locals.map((entry) => (entry.id === id ? { ...entry, problem } : entry)),
        });
      },
    },
  );
}

export function dismissLine(client: Client, channelId: string, id: string): void {
  const { locals } = client.log(channelId);
  client.setLog(channelId, { locals: locals.filter((line) => line.id !== id) });
}

/** What became of a press, a command or a form, as the live line tells it. */
export function onInteraction(client: Client, event: InteractionOutcome): void {
  const nonce = event.nonce ?? '';
  const choose = client.choices.get(nonce);
  if (choose && (event.outcome === 'choices' || event.outcome === 'failed')) {
    client.choices.delete(nonce);
    choose(event.outcome === 'choices' ? event.choices : null);
    return;
  }
  const waiting = client.waiting.get(nonce);
  // Another window of the same person sees its own forms only.
  if (!waiting) return;
  client.waiting.delete(nonce);
  if (event.outcome === 'modal')
    client.set({ modal: { ...event.modal, id: event.id, channel_id: event.channel_id } });
  if (event.outcome === 'failed') waiting.onFail('failed');
  else waiting.onDone?.();
  drawBusy(client);
}

/** The people whom a command is offered where there is no server. */
export function ownChoice(client: Client) {
  const { id, name, avatar_url } = meIn(client.state);
  return { value: id, label: name, avatarUrl: avatar_url };
}
